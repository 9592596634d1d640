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

const day = 24 * 60 * 60 * 1000;

test.describe('@desktop what the device keeps', () => {
  test('does not give way to a colleague’s of the same company and address', async ({
    page,
    context,
    network,
    program,
  }) => {
    const [first, second] = [someBooking(), someBooking()];
    const colleague = { ...first, name: second.name };
    network.otherwise = { status: 429 };
    for (const booking of [first, colleague]) {
      await page.goto('/book');
      await fillForm(page, booking);
      await submit(page);
      await expect(page.getByText(failed)).toBeVisible();
    }
    await expect(note(page).getByRole('listitem')).toHaveCount(2);
    await expect(note(page)).toContainText('Your requests are kept');
    network.otherwise = 'pass';
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(note(page)).toBeHidden();
    await expectRows(program, first.email, 2);
  });

  test('outlives a clock that was days ahead, and then its three days', async ({
    page,
    network,
    program,
  }) => {
    const booking = someBooking();
    network.otherwise = { status: 429 };
    await page.goto('/book');
    const now = await page.evaluate(() => Date.now());
    await page.clock.setSystemTime(now + 4 * day);
    await fillForm(page, booking);
    await submit(page);
    await expect(page.getByText(failed)).toBeVisible();
    await page.clock.setSystemTime(now);
    await page.reload();
    await expect(note(page)).toContainText(booking.email);
    const at = await page.evaluate(() => JSON.parse(Object.values(localStorage)[0]).at);
    expect(at).toBeLessThan(now + day);
    network.otherwise = 'pass';
    await page.reload();
    await expect(page.getByRole('status')).toHaveText(thanks);
    await expectRows(program, booking.email, 1);
  });

  test('is sent while the page stays open, as soon as a server is there again', async ({
    page,
    network,
    program,
  }) => {
    const booking = someBooking();
    network.otherwise = { status: 503 };
    await page.goto('/book');
    await fillForm(page, booking);
    await submit(page);
    await soon(page, failed);
    await page.getByLabel('Company Name').fill('');
    await page.locator('.banner').focus();
    network.otherwise = 'pass';
    await page.clock.fastForward(60_000);
    await expect(page.getByRole('status')).toHaveText(thanks);
    await expect(page.getByRole('status')).toBeFocused();
    await expect(page.getByText(failed)).toBeHidden();
    await expectRows(program, booking.email, 1);
  });

  test('is not sent again now and then when it was refused', async ({ page, network, program }) => {
    const booking = someBooking();
    network.otherwise = { status: 400 };
    await page.goto('/book');
    await fillForm(page, booking);
    await submit(page);
    await soon(page, failed);
    await page.clock.fastForward(180_000);
    await page.getByLabel('Company Name').focus();
    expect(network.posts).toHaveLength(1);
    await expectRows(program, booking.email, 0);
  });

  test('is sent for a network that returned during a try', async ({ page, network, program }) => {
    const booking = someBooking();
    network.otherwise = { status: 429 };
    await page.goto('/book');
    await fillForm(page, booking);
    await submit(page);
    await expect(page.getByText(failed)).toBeVisible();
    network.fates = ['hang'];
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => network.posts.length).toBe(2);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    network.fates = [{ status: 429 }];
    network.otherwise = 'pass';
    await page.clock.fastForward(10_000);
    await page.clock.fastForward(1_000);
    await expect(page.getByRole('status')).toHaveText(thanks);
    await expectRows(program, booking.email, 1);
  });

  test('does not take the focus away when it is being sent, and gives it to the news', async ({
    page,
    network,
    program,
  }) => {
    const booking = someBooking();
    network.otherwise = { status: 429 };
    await page.goto('/book');
    await fillForm(page, booking);
    await submit(page);
    await expect(page.getByText(failed)).toBeVisible();
    const discard = note(page).getByRole('button', { name: 'Discard' });
    await discard.focus();
    network.fates = ['hang after'];
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => network.posts.length).toBe(2);
    await expect(note(page).getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await expect(discard).toBeDisabled();
    await expect(discard).toBeFocused();
    await page.keyboard.press('Enter');
    expect(await kept(page)).toHaveLength(1);
    network.otherwise = 'pass';
    await page.clock.fastForward(10_000);
    await page.clock.fastForward(1_000);
    await expect(page.getByRole('status')).toHaveText(thanks);
    await expect(page.getByRole('status')).toBeFocused();
    await expectRows(program, booking.email, 1);
  });

  test('is not shown as unsent while the page is sending it', async ({ page, network }) => {
    network.otherwise = 'hang';
    await page.goto('/book');
    await fillForm(page, someBooking());
    await submit(page);
    await expect.poll(() => network.posts.length).toBe(1);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    await page.clock.fastForward(1_000);
    await expect(note(page)).toBeHidden();
    expect(network.posts).toHaveLength(1);
  });

  test('leaves the form and the banner of a tab when another has sent it', async ({
    page,
    context,
    network,
    program,
  }) => {
    const booking = someBooking();
    network.otherwise = { status: 429 };
    await page.goto('/book');
    await fillForm(page, booking);
    await submit(page);
    await expect(page.getByText(failed)).toBeVisible();
    network.otherwise = 'pass';
    const other = await context.newPage();
    await other.goto('/book');
    await expect(other.getByRole('status')).toHaveText(thanks);
    await expect(note(page)).toBeHidden();
    await expect(page.getByText(failed)).toBeHidden();
    await expect(page.getByLabel('Email Address')).toHaveValue('');
    await expect(page.getByRole('status')).toContainText(booking.name);
    await expectRows(program, booking.email, 1);
  });

  for (const answer of [{ status: 429 }, 'pass'] as const) {
    const what = answer === 'pass' ? 'thanked for' : 'shown';
    test(`moves no field when it is ${what} on the next visit`, async ({ page, network }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      network.otherwise = { status: 429 };
      await page.goto('/book');
      await fillForm(page, someBooking());
      await submit(page);
      await expect(page.getByText(failed)).toBeVisible();
      network.otherwise = answer;
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route('**/assets/island-*.js', async (route) => {
        await promise;
        await route.continue();
      });
      await page.goto('/book', { waitUntil: 'domcontentloaded' });
      const button = page.getByRole('button', { name: 'Submit Request' });
      await page.evaluate(() => document.fonts.ready.then(() => {}));
      const before = await button.boundingBox();
      await page.evaluate(() => {
        Object.assign(window, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Object.assign(window, {
              shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value'),
            });
        }).observe({ type: 'layout-shift', buffered: true });
      });
      resolve();
      if (answer === 'pass') await expect(page.getByRole('status')).toHaveText(thanks);
      else await expect(note(page)).toBeVisible();
      expect(await button.boundingBox()).toEqual(before);
      expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBeLessThan(0.1);
    });
  }
});

function note(page: Page) {
  return page.getByRole('region', { name: 'Not sent yet' });
}
