import type { Page } from '@playwright/test';
import { bookingFields } from '../../booking/booking.ts';
import { honeypotField } from '../../booking/spam.ts';
import { alerts, bookingForm } from '../../content/en/messages.ts';
import { expect, fillForm, someBooking, test } from '../support/visit.ts';

test('keyboard, pointer and assistive technology reach only the fields of a booking', async ({
  page,
}) => {
  await page.goto('/book');
  const shown = page.getByRole('textbox').or(page.getByRole('combobox'));
  expect(await shown.count()).toBe(bookingFields.length);
  expect(await page.locator('form').ariaSnapshot()).not.toContain(bookingForm.leaveEmpty);
  await honeypot(page).evaluate((input: HTMLInputElement) => input.focus());
  await expect(honeypot(page)).not.toBeFocused();
  // In a browser without `inert`.
  await page.locator('form [inert]').evaluate((element) => element.removeAttribute('inert'));
  const submit = page.getByRole('button', { name: bookingForm.submit });
  await page.locator('#name').focus();
  for (const _ of bookingFields) await page.keyboard.press('Tab');
  await expect(submit).toBeFocused();
  expect(await honeypot(page).evaluate((input) => getComputedStyle(input).display)).not.toBe(
    'none',
  );
});

test('@whole autofill fills the fields and leaves the honeypot', async ({ page }) => {
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
  // Chromium looks for fields when a person focuses one.
  await page.locator('#name').click();
  await browser.send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } });
  await expect(page.locator('#email')).toHaveValue(adaAtHome.EMAIL_ADDRESS);
  await expect(page.locator('#company_name')).toHaveValue(adaAtHome.COMPANY_NAME);
  await expect(honeypot(page)).toHaveValue('');
});

test('a program that fills in everything is thanked and quarantined', async ({ page, program }) => {
  const booking = someBooking();
  await page.goto('/book');
  await fillForm(page, booking);
  await honeypot(page).evaluate((input: HTMLInputElement) => {
    input.value = 'Miami';
  });
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: bookingForm.submit }).click();
  const request = await posted;
  expect(new URL(request.url()).search).toBe(`?columns=${bookingFields.join()}`);
  expect(request.postDataJSON()).toEqual({ ...booking, [honeypotField]: 'Miami' });
  await expect(page.getByText(alerts.booked)).toBeVisible();
  expect(program.bookingsFrom(booking.email)).toMatchObject([{ spam_signals: 'honeypot' }]);
});

/** Every part of an address that Chromium stores, by its own names. */
const adaAtHome = {
  NAME_FULL: 'Ada Lovelace',
  COMPANY_NAME: 'Analytical Engines',
  EMAIL_ADDRESS: 'ada@example.com',
  ADDRESS_HOME_LINE1: '12 St James’s Square',
  ADDRESS_HOME_CITY: 'London',
  PHONE_HOME_WHOLE_NUMBER: '+442079460000',
};

function honeypot(page: Page) {
  return page.locator(`[name=${honeypotField}]`);
}
