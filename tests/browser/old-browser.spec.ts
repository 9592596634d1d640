import type { Page } from '@playwright/test';
import { controls } from '../../content/en/messages.ts';
import { sections } from '../../content/en/navigation.ts';
import { share } from '../../content/en/share.ts';
import { expect, shareName, test } from '../support/visit.ts';

// The test changes the style on its way to the browser, so its hash differs.
test.use({ bypassCSP: true });

test.beforeEach(({ page }) => forgetPopovers(page));

test('shows the sections in the header, and the share options in place', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('[popover], [popovertarget]')).toHaveCount(0);
  const nav = page.getByRole('navigation', { name: controls.sections });
  await expect(nav.getByRole('link')).toHaveText(sections.map(({ name }) => name));
  await nav.getByRole('link').last().click();
  await expect(page).toHaveURL(/#\w+$/);
  await expect(
    page.locator('.menu-button, .share > .button').filter({ visible: true }),
  ).toHaveCount(0);
  const ways = page.getByRole('list', { name: share.title });
  await ways.scrollIntoViewIfNeeded();
  await expect(ways.getByRole('button', { name: shareName('instagram') })).toBeInViewport();
  await expect(ways.getByRole('listitem')).toHaveCount(share.options.length);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wide).toBe(false);
});

/**
 * Removes the attributes, the selector and the methods of popovers from today's browser. It then does not hide the
 * menus. Nothing else of an old browser is imitated.
 */
async function forgetPopovers(page: Page) {
  await page.route(/\/(book)?$|below-the-fold-.*\.css$/, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const body = text
      .replaceAll(/ popover(target)?="/gi, ' unknown-$1="')
      .replaceAll(':popover-open', ':unknown');
    await route.fulfill({ response: answer, body });
  });
  await page.addInitScript(() => {
    for (const name of ['popover', 'hidePopover', 'showPopover', 'togglePopover']) {
      Reflect.deleteProperty(HTMLElement.prototype, name);
    }
  });
}
