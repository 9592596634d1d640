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

test('/ asks for no drawing before the first paint', async ({ page }) => {
  await page.goto('/');
  const asked = (early: boolean) =>
    page.evaluate((before) => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      return performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(
          ({ name, requestStart }) => name.endsWith('.svg') && requestStart < painted === before,
        )
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.startsWith('/assets/'));
    }, early);
  await expect.poll(() => asked(false)).toContainEqual(expect.stringContaining('border'));
  expect(await asked(true)).toEqual([]);
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

test('@desktop / and its headers fit the first ten packets, 14,600 bytes', async ({ page }) => {
  const response = await page.goto('/');
  const { responseHeadersSize, responseBodySize } = (await response?.request().sizes()) ?? {};
  expect(responseHeadersSize).toBeGreaterThan(500);
  expect(Number(responseHeadersSize) + Number(responseBodySize)).toBeLessThanOrEqual(14_600);
});

test('the script of / is never a long task', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { frames: 0, scripts: 0 };
    Object.assign(window, { seen });
    // How long a frame takes depends on the machine; a script of ours is never a long task in it.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('scripts' in entry) || !Array.isArray(entry.scripts)) continue;
        const ours = entry.scripts.filter(
          ({ sourceURL, duration }) => sourceURL === location.href && duration >= 50,
        );
        seen.frames += 1;
        seen.scripts += ours.length;
      }
    }).observe({ type: 'long-animation-frame' });
  });
  await page.goto('/');
  await idle(page);
  await expect(page.locator(':is(section, footer):not([data-open])')).toHaveCount(0);
  // Frames are told of in their order: once a long one of the test's own is, all of the page's were.
  const seen = () => page.evaluate(() => Reflect.get(window, 'seen'));
  const { frames } = await seen();
  await page.evaluate(() =>
    requestAnimationFrame(() => {
      for (const end = performance.now() + 100; performance.now() < end; );
    }),
  );
  await expect.poll(async () => (await seen()).frames).toBeGreaterThan(frames);
  expect((await seen()).scripts).toBe(0);
});

for (const path of ['/', '/book']) {
  test(`${path} asks for 8 files at most`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(path);
    await idle(page);
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(8);
  });

  test(`@desktop ${path} shifts nothing when its fonts come late`, async ({ browser, baseURL }) => {
    for (const [width, height] of sizes) {
      const page = await browser.newPage({ viewport: { width, height } });
      expect(await shiftOfLateFonts(page, `${baseURL}${path}`), `${width}`).toEqual([]);
      await page.close();
    }
  });

  test(`@desktop ${path} is laid out at every width as it is without its fonts`, async ({
    page,
    context,
  }) => {
    const without = await context.newPage();
    await without.route('**/*.woff2', (route) => route.abort());
    await Promise.all([page.goto(path), without.goto(path)]);
    await page.evaluate(() => document.fonts.ready);
    for (let width = 320; width <= 1920; width += width < 480 ? 6 : 120) {
      for (const one of [page, without]) await one.setViewportSize({ width, height: 900 });
      const [real, fallback] = await Promise.all([firstView(page), firstView(without)]);
      expect(real.length).toBeGreaterThan(10);
      // The browser counts what moves by 3 px or more (Layout Instability §2.3).
      const moved = real.filter(({ left, top }, index) => {
        const other = fallback[index];
        return !other || Math.abs(left - other.left) >= 3 || Math.abs(top - other.top) >= 3;
      });
      expect(moved, `${width}`).toEqual([]);
    }
  });
}

/** Until the fonts are there and the browser has nothing to do. */
async function idle(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise<void>((resolve) =>
      requestAnimationFrame(() => requestIdleCallback(() => resolve())),
    );
  });
}

/** Sizes of window that most people have, in px. */
const sizes = [
  [390, 844],
  [412, 915],
  [1440, 900],
] as const;

/** Where everything begins that stands in the first view and is no part of a drawing. */
async function firstView(page: Page) {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*:not(svg *, [popover] *, script)')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => element.checkVisibility() && box.top < innerHeight)
      .map(({ element, box: { left, top } }) => ({
        what: `${element.tagName} ${element.textContent?.slice(0, 20)}`,
        left,
        top,
      })),
  );
}

/** What moved from the first paint on, with its share, when the fonts come only after it. */
async function shiftOfLateFonts(page: Page, address: string): Promise<string[]> {
  const painted = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const note = (entry: PerformanceEntry) => {
      if (!('value' in entry && 'sources' in entry && Array.isArray(entry.sources))) return;
      const moved = entry.sources.map(({ node }) => node?.textContent?.slice(0, 30) || node);
      shifts.push(`${entry.value} ${moved.join(', ')}`);
    };
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type: 'layout-shift',
    });
  });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  const frame = () => page.evaluate(() => new Promise(requestAnimationFrame).then(() => {}));
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  await frame();
  expect(await page.evaluate(() => document.fonts.status)).toBe('loading');
  painted.resolve();
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  // A shift is told after the frame that it was in.
  await frame();
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  return page.evaluate(() => Reflect.get(window, 'shifts'));
}

/** Loads a page to its end and counts the bytes of each body as they came over the wire. */
async function visit(page: Page, address: string): Promise<Transfer[]> {
  const finished: Promise<Transfer>[] = [];
  page.on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname;
    finished.push(request.sizes().then(({ responseBodySize: bytes }) => ({ path, bytes })));
  });
  // A style asks for it, once the footer is laid out.
  const band =
    address === '/' && page.waitForEvent('requestfinished', (asked) => /band-/.test(asked.url()));
  await page.goto(address);
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager';
    await Promise.all([...document.images].map((picture) => picture.decode()));
    await document.fonts.ready;
  });
  await band;
  return Promise.all(finished);
}

const sum = (transfers: Transfer[]) => transfers.reduce((total, { bytes }) => total + bytes, 0);
