import type { Page } from '@playwright/test';
import { bookingFields, fieldRules } from '../../booking/booking.ts';
import { alerts, bookingForm, certificate, controls } from '../../content/en/messages.ts';
import { expect, fillForm, someBooking, test } from '../support/visit.ts';

const submit = (page: Page) => page.getByRole('button', { name: bookingForm.submit });
/** In CSS px: small laptops, and phones with their browser's bars. */
const firstViews = [
  [1280, 720],
  [1366, 641],
  [390, 664],
  [360, 640],
] as const;
const field = (page: Page, name: keyof typeof bookingForm.labels) =>
  page.getByLabel(bookingForm.labels[name], { exact: true });

test('shows the thanks over the empty form; the button, Escape and a click outside open the landing page', async ({
  page,
}) => {
  const dialog = page.getByRole('alertdialog', { name: alerts.booked });
  // Test a window that is as high as the page, and a shorter one.
  const ways = [
    [900, () => dialog.getByRole('link', { name: controls.close }).click()],
    [500, () => page.keyboard.press('Escape')],
    [500, () => page.mouse.click(5, 300)],
  ] as const;
  const { width = 0 } = page.viewportSize() ?? {};
  for (const [height, close] of ways) {
    await page.setViewportSize({ width, height });
    await page.goto('/book');
    const booking = someBooking();
    await fillForm(page, booking);
    const title = page.getByRole('heading', { level: 1, includeHidden: true });
    await submit(page).scrollIntoViewIfNeeded();
    const place = await title.boundingBox();
    await submit(page).click();
    await expect(dialog).toBeFocused();
    await expect(dialog).toContainText(booking.email);
    for (const name of bookingFields) await expect(page.locator(`#${name}`)).toHaveValue('');
    await expect(page.locator('[type=submit]')).toHaveText(bookingForm.submit);
    await expect(page.locator('input:user-invalid')).toHaveCount(0);
    await page.mouse.wheel(0, 500);
    await page.keyboard.press('PageDown');
    expect(await title.boundingBox()).toEqual(place);
    await expect(page).toHaveURL('/book');
    await close();
    await expect(page).toHaveURL('/');
    await expect(page.getByText(alerts.booked)).toBeHidden();
  }
});

test('shows the thanks only once after a native post', async ({ page }) => {
  await page.goto('/book');
  await fillForm(page, someBooking());
  await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByRole('alertdialog', { name: alerts.booked })).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.reload();
  await expect(page.getByText(alerts.booked)).toBeHidden();
});

test('the page after a failed post has the exact values, and its banner has the focus', async ({
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
  await fillForm(page, someBooking());
  await submit(page).click();
  await expect(page.getByText(alerts.booked)).toBeVisible();
  for (const field of bookingFields) await expect(page.locator(`#${field}`)).toHaveValue('');
});

test('shows heading, fields and button in the first view, and the whole thank-you dialog', async ({
  page,
}) => {
  await page.goto('/book');
  const parts = page.locator('h1, .lede, .field, .booking-form [type=submit]');
  await expect(parts).toHaveCount(bookingFields.length + 3);
  for (const [width, height] of firstViews) {
    await page.setViewportSize({ width, height });
    for (const part of await parts.all()) await expect(part).toBeInViewport({ ratio: 1 });
  }
  await fillForm(page, someBooking());
  await submit(page).click();
  await expect(page.getByRole('button', { name: certificate.save })).toBeVisible();
  for (const [width, height] of [firstViews[0], firstViews[2]]) {
    await page.setViewportSize({ width, height });
    await expect(page.locator('#booked .dialog-panel')).toBeInViewport({ ratio: 1 });
  }
});

test('counts characters like the server, and cuts none off', async ({ page, program }) => {
  const { email } = someBooking();
  const { max } = fieldRules.company_name;
  await page.goto('/book');
  const long = { name: '🪙'.repeat(fieldRules.name.max), company_name: 'é'.repeat(max + 1) };
  await fillForm(page, { ...someBooking(), ...long, name: 'a\0b', email: 'not an address' });
  await submit(page).click();
  await expect(page.locator('input:invalid')).toHaveCount(3);
  await field(page, 'name').fill(long.name);
  await field(page, 'email').fill(email);
  await submit(page).click();
  await expect(page.locator('input:invalid')).toHaveAttribute('name', 'company_name');
  await expect(field(page, 'company_name')).toHaveAttribute(
    'title',
    bookingForm.length.replace('{max}', String(max)),
  );
  await expect(field(page, 'company_name')).toHaveValue(long.company_name);

  await field(page, 'company_name').fill(`  ${'é'.repeat(max)} `);
  await submit(page).click();
  await expect(page.getByText(alerts.booked)).toBeVisible();
  expect(program.bookingsFrom(email)).toMatchObject([
    { name: long.name, company_name: 'é'.repeat(max) },
  ]);
});

test('@whole comes back unchanged from the bfcache, but idle and empty after a success', async ({
  page,
  program,
}) => {
  await page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset.persisted = '';
    }),
  );
  await page.goto('/');
  await page.goto('/#booked');
  await expect(page.getByText(alerts.booked)).toBeVisible();
  await page.goto('/book');
  await back(page);
  await expect(page.locator('html')).toHaveAttribute('data-persisted');
  await expect(page.getByText(alerts.booked)).toBeHidden();
  await page.goto('/book');
  const booking = someBooking();
  await fillForm(page, booking);
  await submit(page).click();
  await page.getByRole('link', { name: controls.close }).click();
  await expect(page).toHaveURL('/');
  await back(page);
  await expect(page.locator('html')).toHaveAttribute('data-persisted');
  await expect(submit(page)).toBeEnabled();
  await expect(page.getByText(alerts.booked)).toBeHidden();
  for (const name of bookingFields) await expect(field(page, name)).toHaveValue('');
  expect(program.bookingsFrom(booking.email)).toHaveLength(1);
  // Firefox restores a reloaded page with the controls as they were while sending.
  await submit(page).evaluate((button: HTMLButtonElement) => {
    button.disabled = true;
    dispatchEvent(new PageTransitionEvent('pageshow'));
  });
  await expect(submit(page)).toBeEnabled();
});

/** Playwright waits for a load event, which a page from the bfcache does not have. */
async function back(page: Page) {
  await page.evaluate(() => history.back()).catch(() => {});
}
