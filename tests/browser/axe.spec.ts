import type { Page } from '@playwright/test';
import { alteredFigure } from '../../content/en/demonstrations.ts';
import { architecture } from '../../content/en/landing.ts';
import { bookingForm, controls, share } from '../../content/en/messages.ts';
import { faultsOn } from '../support/axe.ts';
import {
  expect,
  fillForm,
  refuseToCopy,
  shareName,
  someBooking,
  test,
  thank,
} from '../support/visit.ts';

type State = [
  state: string,
  address: string,
  reach: (page: Page) => Promise<unknown>,
  /** The part that only this state shows. Another state covers the rest of the page. */
  part?: string,
];

const states: State[] = [
  ['the landing page with a followed record', '/', followRecord],
  ['an altered figure', '/', alterFigure, '#security'],
  ['the menu', '/', (page) => press(page, controls.menu), '#menu'],
  ['the share menu', '/', (page) => press(page, share.button), '#share'],
  ['the copied address', '/', copy, '#copied'],
  ['the address to copy', '/', copyWithout, 'dialog[open]'],
  ['the thanks', '/', (page) => thank(page), '#booked'],
  ['the form with a certificate', '/book', (page) => fillForm(page, someBooking())],
  ['the privacy notice', '/book', (page) => page.locator('.privacy summary').click(), '.privacy'],
  ['a failure', '/book', fail, '.booking-form'],
  ['the error screen', '/nowhere', async () => {}],
];

test('finds no fault in any state', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 });
  let shown = '';
  for (const [state, address, reach, part = 'html'] of states) {
    // Escape closes the menu or dialog of the state before.
    if (address === shown) await page.keyboard.press('Escape');
    else await page.goto(address);
    shown = address;
    await reach(page);
    await expect(page.locator(part)).toBeVisible();
    expect(await faultsOn(page, part), state).toEqual([]);
  }
});

async function followRecord(page: Page) {
  await page.getByRole('radio', { name: architecture.drivers.names[2] }).check();
  await expect(page.locator('#architecture [role=status]')).not.toBeEmpty();
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

async function copy(page: Page) {
  await page.context().grantPermissions(['clipboard-write']);
  await press(page, share.button);
  await press(page, shareName('instagram'));
}

async function copyWithout(page: Page) {
  await refuseToCopy(page);
  await press(page, share.button);
  await press(page, shareName('instagram'));
}

async function alterFigure(page: Page) {
  await page.getByRole('textbox', { name: alteredFigure.figure.name }).pressSequentially('9');
  await expect(page.getByText(alteredFigure.broken)).toBeVisible();
}

async function fail(page: Page) {
  await page.route('**/booking_requests*', (route) => route.fulfill({ status: 400 }));
  await fillForm(page, someBooking());
  await press(page, bookingForm.submit);
  await expect(page.getByText(bookingForm.failed)).toBeVisible();
}
