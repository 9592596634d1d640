import { bookingFields } from '../../booking/booking.ts';
import { alerts, bookingForm } from '../../content/en/messages.ts';
import { expect, soon, submit, test } from '../support/network.ts';
import { startProgram } from '../support/program.ts';
import { fillForm, someBooking } from '../support/visit.ts';

test('@desktop with another data interface an email link replaces the form without a script', async ({
  page,
  browser,
  program,
}) => {
  const BACKEND_URL = `${program.url}/rest/v1`;
  const site = await startProgram({ BACKEND_URL });
  const booking = someBooking();
  await page.goto(`${site.url}/book`);
  await fillForm(page, booking);
  await submit(page);
  await expect(page.getByText(alerts.booked)).toBeVisible();
  expect(program.bookingsFrom(booking.email)).toHaveLength(1);

  const withoutScript = await browser.newContext({ javaScriptEnabled: false });
  const plain = await withoutScript.newPage();
  await plain.goto(`${site.url}/book`);
  await expect(plain.locator('form')).toBeHidden();
  await expect(plain.getByText(bookingForm.withoutScript).getByRole('link')).toBeVisible();
  await withoutScript.close();
  await site.stop();
});

test('@desktop the page after a failed post has the exact values, and its banner has the focus', async ({
  page,
}) => {
  const values = {
    ...someBooking(),
    name: `"'></script><!-- &quot; \\u003c \\" \\`,
    company_name: "$& $1 $' {name} \u2028 \u0001 🏳️‍🌈",
    email: '"'.repeat(300),
  };
  await page.goto('/book');
  await fillForm(page, values);
  // `submit()` skips the script and the browser's validation.
  await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByRole('group', { name: bookingForm.failed })).toBeFocused();
  await expect(page.getByText(bookingForm.writeInstead).getByRole('link')).toBeVisible();
  for (const field of bookingFields)
    await expect(page.locator(`#${field}`)).toHaveValue(values[field]);
});

test.describe('@desktop an old browser', () => {
  // A browser without Trusted Types also does not enforce them.
  test.use({ bypassCSP: true });

  test('sends a booking without an error', async ({ page, network, program }) => {
    await page.addInitScript(forgetNewApis);
    network.outcomes = ['cut after'];
    await page.goto('/book', { waitUntil: 'domcontentloaded' });
    const booking = someBooking();
    await fillForm(page, booking);
    await submit(page);
    await soon(page, network, alerts.booked);
    expect(program.bookingsFrom(booking.email)).toHaveLength(1);
  });
});

/** Removes features that browsers got after 2020, or lack over plain HTTP. */
function forgetNewApis() {
  const gone: [object, string[]][] = [
    [window, ['trustedTypes', 'requestIdleCallback']],
    [Navigator.prototype, ['clipboard', 'onLine']],
    [Crypto.prototype, ['randomUUID', 'subtle']],
    [AbortSignal, ['timeout', 'any']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover', 'inert']],
    [HTMLFormElement.prototype, ['requestSubmit']],
    [Element.prototype, ['checkVisibility']],
  ];
  for (const [object, names] of gone) {
    for (const name of names) Reflect.deleteProperty(object, name);
  }
}
