import type { Page } from '@playwright/test';
import { hero, join } from '../../content/landing.ts';
import { controls } from '../../content/messages.ts';
import { sections } from '../../content/navigation.ts';
import { stopsAt } from '../support/layout.ts';
import { expect, test } from '../support/visit.ts';

const last = sections[sections.length - 1] ?? sections[0];

test('goes to every section and stops 80 px above it, from the header and from the hero', async ({
  page,
}) => {
  await page.goto('/');
  for (const { id, name } of sections) {
    await choose(page, name);
    await expect(page).toHaveURL(`/#${id}`);
    await stopsAt(page, id);
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
  }
  await page.goto('/');
  await page.getByRole('link', { name: hero.action }).click();
  await stopsAt(page, 'solution');
});

test('scrolls smoothly under a hand, and at once where less motion is wished', async ({ page }) => {
  const behaviour = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await page.getByRole('link', { name: hero.action }).hover();
  expect(await behaviour()).toBe('smooth');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await behaviour()).toBe('auto');
});

test('an address that ends in a section is there at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const places: number[] = [];
    Object.assign(window, { places });
    addEventListener('scroll', () => places.push(scrollY / innerHeight));
  });
  const { id } = last;
  await page.goto(`/#${id}`);
  await stopsAt(page, id);
  const [first] = await page.evaluate((): number[] => Reflect.get(window, 'places'));
  expect(first).toBeGreaterThan(4);
});

test('@phone closes the menu after a choice and by Escape, and goes on by key from the section', async ({
  page,
}) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: controls.menu });
  const menu = page.locator('#menu');
  await button.click();
  await expect(menu.getByRole('link')).toHaveText(sections.map(({ name }) => name));
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();

  await choose(page, sections.find(({ id }) => id === 'join')?.name ?? '');
  await expect(menu).toBeHidden();
  await stopsAt(page, 'join');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: join.action, exact: true })).toBeFocused();
});

async function choose(page: Page, name: string) {
  const button = page.getByRole('button', { name: controls.menu });
  if (await button.isVisible()) await button.click();
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
}

test('@phone closes the menu when the focus leaves it and when the window grows past it', async ({
  page,
}) => {
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
