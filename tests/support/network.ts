import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { type FaultyNetwork, startFaultyNetwork } from './faulty-network.ts';
import type { Program } from './program.ts';
import { expect, test as visit } from './visit.ts';

export const thanks = 'Thank you for your interest. We will contact you shortly.';
export const failed = 'Failed to submit form. Please try again later.';

/** A visit through a network that fails as it is told, with the page's clock in the test's hand. */
export const test = visit.extend<{ network: FaultyNetwork }>({
  network: async ({ program }, use) => {
    const network = await startFaultyNetwork(program.url);
    await use(network);
    await network.stop();
  },
  baseURL: async ({ network }, use) => use(network.url),
  page: async ({ page }, use) => {
    await page.context().clock.install();
    await use(page);
  },
});

export { expect };

export async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit Request' }).click();
}

/** Lets the page's pauses pass, a second at a time, until these words are shown. */
export async function soon(page: Page, words: string) {
  await expect(async () => {
    await page.clock.fastForward(1_000);
    await expect(page.getByText(words)).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [0] });
}

/** What is in the device's storage. */
export function kept(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage));
}

/** Counts the rows of this address in the store's own file, and notes them in the report. */
export async function expectRows(program: Program, email: string, count: number, how = '') {
  const database = new DatabaseSync(join(program.dataDir, 'bookings.db'), { readOnly: true });
  const query = database.prepare('SELECT company_name FROM booking_requests WHERE email = ?');
  const rows = query.all(email);
  database.close();
  const description = [how, rows.length].filter((part) => part !== '').join(': ');
  test.info().annotations.push({ type: 'rows stored', description });
  expect(rows, how).toHaveLength(count);
  return rows;
}
