import type { Page } from '@playwright/test';
import { legal } from '../../content/legal.ts';
import { bookingForm, controls } from '../../content/messages.ts';
import { share } from '../../content/share.ts';
import { faultsIn } from '../support/axe.ts';
import {
  breakForm,
  expect,
  fillForm,
  shareName,
  someBooking,
  test,
  thank,
} from '../support/visit.ts';

type State = [
  state: string,
  address: string,
  reach?: (page: Page) => Promise<unknown>,
  /** What is new in this state, where the rest of the page was looked at in another. */
  part?: string,
];

const states: State[] = [
  ['the landing page', '/'],
  ['the success', '/', thank, '#booked'],
  ['the share menu', '/', openShare, '#share'],
  ['the questions', '/', openQuestions, '.questions'],
  ['the copied address', '/', copy, 'dialog[open]'],
  ['the address to copy', '/', copyWithout, 'dialog[open]'],
  ['the form', '/book'],
  ['the privacy notice', '/book', (page) => page.getByText(legal.privacy.title).click()],
  ['the failure', '/book', failToSubmit],
  ['the error screen', '/nowhere'],
  ['the error screen with a stack', '/book', reloadBroken],
];
const small: State[] = [
  ['the menu', '/', (page) => page.getByRole('button', { name: controls.menu }).click()],
];

for (const width of [320, 1440]) {
  const shown = width < 896 ? [...states, ...small] : states;
  for (const path of ['/', '/book', '/nowhere']) {
    const ofPath = shown.filter(([, address]) => address === path);
    test(`@desktop finds no fault at ${width} px in any state of ${path}`, async ({
      page,
      context,
      faults,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const [state, address, reach, part] of ofPath) {
        // Another document than the last one, even where only the fragment differs.
        await page.goto('about:blank');
        await page.goto(address);
        await reach?.(page);
        expect(await faultsIn(page, part), state).toEqual([]);
        await page.unrouteAll();
      }
      // Where the form is broken on purpose.
      expect(faults.every((fault) => fault.includes('JSON'))).toBe(true);
      faults.length = 0;
    });
  }
}

async function openShare(page: Page) {
  await page.getByRole('button', { name: share.button }).click();
  await expect(page.locator('#share')).toBeVisible();
}

async function openQuestions(page: Page) {
  for (const question of await page.locator('.questions summary').all()) await question.click();
}

async function copy(page: Page) {
  await page.getByRole('button', { name: share.button }).click();
  await page.getByRole('button', { name: shareName('instagram') }).click();
  await expect(page.locator('dialog[open]')).toBeVisible();
}

async function copyWithout(page: Page) {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await copy(page);
}

async function failToSubmit(page: Page) {
  await page.route('**/booking_requests*', (route) => route.fulfill({ status: 400 }));
  await fillForm(page, someBooking());
  await page.getByRole('button', { name: bookingForm.submit }).click();
  await expect(page.locator('.banner')).toBeFocused();
}

async function reloadBroken(page: Page) {
  await breakForm(page);
  await page.reload();
  await expect(page.locator('pre')).toBeVisible();
}
