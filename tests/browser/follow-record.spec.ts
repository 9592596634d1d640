import type { Page } from '@playwright/test';
import { colours } from '../../content/colours.ts';
import { records } from '../../content/en/demonstrations.ts';
import { architecture } from '../../content/en/landing.ts';
import { expect, holdIslands, noteTexts, test } from '../support/visit.ts';

const { blockchains, drivers, processing } = architecture;
const live = (page: Page) => page.locator('#architecture [role=status]');

test('the record of each pressed driver travels to the token, and is announced once', async ({
  page,
}) => {
  await page.goto('/');
  const told = await noteTexts(live(page));
  // The first driver is already chosen, so it comes last.
  const order = [2, drivers.names.length - 1, 0];
  for (const driver of order) {
    await page.getByRole('radio').nth(driver).click();
    await expectRecord(page, driver);
  }
  const texts = await told();
  expect(texts.length).toBe(order.length);
  for (const [index, driver] of order.entries()) {
    const { record, shares } = sampleOf(driver);
    for (const word of [record, ...shares, drivers.names[driver]])
      expect(texts[index]).toContain(word);
  }
});

test('red lines lead from the token to the blockchains', async ({ page }) => {
  await page.goto('/');
  // A line to each blockchain, and in a narrow window one line down to their name.
  const parts = colours.accent.match(/\w\w/g) ?? [];
  const red = `rgb(${parts.map((part) => Number.parseInt(part, 16)).join(', ')})`;
  const strokes = await page
    .locator('.step:last-child .thread')
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).stroke));
  expect(strokes).toEqual([...blockchains.chains.map(() => red), red]);
});

test('a driver chosen before the script arrives is followed afterwards, and announced once', async ({
  page,
}) => {
  const release = await holdIslands(page);
  await page.goto('/');
  const told = await noteTexts(live(page));
  const radio = page.getByRole('radio').nth(3);
  await radio.check();
  await expect(page.locator('.drivers span').nth(3)).toHaveCSS('font-weight', '600');
  release();
  await expectRecord(page, 3);
  await expect(radio).toBeChecked();
  expect((await told()).length).toBe(1);
});

/** The driver's record in each part of the flow. */
async function expectRecord(page: Page, driver: number) {
  const { record, shares } = sampleOf(driver);
  await expect(page.locator('#architecture .record')).toHaveText([
    `${record} ${records.mark}`,
    ...processing.parts.map((_, part) => shares[part] ?? ''),
    record,
  ]);
}

function sampleOf(driver: number) {
  return records.samples[driver] ?? records.samples[0];
}
