import type { Page } from '@playwright/test';
import { share } from '../../content/en/share.ts';
import { faultsOn } from '../support/axe.ts';
import { breakForm, expect, refuseToCopy, shareName, test } from '../support/visit.ts';

type State = [
  state: string,
  address: string,
  reach: (page: Page) => Promise<unknown>,
  /** What is new in this state, where the rest of the page was looked at in another. */
  part?: string,
];

/** Those that no journey meets. */
const states: State[] = [
  ['the questions', '/', openQuestions, '.questions'],
  ['the address to copy', '/', copyWithout, 'dialog[open]'],
  ['the privacy notice', '/book', (page) => page.locator('.privacy summary').click()],
  ['the error screen with a stack', '/book', reloadBroken],
];

test('@desktop finds no fault in any state', async ({ page, faults }) => {
  await page.setViewportSize({ width: 320, height: 900 });
  for (const [state, address, reach, part] of states) {
    // Another document than the last one, even where only the fragment differs.
    await page.goto('about:blank');
    await page.goto(address);
    await reach(page);
    expect(await faultsOn(page, part), state).toEqual([]);
    await page.unrouteAll();
  }
  expect(faults.every((fault) => fault.includes('JSON'))).toBe(true);
  faults.length = 0;
});

async function openQuestions(page: Page) {
  for (const question of await page.locator('.questions summary').all()) await question.click();
}

async function copyWithout(page: Page) {
  await refuseToCopy(page);
  await page.getByRole('button', { name: share.button }).click();
  await page.getByRole('button', { name: shareName('instagram') }).click();
  await expect(page.locator('dialog[open]')).toBeVisible();
}

async function reloadBroken(page: Page) {
  await breakForm(page);
  await page.reload();
  await expect(page.locator('pre')).toContainText('/assets/');
}
