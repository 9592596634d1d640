import type { Page } from '@playwright/test';
import { controls, share } from '../../content/en/messages.ts';
import { expect, test } from '../support/visit.ts';

/** The focused element, and whether it is visible. */
interface Stop {
  name: string;
  /** The index among all elements of the document. */
  place: number;
  faults: string[];
}

// A window of 1280 by 1024 at 400 % zoom, with the visitor's own colours.
test('the keyboard reaches every control of each page both ways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  for (const address of ['/', '/book', '/nowhere']) {
    await page.goto(address);
    const forth = await walk(page, 'Tab');
    expect(forth.flatMap(({ faults }) => faults)).toEqual([]);
    const places = forth.map(({ place }) => place);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(forth.length).toBe(await countStops(page));

    const back = await walk(page, 'Shift+Tab');
    expect(back.flatMap(({ faults }) => faults)).toEqual([]);
    expect(back.map(({ name }) => name)).toEqual(forth.map(({ name }) => name).reverse());
  }
});

test('begins with a link that skips the header', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: controls.skip });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('.hero').getByRole('link').first()).toBeFocused();
});

for (const [menu, name] of [
  ['#menu', controls.menu],
  ['#share', share.button],
] as const) {
  test(`the keyboard reaches all of the open ${menu}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    const button = page.getByRole('button', { name });
    await button.focus();
    await page.keyboard.press('Enter');
    const options = await page.locator(menu).locator('a,button').filter({ visible: true }).all();
    expect(options.length).toBeGreaterThan(4);
    for (const option of options) {
      await page.keyboard.press('Tab');
      await expect(option).toBeFocused();
      await expect(option).toBeInViewport({ ratio: 0.95 });
      expect((await stop(page))?.faults).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });
}

/** Moves the focus until it leaves the page. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (;;) {
    await page.keyboard.press(key);
    const next = await stop(page);
    // After the last stop the browser focuses its own controls, or starts again.
    if (next === undefined || next.place === stops[0]?.place) return stops;
    stops.push(next);
    expect(stops.length, 'the focus never leaves the page').toBeLessThan(100);
  }
}

/** WCAG 2.4.11 and 2.4.13: in the window, not covered, with an outline of 2 px. */
async function stop(page: Page): Promise<Stop | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const name = element.id || element.ariaLabel || element.textContent || element.tagName;
    const faults: string[] = [];
    const { x, y, width, height, right, bottom } = element.getBoundingClientRect();
    const isOut = y < 0 || x < 0 || bottom > innerHeight + 1 || right > innerWidth + 1;
    const header = document.querySelector('.site-header');
    const over = header?.contains(element) ? 0 : (header?.getBoundingClientRect().bottom ?? 0);
    const isUnder = y < over && !element.closest('.skip-link,dialog');
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    // A row of cards is higher than a short window, so only a part is visible.
    const isRow = element.matches('.stories');
    if (isRow ? bottom < over || y > innerHeight : isOut)
      faults.push(`${name} is out of the window`);
    if (!isRow && isUnder) faults.push(`${name} is under the header`);
    if (!isRow && !element.contains(top))
      faults.push(`${name} is covered by ${top?.outerHTML.slice(0, 80)}`);
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle !== 'solid' || Number.parseFloat(outlineWidth) < 2)
      faults.push(`${name} has no outline`);
    const place = [...document.all].indexOf(element);
    return { name, place, faults };
  });
}

/** Radio buttons are one stop, at the checked one. */
async function countStops(page: Page): Promise<number> {
  return page
    .locator('a[href],button,input:not([type=radio]),:checked,summary,[tabindex="0"]')
    .evaluateAll(
      (all) =>
        all.filter((element) => element.checkVisibility() && !element.closest('[inert]')).length,
    );
}
