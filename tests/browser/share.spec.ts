import type { Page } from '@playwright/test';
import { alerts, controls } from '../../content/en/messages.ts';
import { share } from '../../content/en/share.ts';
import { expect, refuseToCopy, shareName, test } from '../support/visit.ts';

test('@desktop shares the address that the visitor sees', async ({ page, program, faults }) => {
  const seen = program.url.replace('localhost', '127.0.0.1');
  const menu = await openMenu(page, seen);
  await expect(menu.getByRole('link', { name: shareName('whatsapp') })).toHaveAttribute(
    'href',
    new RegExp(encodeURIComponent(`${seen}/`)),
  );
  // The address of the same server is a foreign one to the watch.
  expect(faults.every((fault) => fault.includes(seen))).toBe(true);
  faults.length = 0;
});

test('@desktop lets the visitor copy by hand where the clipboard is refused, at 400 % zoom too', async ({
  page,
  program,
}) => {
  // 1280 by 1024 px at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  const menu = await openMenu(page);
  await refuseToCopy(page);
  await menu.getByRole('button', { name: shareName('instagram') }).click();
  await expect(page.locator('#copy-by-hand')).toBeInViewport({ ratio: 1 });
  const address = page.getByRole('textbox', { name: alerts.copyByHand });
  await expect(address).toHaveValue(`${program.url}/`);
  const selected = await address.evaluate((input: HTMLInputElement) =>
    input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
  );
  expect(selected).toBe(`${program.url}/`);
  await page.locator('#copy-by-hand').getByRole('link', { name: controls.close }).click();
  await expect(page.locator('#copy-by-hand')).toBeHidden();
});

test('@desktop opens another site in a new window, then closes', async ({ page, context }) => {
  const menu = await openMenu(page);
  await context.route('https://**', (route) => route.fulfill({ body: 'elsewhere' }));
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
