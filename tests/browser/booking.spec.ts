import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startProgram } from '../support/program.ts';
import { expect, fillForm, someBooking, test } from '../support/visit.ts';

const thanks = 'Thank you for your interest. We will contact you shortly.';
const failed = 'Failed to submit form. Please try again later.';

test('asks to be called: the row is stored and the visitor is thanked on /', async ({
  page,
  program,
}) => {
  const booking = someBooking();
  await page.goto('/');
  await page.getByRole('link', { name: 'BOOK A CALL', exact: true }).click();
  await fillForm(page, booking);
  await page.getByRole('button', { name: 'Submit Request' }).click();

  await expect(page.getByText(thanks)).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.locator('#booked')).toBeFocused();
  expect(await program.bookingsFrom(booking.email)).toMatchObject([booking]);

  await page.getByRole('link', { name: 'Close' }).click();
  await expect(page.getByText(thanks)).toBeHidden();
});

test('@desktop finds the form idle and empty when the visitor comes back after a success', async ({
  page,
}) => {
  await page.goto('/book');
  await fillForm(page, someBooking());
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByText(thanks)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled();
  for (const label of ['Name', 'Company Name', 'Email Address']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
  }
});

test('@desktop says Submitting... and holds still while the server works', async ({
  page,
  program,
}) => {
  const booking = someBooking();
  await page.goto('/book');
  await fillForm(page, booking);
  const lock = new DatabaseSync(join(program.dataDir, 'bookings.db'));
  lock.exec('BEGIN IMMEDIATE');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  for (const label of ['Name', 'Company Name', 'Email Address']) {
    await expect(page.getByLabel(label, { exact: true })).toBeDisabled();
  }
  lock.exec('ROLLBACK');
  lock.close();
  await expect(page.getByText(thanks)).toBeVisible();
  expect(await program.bookingsFrom(booking.email)).toHaveLength(1);
});

test('@desktop keeps the words and shows the banner when it fails, and sends them on the next try', async ({
  page,
}) => {
  const limited = await startProgram({ RATE_LIMIT_REQUESTS: '1', RATE_LIMIT_SECONDS: '8' });
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const first = someBooking();
  const second = someBooking();

  await page.goto(`${limited.url}/book`);
  await fillForm(page, first);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByText(thanks)).toBeVisible();

  await page.goto(`${limited.url}/book`);
  await fillForm(page, second);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.locator('.banner')).toHaveText(failed);
  await expect(page.locator('.banner')).toBeFocused();
  await expect(page.getByLabel('Email Address')).toHaveValue(second.email);
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled();
  expect(errors.join()).toContain('TOO_MANY_REQUESTS');
  await expect(page.locator('body')).not.toContainText('TOO_MANY_REQUESTS');

  const again = page.getByRole('button', { name: 'Submit Request' });
  await expect(async () => {
    // On a slow machine the page may be on its way to the thanks already.
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(page.getByText(thanks)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await limited.bookingsFrom(second.email)).toHaveLength(1);
  await limited.stop();
});

test('@desktop wants all three fields and an address that the browser accepts', async ({
  page,
  program,
}) => {
  const booking = { ...someBooking(), email: 'not an address' };
  await page.goto('/book');
  for (const label of ['Name', 'Company Name', 'Email Address']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required');
  }
  await fillForm(page, booking);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.locator('input:invalid')).toHaveAttribute('name', 'email');
  await expect(page).toHaveURL('/book');
  expect(await program.bookingsFrom(booking.email)).toEqual([]);
});

test('@desktop counts characters as the server does, and cuts none', async ({ page, program }) => {
  const { email } = someBooking();
  const name = page.getByLabel('Name', { exact: true });
  const company = page.getByLabel('Company Name');
  await page.goto('/book');
  await fillForm(page, {
    ...someBooking(),
    name: '🪙'.repeat(150),
    company_name: 'é'.repeat(201),
    email,
  });
  await name.press('End');
  await name.pressSequentially('🪙'.repeat(50));
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.locator('input:invalid')).toHaveAttribute('name', 'company_name');
  await expect(company).toHaveAttribute('title', 'At most 200 characters, and not only spaces');
  await expect(company).toHaveValue('é'.repeat(201));

  await company.fill(`  ${'é'.repeat(200)} `);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByText(thanks)).toBeVisible();
  expect(await program.bookingsFrom(email)).toMatchObject([
    { name: '🪙'.repeat(200), company_name: 'é'.repeat(200) },
  ]);
});

test('@desktop leads back home, and tells how the details are used', async ({ page }) => {
  await page.goto('/book');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book a Call');
  const notice = page.getByRole('group').filter({ hasText: 'How we use your details' });
  await page.getByText('How we use your details').click();
  for (const point of ['responsible', 'stored', 'how long', 'this device', 'erased']) {
    await expect(notice).toContainText(point);
  }
  await expect(page.getByRole('contentinfo')).toContainText(
    'Illustrative figures; not an offer or advice',
  );
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('@desktop is a dark page', async ({ page }) => {
  await page.goto('/book');
  const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(scheme).toBe('dark');
});
