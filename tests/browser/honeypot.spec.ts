import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { bookingFields } from '../../booking/booking.ts';
import { honeypotField } from '../../booking/spam.ts';
import type { Program } from '../support/program.ts';
import { expect, fillForm, someBooking, test } from '../support/visit.ts';

const thanks = 'Thank you for your interest. We will contact you shortly.';

test('@desktop people meet the fields of a booking: no key, no pointer, no assistive technology finds another', async ({
  page,
}) => {
  await page.goto('/book');
  expect(await page.getByRole('textbox').count()).toBe(bookingFields.length);
  expect(await page.locator('form').ariaSnapshot()).not.toContain('Leave this empty');
  const reached: string[] = [];
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => document.activeElement?.getAttribute('name') ?? ''));
  }
  expect(new Set(reached.filter(Boolean))).toEqual(new Set(bookingFields));
  await trap(page).evaluate((input: HTMLInputElement) => input.focus());
  await expect(trap(page)).not.toBeFocused();
  const { violations } = await new AxeBuilder({ page }).include('form').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('the field takes no room and looks like nothing, but is not display: none', async ({
  page,
}) => {
  await page.goto('/book');
  const before = await page.screenshot({ animations: 'disabled' });
  expect(await trap(page).evaluate((input) => getComputedStyle(input).display)).not.toBe('none');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await trap(page).evaluate((input) => input.closest('[inert]')?.remove());
  expect((await page.screenshot({ animations: 'disabled' })).equals(before)).toBe(true);
});

test('@desktop autofill fills the three fields and leaves the fourth', async ({ page }) => {
  await page.goto('/book');
  const browser = await page.context().newCDPSession(page);
  const fields = Object.entries(adaAtHome).map(([name, value]) => ({ name, value }));
  const { root } = await browser.send('DOM.getDocument');
  const { nodeId } = await browser.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '#name',
  });
  const { node } = await browser.send('DOM.describeNode', { nodeId });
  await browser.send('Autofill.enable');
  // Chromium looks for fields when somebody comes to one.
  await page.getByLabel('Name', { exact: true }).click();
  await browser.send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } });
  await expect(page.getByLabel('Email Address')).toHaveValue(adaAtHome.EMAIL_ADDRESS);
  await expect(page.getByLabel('Company Name')).toHaveValue(adaAtHome.COMPANY_NAME);
  await expect(trap(page)).toHaveValue('');
});

test('@desktop a program that fills in everything is thanked, and set aside', async ({
  page,
  program,
}) => {
  const booking = someBooking();
  await page.goto('/book');
  await fillForm(page, booking);
  await trap(page).evaluate((input: HTMLInputElement) => {
    input.value = 'Miami';
  });
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  const request = await posted;
  expect(new URL(request.url()).search).toBe(`?columns=${bookingFields.join()}`);
  expect(request.postDataJSON()).toEqual({ ...booking, [honeypotField]: 'Miami' });
  await expect(page.getByText(thanks)).toBeVisible();
  await expectSuspect(program, booking.email);
});

test('@desktop a program without a script is thanked, and set aside', async ({
  browser,
  program,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const booking = someBooking();
  await page.goto(`${program.url}/book`);
  await fillForm(page, booking);
  await trap(page).evaluate((input: HTMLInputElement) => {
    input.value = 'Miami';
  });
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page).toHaveURL(`${program.url}/#booked`);
  await expectSuspect(program, booking.email);
  await context.close();
});

/** All that Chromium keeps of an address, by its own names. */
const adaAtHome = {
  NAME_FULL: 'Ada Lovelace',
  COMPANY_NAME: 'Analytical Engines',
  EMAIL_ADDRESS: 'ada@example.com',
  ADDRESS_HOME_LINE1: '12 St James’s Square',
  ADDRESS_HOME_LINE2: 'Second floor',
  ADDRESS_HOME_CITY: 'London',
  ADDRESS_HOME_STATE: 'London',
  ADDRESS_HOME_ZIP: 'SW1Y 4JH',
  ADDRESS_HOME_COUNTRY: 'GB',
  PHONE_HOME_WHOLE_NUMBER: '+442079460000',
};

function trap(page: Page) {
  return page.locator(`[name=${honeypotField}]`);
}

/** It is not among the bookings, and nothing of it is lost. */
async function expectSuspect(program: Program, email: string) {
  expect(await program.bookingsFrom(email)).toEqual([]);
  expect(await program.suspectsFrom(email)).toMatchObject([{ spam_signals: ['trap'] }]);
}
