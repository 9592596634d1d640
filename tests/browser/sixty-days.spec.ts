import type { Page } from '@playwright/test';
import { sixtyDays } from '../../content/en/demonstrations.ts';
import { faultsOn } from '../support/axe.ts';
import { expect, holdIslands, test } from '../support/visit.ts';

const { steps } = sixtyDays;
const ruler = (page: Page) => page.getByRole('slider', { name: sixtyDays.turn });
const current = (page: Page) => page.locator('.days [aria-current=step] h3');
const dayOf = (day: number) => sixtyDays.day.replace('{day}', String(day));

test.describe('@desktop without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('says the four steps in their order, and offers nothing to turn', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('.days ol h3')).toHaveText(steps.map(({ title }) => title));
    await expect(ruler(page)).toBeHidden();
    await expect(current(page)).toHaveCount(0);
  });
});

test('@desktop turns by keyboard: each day is said with its step, and the hand stands where it was put', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await ruler(page).focus();
  await page.keyboard.press('End');
  await expect(current(page)).toHaveText(steps[3].title);
  await page.keyboard.press('Home');
  await expect(current(page)).toHaveText(steps[0].title);
  for (const [day, step] of [
    [14, steps[0]],
    [15, steps[1]],
  ] as const) {
    while ((await ruler(page).inputValue()) !== String(day))
      await page.keyboard.press('ArrowRight');
    await expect(ruler(page)).toHaveAttribute('aria-valuetext', `${dayOf(day)}: ${step.title}`);
    await expect(current(page)).toHaveText(step.title);
  }
  const drawn = await page.locator('.dial').screenshot();
  await page.mouse.wheel(0, 40);
  await expect
    .poll(() => page.locator('.dial-hand').evaluate((hand) => hand.getAnimations()))
    .toEqual([]);
  expect(drawn.equals(await page.locator('.dial').screenshot())).toBe(true);
  expect(await faultsOn(page, '#revenue')).toEqual([]);
});

test('@desktop turns with the mouse on the dial itself', async ({ page }) => {
  await page.goto('/');
  const dial = page.locator('.dial');
  const { width = 0, height = 0 } = (await dial.boundingBox()) ?? {};
  // The first press only asks for the script.
  await expect(async () => {
    await dial.click({ position: { x: width / 2, y: height - 20 } });
    await expect(ruler(page)).toHaveValue('30', { timeout: 100 });
  }).toPass();
  await expect(page.getByText(dayOf(30))).toBeVisible();
});

test('@phone turns by touch', async ({ page }) => {
  await page.goto('/');
  await ruler(page).scrollIntoViewIfNeeded();
  const { width = 0, height = 0 } = (await ruler(page).boundingBox()) ?? {};
  await ruler(page).tap({ position: { x: width * 0.6, y: height / 2 } });
  await expect(current(page)).toHaveText(steps[2].title);
});

test('@desktop keeps what was turned before the script came', async ({ page }) => {
  const release = await holdIslands(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await ruler(page).fill('47');
  await expect(current(page)).toHaveCount(0);
  release();
  await expect(current(page)).toHaveText(steps[3].title);
  await expect(ruler(page)).toHaveValue('47');
});
