import type { Page } from '@playwright/test';
import { expect, test } from '../support/visit.ts';

interface Transfer {
  path: string;
  bytes: number;
}

test('@desktop / is 14,000 bytes at most, alone before the first paint', async ({ page }) => {
  const transfers = await visit(page, '/');
  const document = transfers.find(({ path }) => path === '/');
  expect(document?.bytes).toBeGreaterThan(5_000);
  expect(document?.bytes).toBeLessThanOrEqual(14_000);
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(
        (entry) => 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking',
      )
      .map(({ name }) => name),
  );
  expect(blocking).toEqual([]);
});

test('@desktop / runs 1,500 bytes of script at most, and no React', async ({ page }) => {
  const transfers = await visit(page, '/');
  expect(transfers.filter(({ path }) => path.endsWith('.js'))).toEqual([]);
  const inline = await page
    .locator('script:not([type])')
    .evaluateAll((scripts) => scripts.map((script) => script.textContent?.length ?? 0));
  expect(inline).toHaveLength(1);
  expect(inline[0]).toBeLessThanOrEqual(1_500);
});

test('@desktop a full visit to / is 100 KB at most, of which the fonts are 62', async ({
  page,
}) => {
  const transfers = await visit(page, '/');
  expect(sum(transfers)).toBeLessThanOrEqual(100_000);
  const fonts = transfers.filter(({ path }) => path.endsWith('.woff2'));
  expect(fonts.length).toBeGreaterThanOrEqual(2);
  expect(sum(fonts)).toBeLessThanOrEqual(62_000);
});

test('@desktop /book loads 64 KB of script at most', async ({ page }) => {
  const island = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.js'));
  const transfers = await visit(page, '/book');
  const { responseBodySize } = await (await island).sizes();
  expect(responseBodySize).toBeLessThanOrEqual(64_000);
  expect(transfers.filter(({ path }) => path.endsWith('.js')).length).toBeLessThanOrEqual(1);
});

/** Loads a page to its end and counts the bytes of each body as they came over the wire. */
async function visit(page: Page, address: string): Promise<Transfer[]> {
  const finished: Promise<Transfer>[] = [];
  page.on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname;
    finished.push(request.sizes().then(({ responseBodySize: bytes }) => ({ path, bytes })));
  });
  await page.goto(address);
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager';
    await Promise.all([...document.images].map((picture) => picture.decode()));
    await document.fonts.ready;
  });
  return Promise.all(finished);
}

const sum = (transfers: Transfer[]) => transfers.reduce((total, { bytes }) => total + bytes, 0);
