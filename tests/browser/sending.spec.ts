import type { Page } from '@playwright/test';
import { alerts, bookingForm } from '../../content/en/messages.ts';
import type { Outcome } from '../support/faulty-network.ts';
import { expect, soon, submit, submitButton, test } from '../support/network.ts';
import { fillForm, someBooking } from '../support/visit.ts';

test.use({ timezoneId: 'Asia/Tokyo' });

test('sends the fields and the time zone, even offline', async ({ page, program }) => {
  const booking = { ...someBooking(), email: `${crypto.randomUUID()}@xn--mnchen-3ya.example` };
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.url()));
  // A browser may wrongly report that it is offline.
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }));
  // Firefox returns an international domain from the field as it was typed.
  await page.addInitScript(() => {
    const { get } = FormData.prototype;
    FormData.prototype.get = function (name) {
      return String(get.call(this, name)).replace('xn--mnchen-3ya', 'münchen');
    };
    const { fetch } = window;
    window.fetch = (address, options) => {
      document.documentElement.dataset.keepalive = String(options?.keepalive);
      return fetch(address, options);
    };
  });
  await page.goto('/book');
  await fillForm(page, booking);
  await submit(page);
  const request = await posted;
  expect(request.postDataJSON()).toEqual(booking);
  expect(request.headers()).toMatchObject({ prefer: 'timezone=Asia/Tokyo' });
  expect(request.headers()).not.toHaveProperty('authorization');
  // The request is sent even if the visitor leaves at once.
  await expect(page.locator('html')).toHaveAttribute('data-keepalive', 'true');
  await expect(page.getByText(alerts.booked)).toBeVisible();
  expect(program.bookingsFrom(booking.email)).toHaveLength(1);
  expect(failed).toEqual([]);
});

test('retries a lost request, which is stored once', async ({ page, network, program }) => {
  const passing: [how: string, outcomes: Outcome[]][] = [
    ['cut before it reached the server', ['cut before']],
    ['cut in the middle of the request', ['cut during']],
    ['cut after the commit, twice', ['cut after', 'cut after']],
    ['answered with 502, then with 503', [{ status: 502 }, { status: 503 }]],
    ['not answered', ['hang']],
  ];
  for (const [how, outcomes] of passing) {
    const booking = someBooking();
    network.posts.length = 0;
    network.outcomes = [...outcomes];
    await page.goto('/book');
    await fillForm(page, booking);
    await submit(page);
    await expect(submitButton(page)).toHaveText(bookingForm.submitting);
    await soon(page, network, alerts.booked);
    expect(network.posts, how).toEqual(
      Array(outcomes.length + 1).fill({ type: 'application/json', body: JSON.stringify(booking) }),
    );
    expect(program.bookingsFrom(booking.email), how).toHaveLength(1);
  }
});

test('gives up after 15 seconds and three attempts, and reports after five that it takes long', async ({
  page,
  network,
  program,
}) => {
  const booking = someBooking();
  await page.goto('/book');
  await fillForm(page, booking);
  network.otherwise = 'hang';
  await submit(page);
  await expect(submitButton(page)).toBeDisabled();
  await page.clock.runFor(4_000);
  await expect(page.getByRole('status')).toHaveText('');
  await page.clock.runFor(1_500);
  await expect(page.getByRole('status')).toHaveText(bookingForm.slow);
  await page.clock.runFor(8_500);
  await expect.poll(() => network.posts.length).toBe(2);
  await expect(page.getByText(bookingForm.failed)).toBeHidden();
  await page.clock.runFor(1_500);
  await expectFailure(page, booking);
  await expect(page.getByRole('status')).toHaveText('');
  expect(program.bookingsFrom(booking.email)).toHaveLength(0);
});

test('neither retries a permanent failure nor accepts a stranger’s success, and keeps the values in the form', async ({
  page,
  network,
  program,
}) => {
  const answers: [reason: string, outcome: Outcome][] = [
    ['Error: 400', { status: 400 }],
    ['Error: 429', { status: 429 }],
    ['Error: 200', { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' } }],
    ['redirects the request', { status: 302, headers: { Location: '/book' } }],
  ];
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const booking = someBooking();
  await page.goto('/book');
  await fillForm(page, booking);
  const writeInstead = page.getByText(bookingForm.writeInstead);
  for (const [index, [reason, outcome]] of answers.entries()) {
    network.outcomes = [outcome];
    await submit(page);
    await expectFailure(page, booking);
    // From the second failure on, the page shows an email address.
    await expect(writeInstead.getByRole('link')).toBeVisible({ visible: index > 0 });
    expect(errors.join()).toContain(reason);
  }
  await page.clock.fastForward(60_000);
  expect(network.posts).toHaveLength(answers.length);

  const corrected = { ...booking, company_name: 'The corrected bakery' };
  await fillForm(page, corrected);
  network.outcomes = [{ status: 400 }];
  await submit(page);
  await expectFailure(page, corrected);

  expect(await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }])).toEqual([{}, {}]);
  await page.goto('/book');
  await expectEmpty(page);
  await page.clock.fastForward(60_000);
  expect(network.posts).toHaveLength(answers.length + 1);
  expect(program.bookingsFrom(booking.email)).toHaveLength(0);
});

test('sends a double click or Enter once', async ({ page, network, program }) => {
  const presses = [
    () => submitButton(page).dblclick(),
    async () => {
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    },
  ];
  for (const press of presses) {
    const booking = someBooking();
    network.posts.length = 0;
    await page.goto('/book');
    await fillForm(page, booking);
    await press();
    await expect(page.getByText(alerts.booked)).toBeVisible();
    expect(network.posts).toHaveLength(1);
    expect(program.bookingsFrom(booking.email)).toHaveLength(1);
  }
});

async function expectFailure(page: Page, { email }: { email: string }) {
  await expect(page.getByRole('group', { name: bookingForm.failed })).toBeFocused();
  await expect(page.getByLabel(bookingForm.labels.email)).toHaveValue(email);
  await expect(submitButton(page)).toBeEnabled();
  await expect(submitButton(page)).toHaveText(bookingForm.submit);
}

async function expectEmpty(page: Page) {
  for (const label of Object.values(bookingForm.labels))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
}
