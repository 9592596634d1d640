import type { Page } from '@playwright/test';
import {
  expect,
  expectRows,
  failed,
  kept,
  soon,
  submit,
  test,
  thanks,
} from '../support/network.ts';
import { fillForm, someBooking } from '../support/visit.ts';

const status = (page: Page) => page.getByRole('status');

test.describe('@desktop only the data interface’s own answer acknowledges a booking', () => {
  const strangers = [
    ['a page with 200', { status: 200, headers: { 'Content-Type': 'text/html' } }],
    ['a redirection to a page', { status: 302, headers: { Location: '/book' } }],
    ['an empty answer', { status: 204 }],
  ] as const;
  for (const [what, fate] of strangers) {
    test(`not ${what}`, async ({ page, network, program }) => {
      const booking = someBooking();
      network.otherwise = fate;
      await page.goto('/book');
      await fillForm(page, booking);
      await submit(page);
      await soon(page, failed);
      await expect(page.getByLabel('Email Address')).toHaveValue(booking.email);
      expect(await kept(page)).toHaveLength(1);
      await expectRows(program, booking.email, 0, what);
      network.otherwise = 'pass';
      await submit(page);
      await expect(page.getByText(thanks)).toBeVisible();
      expect(await kept(page)).toEqual([]);
      await expectRows(program, booking.email, 1, `${what}, then sent again`);
    });
  }
});

test.describe('@desktop the form and the script store one row between them', () => {
  test('when the answer to the form’s own post is lost and the script sends the same', async ({
    page,
    network,
    program,
  }) => {
    const booking = someBooking();
    network.island = 'hang';
    network.fates = ['cut after'];
    await page.goto('/book', { waitUntil: 'domcontentloaded' });
    await fillForm(page, booking);
    await submit(page);
    await page.clock.fastForward(10_000);
    await expect.poll(() => program.bookingsFrom(booking.email)).toHaveLength(1);
    network.island = 'pass';
    await page.goto('/book');
    await fillForm(page, booking);
    await submit(page);
    await expect(page.getByText(thanks)).toBeVisible();
    expect(network.posts.map(({ key }) => key?.length)).toEqual([undefined, 36]);
    await expectRows(program, booking.email, 1, 'then sent by the script');
  });

  test('when the form posts by itself what the device still keeps', async ({
    page,
    network,
    program,
  }) => {
    const booking = someBooking();
    network.fates = [{ status: 400 }];
    await page.goto('/book');
    await fillForm(page, booking);
    await submit(page);
    await soon(page, failed);
    await page.route('**/assets/islands-*.js', (route) => route.abort());
    await page.goto('/book');
    await fillForm(page, booking);
    await submit(page);
    await expect(page.getByText(thanks)).toBeVisible();
    await expectRows(program, booking.email, 1, 'posted by itself');
    await page.unrouteAll();
    await page.goto('/book');
    await expect(status(page)).toHaveText(thanks);
    expect(await kept(page)).toEqual([]);
    await expectRows(program, booking.email, 1, 'then sent by the device');
  });
});

test.describe('@desktop a visitor who stops the next page', () => {
  test('is thanked in place, and the form is idle, empty and unmarked', async ({
    page,
    network,
    program,
  }) => {
    const booking = someBooking();
    await page.goto('/book');
    await fillForm(page, booking);
    network.landing = 'stop';
    await submit(page);
    await expect.poll(() => network.posts.length).toBe(1);
    await expect.poll(() => kept(page)).toEqual([]);
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    await page.clock.fastForward(5_000);
    await expect(status(page)).toHaveText(thanks);
    await expect(status(page)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled();
    await expect(page.getByLabel('Email Address')).toHaveValue('');
    await expect(page.locator('input:user-invalid')).toHaveCount(0);
    await expectRows(program, booking.email, 1);
  });

  test('after the form posted itself has the form again, with the banner', async ({
    page,
    network,
    program,
  }) => {
    const booking = someBooking();
    network.island = 'hang';
    network.fates = [{ status: 204 }];
    await page.goto('/book', { waitUntil: 'domcontentloaded' });
    await fillForm(page, booking);
    await submit(page);
    await page.clock.fastForward(10_000);
    await expect.poll(() => network.posts.length).toBe(1);
    await expect(page.locator('[data-held]')).toHaveAttribute('inert');
    await page.clock.fastForward(18_000);
    await expect(page.getByRole('group', { name: failed })).toBeFocused();
    await expect(page.locator('[data-held]')).toHaveCount(0);
    await expect(page.getByLabel('Email Address')).toHaveValue(booking.email);
    await page.getByRole('button', { name: 'Submit Request' }).click({ noWaitAfter: true });
    await expect(page.getByText(thanks)).toBeVisible();
    expect(network.posts).toHaveLength(2);
    await expectRows(program, booking.email, 1);
  });
});

test('@desktop the empty fields are not marked as wrong when the booking was sent by itself', async ({
  page,
  context,
  program,
}) => {
  const booking = someBooking();
  await page.goto('/book');
  await page.getByLabel('Name', { exact: true }).pressSequentially('A');
  await fillForm(page, booking);
  await context.setOffline(true);
  await submit(page);
  await soon(page, failed);
  await context.setOffline(false);
  await expect(status(page)).toHaveText(thanks);
  await expect(page.getByLabel('Email Address')).toHaveValue('');
  await expect(page.locator('input:user-invalid')).toHaveCount(0);
  await expectRows(program, booking.email, 1);
});

test('@desktop a held submit shows one label where the colours are the visitor’s own', async ({
  page,
  network,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  network.island = 'hang';
  await page.goto('/book', { waitUntil: 'domcontentloaded' });
  await fillForm(page, someBooking());
  await submit(page);
  await expect(page.locator('[data-held]')).toBeVisible();
  const sizes = await page.locator('[type=submit]').evaluate((button) => ({
    first: parseFloat(getComputedStyle(button).fontSize),
    second: parseFloat(getComputedStyle(button, '::after').fontSize),
    words: getComputedStyle(button, '::after').content,
  }));
  expect(sizes).toMatchObject({ first: 0, words: '"Submitting..."' });
  expect(sizes.second).toBeGreaterThanOrEqual(16);
});
