import type { Page } from '@playwright/test';
import { alteredFigure } from '../../content/en/demonstrations.ts';
import { recordWith } from '../../site/illustrations/record-seal.ts';
import { groupsOf, serialOf } from '../../site/illustrations/specimen.ts';
import { expect, holdIslands, noteTexts, test } from '../support/visit.ts';

const { figure, intact, broken } = alteredFigure;
const altered = String(Number(figure.value) + 1);

const input = (page: Page) => page.getByRole('textbox', { name: figure.name });
const button = (page: Page, name: string) =>
  page.locator('.sealed-record').getByRole('button', { name });
const status = (page: Page) => page.locator('.sealed-record').getByRole('status');
const halves = (page: Page) => page.locator('.sealed-record svg [clip-path]');
const row = (page: Page, name: string) =>
  page.locator('.sealed-record dl > div', { hasText: name }).locator('dd');
const sealOf = async (value: string) =>
  groupsOf((await serialOf(recordWith(alteredFigure, value))) ?? '');

test('by keyboard, another digit breaks the seal, with one announcement, and the old digit restores it', async ({
  page,
}) => {
  await page.goto('/');
  await input(page).focus();
  await page.keyboard.press('End');
  await expect(status(page)).toHaveText(intact);
  const told = await noteTexts(status(page));
  await page.keyboard.press('5');
  await expect(status(page)).toHaveText(broken);
  await page.keyboard.press('7');
  await expect(row(page, alteredFigure.now)).toHaveText(await sealOf(`${figure.value}57`));
  await expect(halves(page)).toHaveCount(2);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(status(page)).toHaveText(intact);
  await expect(halves(page)).toHaveCount(0);
  expect(await told()).toEqual([broken, intact]);
});

test('keeps text that was typed before the script arrived', async ({ page }) => {
  const release = await holdIslands(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await input(page).fill(altered);
  await expect(status(page)).toHaveText(intact);
  release();
  await expect(status(page)).toHaveText(broken);
  await expect(input(page)).toHaveValue(altered);
  await input(page).fill('９a1');
  await expect(input(page)).toHaveValue('91');
  await page.keyboard.press('Home');
  await page.keyboard.type('x2');
  await expect(input(page)).toHaveValue('291');
});

test('breaks and restores the seal over plain HTTP, without hashes', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'subtle'));
  await page.goto('/');
  await button(page, alteredFigure.more.name).click();
  await expect(input(page)).toHaveValue(altered);
  await expect(status(page)).toHaveText(broken);
  await expect(row(page, alteredFigure.now)).not.toHaveText(await sealOf(figure.value));
  await button(page, alteredFigure.restore).click();
  await expect(status(page)).toHaveText(intact);
  await expect(row(page, alteredFigure.now)).toHaveText(await sealOf(figure.value));
});
