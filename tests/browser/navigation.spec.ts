import type { Page } from '@playwright/test';
import { sections } from '../../content/navigation.ts';
import { stopsAt } from '../support/layout.ts';
import { expect, test } from '../support/visit.ts';

for (const { id, name } of sections) {
  test(`goes to ${name} and stops 80 px above it, as the first thing in a fresh page`, async ({
    page,
  }) => {
    await page.goto('/');
    await choose(page, name);
    await expect(page).toHaveURL(`/#${id}`);
    await stopsAt(page, id);
  });
}

test('goes to the solution from the hero', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Explore Solution' }).click();
  await stopsAt(page, 'solution');
});

test('scrolls smoothly under a hand, and at once where less motion is wished', async ({ page }) => {
  const behaviour = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Explore Solution' }).hover();
  expect(await behaviour()).toBe('smooth');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await behaviour()).toBe('auto');
  await choose(page, 'Security');
  await stopsAt(page, 'security');
});

test('an address that ends in a section is there at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const places: number[] = [];
    Object.assign(window, { places });
    addEventListener('scroll', () => places.push(scrollY / innerHeight));
  });
  await page.goto('/#join');
  await stopsAt(page, 'join');
  const [first] = await page.evaluate((): number[] => Reflect.get(window, 'places'));
  expect(first).toBeGreaterThan(4);
});

test('keeps the header in view while the page scrolls', async ({ page }) => {
  await page.goto('/#security');
  const header = await page.getByRole('banner').boundingBox();
  expect(header?.y).toBe(0);
  expect(header?.height).toBeLessThanOrEqual(72);
});

test('@phone opens the menu, closes it after a choice and by Escape', async ({ page }) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Menu' });
  const menu = page.locator('#menu');
  await button.click();
  await expect(menu.getByRole('link')).toHaveText(sections.map(({ name }) => name));
  await menu.getByRole('link', { name: 'Cases' }).click();
  await expect(menu).toBeHidden();
  await stopsAt(page, 'cases');

  await button.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
});

test('@phone goes on from the section by key after a choice in the menu', async ({ page }) => {
  await page.goto('/');
  await choose(page, 'Join');
  await stopsAt(page, 'join');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'BOOK A CALL', exact: true })).toBeFocused();
});

async function choose(page: Page, name: string) {
  const button = page.getByRole('button', { name: 'Menu' });
  if (await button.isVisible()) await button.click();
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
}
