import type { Page } from '@playwright/test';
import { alerts, controls } from '../../content/messages.ts';
import { share } from '../../content/share.ts';
import { expect, shareName, test } from '../support/visit.ts';

/** This browser has no sheet of the device. */
const offered = share.options.filter(({ id }) => id !== 'device');

test('offers every way to share, those of other sites in a new window', async ({ page }) => {
  const menu = await openMenu(page);
  await expect(menu.getByRole('listitem')).toHaveText(offered.map(({ name }) => new RegExp(name)));
  for (const link of await menu.locator('a[href*="/intent/"], a[href*="/share"]').all()) {
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener');
    await expect(link).toHaveAccessibleName(new RegExp(share.newWindow));
  }
});

test('@desktop copies the address for Instagram and says so', async ({
  page,
  context,
  program,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const menu = await openMenu(page);
  await menu.getByRole('button', { name: shareName('instagram') }).click();
  const alert = page.locator('#copied');
  await expect(alert).toHaveAccessibleName(alerts.copied);
  await expect(alert).toBeFocused();
  await expect(menu).toBeHidden();

  await page.keyboard.press('Escape');
  await expect(alert).toBeHidden();
  await expect(page.getByRole('button', { name: share.button })).toBeFocused();

  await expectCopied(page, `${program.url}/`);
});

test('@desktop copies the address, and says so on the button', async ({
  page,
  context,
  program,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const menu = await openMenu(page);
  await menu.getByRole('button', { name: shareName('link') }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('status')).toHaveText(share.copied);
  await expect(page.getByRole('status')).toBeEmpty();
  await expectCopied(page, `${program.url}/`);
});

test('@desktop offers the sheet of the device where there is one, with the address that is seen', async ({
  page,
  program,
  faults,
}) => {
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      document.title = String(data?.url);
    };
  });
  const seen = program.url.replace('localhost', '127.0.0.1');
  const menu = await openMenu(page, seen);
  await expect(menu.getByRole('link', { name: shareName('whatsapp') })).toHaveAttribute(
    'href',
    new RegExp(encodeURIComponent(`${seen}/`)),
  );
  await menu.getByRole('button', { name: shareName('device') }).click();
  await expect(page).toHaveTitle(`${seen}/`);
  await expect(menu).toBeHidden();
  // The address of the same server is a foreign one to the watch.
  expect(faults.every((fault) => fault.includes(seen))).toBe(true);
  faults.length = 0;
});

test('@desktop lets the visitor copy by hand where the clipboard is refused', async ({
  page,
  program,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  const menu = await openMenu(page);
  await menu.getByRole('button', { name: shareName('instagram') }).click();
  const address = page.getByRole('textbox', { name: alerts.copyByHand });
  await expect(address).toHaveValue(`${program.url}/`);
  const selected = await address.evaluate((input: HTMLInputElement) =>
    input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
  );
  expect(selected).toBe(`${program.url}/`);
  await page.locator('#copy-by-hand').getByRole('link', { name: controls.close }).click();
  await expect(page.locator('#copy-by-hand')).toBeHidden();
});

test('closes after an option, by Escape and by a click elsewhere, with the focus back', async ({
  page,
  context,
}) => {
  const button = page.getByRole('button', { name: share.button });
  const menu = await openMenu(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(5, 300);
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();

  await context.route('https://**', (route) => route.fulfill({ body: 'elsewhere' }));
  await button.click();
  const opened = context.waitForEvent('page');
  await menu.getByRole('link', { name: shareName('linkedin') }).click();
  await (await opened).close();
  await expect(menu).toBeHidden();
});

async function openMenu(page: Page, address = '') {
  await page.goto(`${address}/`);
  await page.getByRole('button', { name: share.button }).click();
  const menu = page.locator('#share');
  await expect(menu).toBeVisible();
  return menu;
}

/** Reading the clipboard is denied to every page: it is pasted, as a person would. */
async function expectCopied(page: Page, address: string) {
  await page.goto('/book');
  await page.locator('#name').press('ControlOrMeta+v');
  await expect(page.locator('#name')).toHaveValue(address);
}
