import { once } from 'node:events';
import { get } from 'node:http';
import { brotliDecompressSync, constants } from 'node:zlib';
import type { Page } from '@playwright/test';
import { footer, hero } from '../../content/en/landing.ts';
import { bookingForm } from '../../content/en/messages.ts';
import { expect, test } from '../support/visit.ts';

test('/ has at most 14,600 bytes, 3,300 letters of script and no React, a full visit 90,000, and nothing blocks the first paint', async ({
  page,
}) => {
  await visit(page, '/');
  const transfers = await transfersOf(page);
  expectBytes(transfers, '/', 14_600);
  // The provider's own pictures are not counted.
  const product = transfers.filter(({ path }) => !path.startsWith('/assets/own-'));
  expect(sum(product.map(({ bytes }) => bytes))).toBeLessThanOrEqual(90_000);
  expect(transfers.filter(({ path }) => path.endsWith('.woff2')).length).toBeGreaterThanOrEqual(2);
  expect(transfers.filter(({ isBlocking }) => isBlocking)).toEqual([]);
  const inline = await page
    .locator('script:not([type])')
    .evaluateAll((scripts) => scripts.map((script) => script.textContent?.length ?? 0));
  expect(sum(inline)).toBeGreaterThan(1_000);
  expect(sum(inline)).toBeLessThanOrEqual(3_300);
});

test('the first view of / is in its first 14,000 bytes', async ({ program }) => {
  // Without `fetch`, because that would decompress the body.
  const [answer] = await once(
    get(program.url, { headers: { 'Accept-Encoding': 'br' } }),
    'response',
  );
  const body = Buffer.concat(await Array.fromAsync<Buffer>(answer));
  const { BROTLI_OPERATION_FLUSH: finishFlush } = constants;
  const html = brotliDecompressSync(body.subarray(0, 14_000), { finishFlush }).toString();
  for (const { label } of hero.figures) expect(html).toContain(label);
  expect(brotliDecompressSync(body).toString()).toContain(footer.poweredBy);
});

test('/book has at most 14,000 bytes with its script, before and after it draws', async ({
  page,
}) => {
  await visit(page, '/book');
  await page.getByLabel(bookingForm.labels.name, { exact: true }).fill('Ada');
  await expect(page.getByRole('img', { name: 'Ada' })).toBeVisible();
  expectBytes(await transfersOf(page), '/book', 14_000);
});

test('@whole neither page moves anything when its fonts load late', async ({ page }) => {
  for (const path of ['/', '/book'])
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      // A link of the header may move sideways a little: tools show this shift as 0.000.
      expect(await shiftOfLateFonts(page, path), `${path} at ${width}`).toBeLessThan(0.0005);
    }
});

/** Common window sizes in px. */
const sizes = [
  [390, 844],
  [1440, 900],
] as const;

/** The total layout shift after the first paint when fonts load late. */
async function shiftOfLateFonts(page: Page, address: string) {
  const painted = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  const frame = () => page.evaluate(() => new Promise(requestAnimationFrame).then(() => {}));
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  await frame();
  expect(await page.evaluate(() => document.fonts.status)).toBe('loading');
  // While the page is still loading, a word may arrive in two parts.
  const loading = await page.evaluate(() => performance.now());
  painted.resolve();
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  // A shift is reported after its frame.
  await frame();
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  await page.unroute('**/*.woff2');
  return page.evaluate(shiftSince, loading);
}

/** Runs in the page. */
function shiftSince(time: number): number {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  const shifts = observer.takeRecords().filter(({ startTime }) => startTime > time);
  return shifts.reduce((total, shift) => total + Number(Reflect.get(shift, 'value')), 0);
}

/** Loads a page with all its pictures and fonts. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager';
    await Promise.all([...document.images].map((picture) => picture.decode()));
    await document.fonts.ready;
  });
}

type Transfers = Awaited<ReturnType<typeof transfersOf>>;

/** The transferred bytes of the page and of each file that it loaded. */
function transfersOf(page: Page) {
  return page.evaluate(() =>
    [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ].map((entry) => ({
      path: new URL(entry.name).pathname,
      bytes: Number(Reflect.get(entry, 'encodedBodySize')),
      isBlocking: Reflect.get(entry, 'renderBlockingStatus') === 'blocking',
    })),
  );
}

/** Asserts that the page has at most this many bytes, and no script in a file. */
function expectBytes(transfers: Transfers, page: string, most: number): void {
  const bytes = transfers.find(({ path }) => path === page)?.bytes;
  expect(bytes).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThanOrEqual(most);
  expect(transfers.filter(({ path }) => path.endsWith('.js'))).toEqual([]);
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
