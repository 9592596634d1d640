import { cases, hero, questions } from '../../content/en/landing.ts';
import { expect, phone, test } from '../support/visit.ts';

test('shows both buttons of the hero completely in the first view', async ({ page }) => {
  await page.goto('/');
  for (const [width, height] of [
    [1366, 641],
    [1280, 585],
    [375, 553],
    [844, 390],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const name of [hero.action, hero.secondAction])
      await expect(
        page.locator('.hero').getByRole('link', { name }),
        `${name} at ${width}×${height}`,
      ).toBeInViewport({ ratio: 1 });
  }
});

test('Join and /book link to the questions', async ({ page }) => {
  for (const [address, part] of [
    ['/', '#join'],
    ['/book', 'main'],
  ] as const) {
    await page.goto(address);
    await page.locator(part).getByRole('link', { name: questions.title }).click();
    await expect(page).toHaveURL('/#questions');
    await expect(page.getByRole('heading', { name: questions.title })).toBeInViewport();
  }
});

test.describe('on a phone', () => {
  test.use(phone);

  test('shows the stories as one scrolling row, and below each other in print', async ({
    page,
  }) => {
    await page.goto('/');
    const row = page.getByRole('list', { name: cases.title });
    const [first, ...others] = await row.getByRole('listitem').all();
    for (const other of others) {
      await other.evaluate((card) => card.scrollIntoView({ behavior: 'instant' }));
      await expect(other).toBeInViewport({ ratio: 0.5 });
    }
    await expect(first ?? row).not.toBeInViewport();
    expect(await page.evaluate(() => scrollX)).toBe(0);
    await page.emulateMedia({ media: 'print' });
    const lefts = await row
      .getByRole('listitem')
      .evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().left)));
    expect(new Set(lefts).size).toBe(1);
  });
});
