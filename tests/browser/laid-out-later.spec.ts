import type { Page } from '@playwright/test';
import { sections } from '../../content/navigation.ts';
import { stopsAt } from '../support/layout.ts';
import { expect, test } from '../support/visit.ts';

test('lays out what is below the first view after the first paint, all of it', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator(':is(section, footer):not([data-open])')).toHaveCount(0);
  expect(await leftOut(page)).toEqual([]);
});

test('leaves nothing out where no script runs', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  });
  const page = await context.newPage();
  await page.goto('/');
  expect(await leftOut(page)).toEqual([]);
  await context.close();
});

test('@desktop holds nothing back that stands in the first view', async ({ page }) => {
  await page.goto('/');
  await expect.poll(() => leftOut(page)).toEqual([]);
  for (const width of [320, 390, 600, 895, 896, 1440, 2560]) {
    await page.setViewportSize({ width, height: 928 });
    expect(await placeOf(page, 'solution'), `${width}`).toBeGreaterThanOrEqual(928);
  }
  await withoutAnyPaint(page);
  await page.setViewportSize({ width: 1440, height: 1600 });
  await page.goto('/?high');
  expect(await placeOf(page, 'solution')).toBeLessThan(1_600);
  await expect.poll(() => leftOut(page)).not.toContain('solution');
});

test.describe('before that', () => {
  test.beforeEach(({ page }) => withoutAnyPaint(page));

  test('leaves out what is far below the first view', async ({ page }) => {
    await page.goto('/');
    expect(await leftOut(page)).toContain('join');
  });

  test('does so for two seconds at most, whatever happens', async ({ page }) => {
    await page.goto('/');
    const { ends, windows } = await page.evaluate(() => {
      const waits = [...document.querySelectorAll('section, footer')].flatMap((part) =>
        part.getAnimations(),
      );
      const below = document.querySelector('section')?.getBoundingClientRect().top ?? 0;
      for (const wait of waits) wait.finish();
      const settled = document.querySelector('section')?.getBoundingClientRect().top ?? 0;
      const ends = new Set(waits.map((wait) => wait.effect?.getComputedTiming().endTime));
      return { ends: [...ends], windows: (below - settled) / innerHeight };
    });
    expect({ ends, windows }).toEqual({ ends: [2_000], windows: 2 });
    expect(await leftOut(page)).toEqual([]);
  });

  for (const { id } of sections) {
    // A smooth scroll, as under a hand, goes to where the section was when it began.
    test(`@phone a link to ${id} stops 80 px above it`, async ({ page }) => {
      await page.goto('/');
      await page.mouse.move(100, 300);
      const footer = page.getByRole('contentinfo').getByRole('link');
      await footer.and(page.locator(`[href="#${id}"]`)).dispatchEvent('click');
      await expect(page).toHaveURL(`/#${id}`);
      await stopsAt(page, id);
    });
  }

  test('an address that ends in a section stops 80 px above it', async ({ page }) => {
    await page.goto('/#security');
    expect(await leftOut(page)).toEqual([]);
    await expect(page).toHaveURL('/#security');
    await stopsAt(page, 'security');
  });

  test('a reload and a way back show the same place', async ({ page }) => {
    await page.goto('/#revenue');
    await page.evaluate(() => {
      history.replaceState(null, '', '/');
      scrollBy({ top: 123, behavior: 'instant' });
    });
    const place = await placeOf(page, 'revenue');
    await page.reload();
    expect(await leftOut(page)).toEqual([]);
    await expect.poll(() => placeOf(page, 'revenue')).toBe(place);
    await page.goto('/book');
    await page.goBack();
    expect(await leftOut(page)).toEqual([]);
    await expect.poll(() => placeOf(page, 'revenue')).toBe(place);
  });
});

/** The browser never says that it has painted: as when a visitor is faster than it. */
function withoutAnyPaint(page: Page) {
  return page.addInitScript(() => {
    class PerformanceObserver {
      observe() {}
    }
    Object.assign(window, { PerformanceObserver });
  });
}

/** The sections whose contents the browser has not laid out. */
function leftOut(page: Page): Promise<string[]> {
  return page
    .locator('section:has(> header h2)')
    .evaluateAll((all) =>
      all
        .filter((one) => !one.querySelector('h2')?.checkVisibility({ contentVisibilityAuto: true }))
        .map(({ id }) => id),
    );
}

function placeOf(page: Page, id: string): Promise<number> {
  return page
    .locator(`#${id}`)
    .evaluate((section) => Math.round(section.getBoundingClientRect().top));
}
