import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { chromium, type Page } from '@playwright/test';
import { unsentNote } from '../../content/messages.ts';
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

test.describe('@desktop what could not be sent', () => {
  test('is kept when submit was pressed, shown on the next visit, and sent by itself under its key', async ({
    page,
    network,
    program,
  }) => {
    const booking = someBooking();
    network.otherwise = { status: 503 };
    await page.goto('/book');
    await fillForm(page, booking);
    expect(await kept(page)).toEqual([]);
    await submit(page);
    await soon(page, failed);
    await expect(note(page)).toContainText(booking.email);
    const banner = page.getByRole('group', { name: failed, description: unsentNote.kept.one });
    await banner.getByRole('link').click();
    await expect(note(page)).toBeInViewport({ ratio: 1 });
    const [tried] = network.posts;

    // Not dropped while nobody has acknowledged it.
    await page.goto('/book');
    await expect(note(page)).toContainText(booking.company_name);
    await expect.poll(() => network.posts.length).toBe(5);
    expect(await kept(page)).toHaveLength(1);
    await expect(page.getByText(failed)).toBeHidden();
    await page.goto('/');

    network.otherwise = 'pass';
    await page.goto('/book');
    await expect(page.getByRole('status')).toHaveText(thanks);
    await expect(note(page)).toBeHidden();
    await expect(page).toHaveURL('/book');
    expect(new Set(network.posts.map(({ key, body }) => key + body))).toEqual(
      new Set([`${tried?.key}${tried?.body}`]),
    );
    expect(await kept(page)).toEqual([]);
    await expectRows(program, booking.email, 1);
  });

  test('is sent by itself when the network returns, and the form is empty again', async ({
    page,
    context,
    network,
    program,
  }) => {
    const booking = someBooking();
    await page.goto('/book');
    await fillForm(page, booking);
    await context.setOffline(true);
    await submit(page);
    await soon(page, failed);
    await context.setOffline(false);
    await expect(page.getByRole('status')).toHaveText(thanks);
    await expect(page.getByText(failed)).toBeHidden();
    await expect(page.getByLabel('Email Address')).toHaveValue('');
    expect(network.posts).toHaveLength(1);
    await expectRows(program, booking.email, 1);
  });

  test('can be sent again or thrown away by the visitor', async ({ page, network, program }) => {
    const [first, second] = [someBooking(), someBooking()];
    network.otherwise = { status: 429 };
    await page.goto('/book');
    for (const booking of [first, second]) {
      await fillForm(page, booking);
      await submit(page);
      await expect(page.getByText(failed)).toBeVisible();
      await expect(note(page)).toContainText(booking.email);
    }
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

    await entry(page, first.email).getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('status')).toBeFocused();
    await expect(note(page)).not.toContainText(first.email);
    await expect(page.getByLabel('Email Address')).toHaveValue(second.email);
    expect(await kept(page)).toHaveLength(1);

    network.otherwise = 'pass';
    await entry(page, second.email).getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText(thanks)).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(await kept(page)).toEqual([]);
    await expectRows(program, first.email, 0, 'thrown away');
    await expectRows(program, second.email, 1, 'sent again');
  });

  test('is not said to be kept where only another is', async ({ page, network }) => {
    const [older, newer] = [someBooking(), someBooking()];
    network.otherwise = { status: 429 };
    await page.goto('/book');
    await fillForm(page, older);
    await submit(page);
    await expect(page.getByRole('link', { name: unsentNote.kept.one })).toBeVisible();
    await fillStorage(page);
    await fillForm(page, newer);
    await submit(page);
    await expect.poll(() => network.posts.length).toBe(2);
    await expect(page.locator('.banner')).toHaveText(failed);
    await expect(note(page)).toContainText(older.email);
    await expect(note(page)).not.toContainText(newer.email);
  });

  test('gives way to its correction', async ({ page, context, network, program }) => {
    const booking = someBooking();
    await page.goto('/book');
    await fillForm(page, { ...booking, name: 'Mistyped' });
    await context.setOffline(true);
    await submit(page);
    await soon(page, failed);
    await page.getByLabel('Name', { exact: true }).fill(booking.name);
    await submit(page);
    await soon(page, failed);
    await expect(note(page)).toContainText(booking.name);
    await expect(note(page)).not.toContainText('Mistyped');
    await context.setOffline(false);
    await expect(page.getByRole('status')).toHaveText(thanks);
    expect(network.posts.map(({ body }) => body)).toEqual([JSON.stringify(booking)]);
    await expectRows(program, booking.email, 1);
  });

  test('is gone after three days, and what is broken in the storage is dropped', async ({
    page,
    network,
    program,
  }) => {
    const booking = someBooking();
    await page.goto('/book');
    const key = (digit: number) => `unsent 00000000-0000-4000-8000-00000000000${digit}`;
    const at = await page.evaluate(() => Date.now());
    const entries = {
      [key(1)]: JSON.stringify({ ...booking, at: at - 3 * day }),
      [key(2)]: JSON.stringify({ ...booking, email: 'no address', at }),
      [key(3)]: JSON.stringify({ ...booking, name: ['a', 'list'], at }),
      [key(4)]: JSON.stringify({ ...booking, at: 'today' }),
      [key(5)]: '}{',
      [key(6)]: 'null',
      'unsent __proto__': JSON.stringify({ ...booking, at }),
      'of another page': 'stays',
    };
    await page.evaluate((entries) => Object.assign(localStorage, entries), entries);
    await page.reload();
    await expect.poll(() => kept(page)).toEqual(['of another page']);
    await expect(note(page)).toBeHidden();
    expect(network.posts).toEqual([]);

    const almost = JSON.stringify({ ...booking, at: at - 3 * day + 60_000 });
    await page.evaluate(
      ([key, entry]) => localStorage.setItem(`${key}`, `${entry}`),
      [key(7), almost],
    );
    await page.reload();
    await expect(page.getByRole('status')).toHaveText(thanks);
    await expectRows(program, booking.email, 1, 'almost three days old');
  });

  test('is sent by one of two tabs', async ({ page, context, network, program }) => {
    const booking = someBooking();
    const other = await context.newPage();
    await other.goto('/book');
    await page.goto('/book');
    await fillForm(page, booking);
    await context.setOffline(true);
    await submit(page);
    await soon(page, failed);
    network.fates = ['hang'];
    await context.setOffline(false);
    await expect.poll(() => network.posts.length).toBe(1);
    const third = await context.newPage();
    await third.goto('/book');
    await expect(note(third)).toContainText(booking.email);
    await context.clock.fastForward(10_000);
    await context.clock.fastForward(1_000);
    await expect(note(third)).toBeHidden();
    await expect(note(page)).toBeHidden();
    expect(network.posts).toHaveLength(2);
    await expectRows(program, booking.email, 1);
  });

  test('waits until a prerendered page is opened', async ({ page, network, program }) => {
    const booking = someBooking();
    network.otherwise = { status: 400 };
    await page.goto('/book');
    await fillForm(page, booking);
    await submit(page);
    await expect(page.getByText(failed)).toBeVisible();
    network.otherwise = 'pass';
    // Under Playwright no prerendered page is ever opened.
    await page.addInitScript(() => {
      Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
    });
    await page.reload();
    await expect(note(page)).toContainText(booking.email);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    expect(network.posts).toHaveLength(1);
    await page.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { value: false });
      document.dispatchEvent(new Event('prerenderingchange'));
    });
    await expect(page.getByRole('status')).toHaveText(thanks);
    expect(network.posts).toHaveLength(2);
    await expectRows(program, booking.email, 1);
  });
});

test.describe('@desktop a device that keeps nothing', () => {
  test('because its storage is full changes nothing else', async ({ page, network, program }) => {
    const booking = someBooking();
    await page.goto('/book');
    await fillStorage(page);
    await failAndSucceed(page, booking, network);
    await expectRows(program, booking.email, 1);
  });

  test('because the visitor blocks cookies changes nothing else', async ({
    network,
    program,
    launchOptions,
  }) => {
    const profile = await mkdtemp(join(tmpdir(), 'lodemark-profile-'));
    await mkdir(join(profile, 'Default'));
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(blocked));
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL: network.url,
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto('/book');
    await expect(page.evaluate(() => localStorage.length)).rejects.toThrow('SecurityError');
    const booking = someBooking();
    await failAndSucceed(page, booking, network);
    await expectRows(program, booking.email, 1);
    expect(errors).toEqual([]);
    await context.close();
    await rm(profile, { recursive: true });
  });
});

function note(page: Page) {
  return page.getByRole('region', { name: 'Not sent yet' });
}

function entry(page: Page, email: string) {
  return note(page).getByRole('listitem').filter({ hasText: email });
}

/** Leaves no room for one more booking. */
async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (let size = 2 ** 23; size >= 1; size /= 2) {
      try {
        localStorage.setItem(`filler ${size}`, 'x'.repeat(size));
      } catch {}
    }
  });
}

/** The banner and the words after a failure, without a promise to keep them; then success under the same key. */
async function failAndSucceed(
  page: Page,
  booking: ReturnType<typeof someBooking>,
  network: { posts: { key: string | undefined }[]; fates: unknown[] },
) {
  network.fates.push({ status: 429 });
  await fillForm(page, booking);
  await submit(page);
  await expect(page.getByText(failed)).toBeVisible();
  await expect(note(page)).toBeHidden();
  await submit(page);
  await expect(page.getByText(thanks)).toBeVisible();
  expect(new Set(network.posts.map(({ key }) => key)).size).toBe(1);
}
