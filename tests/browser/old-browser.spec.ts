import type { Page } from '@playwright/test';
import { sections } from '../../content/en/landing.ts';
import { alerts, controls, share } from '../../content/en/messages.ts';
import { expect, fillForm, phone, shareName, someBooking, test } from '../support/visit.ts';

// The test changes the style on its way to the browser, so its hash differs. A browser without Trusted Types also does not enforce them.
test.use({ ...phone, bypassCSP: true });

test.beforeEach(async ({ page }) => {
  await forgetPopovers(page);
  await page.addInitScript(forgetNewApis);
});

// A style that is still on its way would fail after the test.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }));

test('shows the sections in the header, and the share options in place', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('[popover], [popovertarget]')).toHaveCount(0);
  const nav = page.getByRole('navigation', { name: controls.sections });
  await expect(nav.getByRole('link')).toHaveText(sections.map(({ name }) => name));
  await nav.getByRole('link').last().click();
  await expect(page).toHaveURL(/#\w+$/);
  await expect(page.locator('.menu-button, .share > button').filter({ visible: true })).toHaveCount(
    0,
  );
  const ways = page.getByRole('list', { name: share.title });
  await ways.scrollIntoViewIfNeeded();
  await expect(ways.getByRole('button', { name: shareName('instagram') })).toBeInViewport();
  await expect(ways.getByRole('listitem')).toHaveCount(share.options.length);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wide).toBe(false);
  // The script of the islands is loaded without Trusted Types.
  await page.getByRole('radio').nth(1).check();
  await expect(page.locator('#architecture [role=status]')).not.toBeEmpty();
});

test('books, and thanks by the browser’s own alert', async ({ page, program }) => {
  await page.goto('/book', { waitUntil: 'domcontentloaded' });
  const booking = someBooking();
  await fillForm(page, booking);
  const said = page.waitForEvent('dialog').then(async (alert) => {
    await alert.accept();
    return alert.message();
  });
  await page.locator('.booking-form [type=submit]').click();
  expect(await said).toBe(alerts.booked);
  await expect(page).toHaveURL('/');
  expect(program.bookingsFrom(booking.email)).toHaveLength(1);
});

/** Removes the attributes and the selector of popovers from the page. The browser then does not hide the menus. */
async function forgetPopovers(page: Page) {
  await page.route(/\/(book)?$|below-the-fold-.*\.css$/, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const body = text
      .replaceAll(/ popover(target)?="/gi, ' unknown-$1="')
      .replaceAll(':popover-open', ':unknown');
    await route.fulfill({ response: answer, body });
  });
}

/** Removes features that browsers got after 2020, or lack over plain HTTP. */
function forgetNewApis() {
  const gone: [object, string[]][] = [
    [window, ['trustedTypes', 'requestIdleCallback']],
    [Navigator.prototype, ['clipboard', 'onLine']],
    [Crypto.prototype, ['randomUUID', 'subtle']],
    [AbortSignal, ['timeout', 'any']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover', 'inert']],
    [HTMLDialogElement.prototype, ['showModal']],
    [HTMLFormElement.prototype, ['requestSubmit']],
    [Element.prototype, ['checkVisibility']],
  ];
  for (const [object, names] of gone) {
    for (const name of names) Reflect.deleteProperty(object, name);
  }
}
