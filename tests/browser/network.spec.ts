import type { Fate } from '../support/faulty-network.ts';
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

test.describe('@desktop the page tries again by itself', () => {
  const passing: [how: string, fates: Fate[]][] = [
    ['cut before it reached the server', ['cut before']],
    ['cut in the middle of the request', ['cut during']],
    ['cut after the commit', ['cut after']],
    ['cut after the commit three times', ['cut after', 'cut after', 'cut after']],
    ['answered with 502, 503 and 504', [{ status: 502 }, { status: 503 }, { status: 504 }]],
    ['not answered for ten seconds', ['hang']],
  ];
  test('under one key when the request is lost, late or not taken', async ({
    page,
    network,
    program,
  }) => {
    for (const [how, fates] of passing) {
      const booking = someBooking();
      network.posts.length = 0;
      network.fates = [...fates];
      await page.goto('/book');
      await fillForm(page, booking);
      await submit(page);
      await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
      await soon(page, thanks);
      await expect(page).toHaveURL('/');
      const [key] = network.posts.map(({ key }) => key);
      expect(key).toMatch(/^[0-9a-f-]{36}$/);
      expect(network.posts, how).toEqual(
        Array(fates.length + 1).fill({ key, body: JSON.stringify(booking) }),
      );
      await expectRows(program, booking.email, 1, how);
    }
  });

  test('but not what is refused, and keeps the words', async ({ page, network, program }) => {
    const booking = someBooking();
    await page.goto('/book');
    await fillForm(page, booking);
    for (const status of [400, 401, 404, 413, 429]) {
      network.posts.length = 0;
      network.fates = [{ status }];
      await submit(page);
      await soon(page, failed);
      await expect(page.locator('.banner')).toBeFocused();
      await page.clock.fastForward(30_000);
      await expect(page.getByLabel('Email Address')).toHaveValue(booking.email);
      expect(network.posts, String(status)).toHaveLength(1);
    }
    await expectRows(program, booking.email, 0);
  });

  test('for less than 30 seconds from the click, and keeps the words', async ({
    page,
    network,
    program,
  }) => {
    const booking = someBooking();
    network.otherwise = 'hang';
    await page.goto('/book');
    await fillForm(page, booking);
    const start = await page.evaluate(() => performance.now());
    await submit(page);
    for (const [tries, time] of [11_000, 12_000, 5_500].entries()) {
      await expect.poll(() => network.posts.length).toBe(tries + 1);
      await expect(page.getByText(failed)).toBeHidden();
      await page.clock.runFor(time);
    }
    await expect(page.getByText(failed)).toBeVisible();
    expect(await page.evaluate((start) => performance.now() - start, start)).toBeLessThan(30_000);
    for (const label of ['Name', 'Company Name', 'Email Address']) {
      await expect(page.getByLabel(label, { exact: true })).not.toHaveValue('');
    }
    await expectRows(program, booking.email, 0);
  });

  test('when the server wishes it, where that is within the time', async ({
    page,
    network,
    program,
  }) => {
    const booking = someBooking();
    network.fates = [
      { status: 503, headers: { 'Retry-After': '6' } },
      { status: 503, headers: { 'Retry-After': '120' } },
    ];
    await page.goto('/book');
    await fillForm(page, booking);
    await submit(page);
    await expect.poll(() => network.posts.length).toBe(1);
    await page.clock.runFor(4_000);
    expect(network.posts).toHaveLength(1);
    await page.clock.runFor(2_500);
    await expect.poll(() => network.posts.length).toBe(2);
    await page.clock.runFor(2_000);
    await expect(page.getByText(thanks)).toBeVisible();
    await expectRows(program, booking.email, 1);
  });

  test('and a word corrected between two tries is a booking of its own', async ({
    page,
    network,
    program,
  }) => {
    const booking = someBooking();
    network.fates = ['cut after', 'cut after', 'cut after', 'cut after'];
    await page.goto('/book');
    await fillForm(page, booking);
    await submit(page);
    await soon(page, failed);
    await page.getByLabel('Company Name').fill('The corrected bakery');
    await submit(page);
    await soon(page, thanks);
    const rows = await expectRows(program, booking.email, 2);
    expect(rows.map(({ company_name }) => company_name).sort()).toEqual([
      booking.company_name,
      'The corrected bakery',
    ]);
    expect(new Set(network.posts.map(({ key }) => key)).size).toBe(2);
    expect(await kept(page)).toEqual([]);
  });
});
