import { hero, sections } from '../../content/en/landing.ts';
import { controls } from '../../content/en/messages.ts';
import { placeOf } from '../support/layout.ts';
import { expect, phone, test } from '../support/visit.ts';

const last = sections[sections.length - 1] ?? sections[0];

test('@whole an address with a fragment shows its section at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const places: number[] = [];
    Object.assign(window, { places });
    addEventListener('scroll', () => places.push(scrollY / innerHeight));
  });
  const { id } = last;
  await page.goto(`/#${id}`);
  await expect.poll(() => page.evaluate(placeOf, id)).toBe(80);
  const first = () => page.evaluate((): number => Reflect.get(window, 'places')[0] ?? 0);
  await expect.poll(first).toBeGreaterThan(4);
});

test('the change between / and /book never shows two headlines at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const address of ['/', '/book']) {
    await page.goto(address);
    const [old, next] = await page.evaluate(timingsOfChange);
    expect(next?.delay).toBeGreaterThanOrEqual(Number(old?.endTime));
    // The new page is invisible until its animation begins.
    expect(next?.fill).toBe('both');
  }
});

test.describe('on a phone', () => {
  test.use(phone);

  test('keeps its scroll position after a reload and on the way back', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    const security = page.locator('#security');
    const place = () => page.evaluate(placeOf, 'security');
    await security.evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
    const before = await place();
    await page.reload();
    await expect.poll(place).toBe(before);
    await page.goto('/book');
    await page.goBack();
    await expect.poll(place).toBe(before);
  });

  test('closes the menu when the focus leaves or the window gets wider', async ({ page }) => {
    await page.goto('/');
    const menu = page.locator('#menu');
    const button = page.getByRole('button', { name: controls.menu });
    await button.click();
    await page.getByRole('link', { name: hero.action }).focus();
    await expect(menu).toBeHidden();
    await button.click();
    await expect(menu).toBeVisible();
    await page.setViewportSize({ width: 1000, height: 700 });
    await expect(menu).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(menu).toBeHidden();
  });
});

/** The timing of the old and the new page in a view transition. Runs in the page. */
async function timingsOfChange() {
  const change = document.startViewTransition();
  await change.ready;
  const effects = document.getAnimations().map(({ effect }) => effect);
  const timings = ['old', 'new'].map((side) =>
    effects
      .find(
        (effect) =>
          effect instanceof KeyframeEffect &&
          effect.pseudoElement === `::view-transition-${side}(root)`,
      )
      ?.getComputedTiming(),
  );
  change.skipTransition();
  return timings;
}
