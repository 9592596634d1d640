import { existsSync } from 'node:fs';
import { firefox } from '@playwright/test';
import {
  expect,
  expectRows,
  failed,
  kept,
  soon,
  submit,
  test,
  thanks,
} from '../support/network.ts';
import { fillForm, someBooking } from '../support/visit.ts';

test('@desktop Firefox too sends once, and keeps what it could not send', async ({
  network,
  program,
}, testInfo) => {
  const installed = existsSync(firefox.executablePath());
  testInfo.skip(!installed, 'no Firefox: npx playwright install firefox');
  const browser = await firefox.launch();
  const page = await browser.newPage({ baseURL: network.url });
  await page.clock.install();
  const [first, second] = [someBooking(), someBooking()];

  network.fates = ['cut after'];
  await page.goto('/book');
  await fillForm(page, first);
  await submit(page);
  await soon(page, thanks);
  await expectRows(program, first.email, 1);

  network.otherwise = 'cut before';
  await page.goto('/book');
  await fillForm(page, second);
  await submit(page);
  await soon(page, failed);
  network.otherwise = 'pass';
  await page.reload();
  await expect(page.getByRole('status')).toHaveText(thanks);
  expect(await kept(page)).toEqual([]);
  await expectRows(program, second.email, 1);
  await browser.close();
});
