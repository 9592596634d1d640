import type { Locator } from '@playwright/test';
import { listBookings } from '../../server/store/bookings.ts';
import {
  button,
  comeBack,
  expect,
  folder,
  note,
  office,
  row,
  sales,
  status,
  stopPolling,
  test,
  title,
} from '../support/inbox-page.ts';
import { phone, someBooking } from '../support/visit.ts';

test('an emailed link signs in once, opens the requested page, and explains why it fails the second time', async ({
  page,
  context,
  catcher,
  book,
}) => {
  const lead = await book();
  const response = await page.goto(`/inbox/leads/${lead.id}`);
  expect(response?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  await page.getByLabel('Email Address').fill(sales);
  await button(page, 'Send the link').click();
  await expect(button(page, 'Use another address')).toBeVisible();
  const link = () =>
    catcher.mails.flatMap(({ text = '' }) => /\S+\/inbox\/sign-in#\S+/.exec(text)?.[0] ?? [])[0];
  await expect.poll(link).toBeTruthy();
  const tab = await context.newPage();
  await tab.goto(link() ?? '');
  await button(tab, 'Sign in').click();
  // The tab that requested the link continues too.
  for (const one of [tab, page]) {
    await expect(title(one, lead)).toBeVisible();
    expect(one.url()).toMatch(new RegExp(`/inbox/leads/${lead.id}$`));
  }
  await tab.close();

  await button(page, 'Sign out').click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.goto(link() ?? '');
  await button(page, 'Sign in').click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expect(page.getByLabel('Email Address')).toBeVisible();
  expect(page.url()).not.toContain('#');
});

test('a new lead is found, opened, noted, marked, closed and counted in the report', async ({
  page,
  book,
  enter,
  store,
}) => {
  await stopPolling(page);
  await store.write((db) => db.deleteFrom('booking_requests').execute());
  await enter();
  // Wait until the list has loaded, because its first leads are not announced as new.
  await expect(folder(page, 'New')).toHaveText(/0/);
  const lead = await book();
  await comeBack(page);
  await expect(status(page)).toHaveText(/^1 /);
  await expect(page).toHaveTitle(/^\(\d+\)/);
  await page.keyboard.press('/');
  await page.keyboard.type(lead.email);
  await expect(page.locator('.row')).toHaveCount(1);
  await expect(row(page, lead)).toContainText('Unread');
  await row(page, lead).focus();
  await page.keyboard.press('Enter');
  await expect(title(page, lead)).toBeFocused();
  await expect(row(page, lead)).not.toContainText('Unread');
  expect(await page.getByRole('link', { name: 'Reply' }).getAttribute('href')).toBe(
    `mailto:${lead.email}?subject=Your%20request%20to%20Lodemark&body=${encodeURIComponent(`Dear ${lead.name},\r\n\r\nthank you for your request.\r\n\r\n`)}`,
  );
  await note(page).fill('Call on Thursday: j, k and / are letters here.');
  await button(page, 'Save note').click();
  await expect(status(page)).toHaveText(/^\D+$/);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await button(page, 'Mark contacted').click();
  await expect(status(page)).toHaveText(/^1 .*Contacted$/);
  await button(page, 'Close').click();
  await expect(status(page)).toHaveText(/^1 .*Closed$/);
  expect(requests).toEqual(Array(2).fill(expect.stringMatching(/^POST .*\/api\/change$/)));
  await expect(page.locator('.history li')).toHaveCount(4);
  await folder(page, 'Closed').click();
  await expect(row(page, lead)).toContainText('Note');

  await page.getByRole('link', { name: 'Report' }).click();
  // The keyboard can scroll a wide report.
  const report = page.getByRole('region', { name: '90' });
  await expect(report).toBeVisible();
  await page.getByRole('link', { name: 'Sources' }).focus();
  await page.keyboard.press('Tab');
  await expect(report).toBeFocused();
  // The bar is as long as the share, also in print.
  const closed = page.getByRole('row', { name: /^Under 5 minutes/ });
  await expect(closed.getByRole('cell').first()).toHaveText(/^[1-9]\d*$/);
  await page.emulateMedia({ media: 'print' });
  const bar = closed.locator('rect');
  await expect(bar).toBeVisible();
  const [drawn, room] = [await bar.boundingBox(), await closed.locator('svg').boundingBox()];
  expect((drawn?.width ?? 0) / (room?.width ?? 1)).toBeCloseTo(1, 1);
});

test('a reply is drafted in the lead’s language, and offers to mark the lead', async ({
  page,
  book,
  change,
  enter,
  stateOf,
}) => {
  // A name may contain a replacement pattern of JavaScript. Digits could be a phone number.
  const own = { name: `Ke$$ha $& ${someBooking().name}` };
  const lead = await book(own, { 'Content-Language': 'de' });
  await change(lead, { note: 'Rang +49 (0)30 123-456 on 2026-11-26' });
  await enter();
  await row(page, lead).click();
  await expect(page.getByText('German')).toBeVisible();
  const call = page.getByRole('link', { name: /^Call/ });
  await expect(call).toHaveAttribute('href', 'tel:+4930123456');
  const reply = page.getByRole('link', { name: 'Reply' });
  expect(await reply.getAttribute('href')).toContain(encodeURIComponent(`Guten Tag ${lead.name}`));
  await reply.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark contacted' }).click();
  await expect(button(page, 'Reopen')).toBeVisible();
  expect(await stateOf(lead)).toBe('contacted');
});

test('a lead has an owner, returns on a day, and lists earlier leads of the sender', async ({
  page,
  book,
  enter,
}) => {
  const first = await book();
  const again = await book({ email: first.email });
  await enter();
  await expect(row(page, again)).toContainText('Asked before');
  await row(page, again).click();
  await page.getByLabel('Owner').selectOption(office);
  await expect(status(page)).toHaveText(/^1 /);
  await page.getByLabel('Mine').check();
  await expect(row(page, first)).toHaveCount(0);
  await page.getByLabel('Owner').selectOption(sales);
  await expect(page.getByLabel('Owner')).toHaveValue(sales);
  await comeBack(page);
  await expect(row(page, again)).toBeVisible();
  await button(page, 'Again on …').click();
  await button(page, 'Cancel').click();
  await button(page, 'Again on …').click();
  const day = page.getByRole('dialog').getByRole('button').first();
  // Not '2026-11-30'.
  await expect(day).toHaveText(/^[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}$/);
  const dayText = (await day.textContent()) ?? '';
  await day.click();
  await expect(row(page, again)).toHaveCount(0);
  await folder(page, 'Later').click();
  await expect(row(page, again)).toContainText(`Again on ${dayText}`);
  await row(page, again).click();
  await expect(page.locator('.history li')).toHaveCount(4);
  await expect(page.locator('.history blockquote').last()).toHaveText(dayText);
  await page.getByRole('article').getByRole('link', { name: first.name }).click();
  await expect(title(page, first)).toBeVisible();
});

test('a search finds a lead in another folder or within a month, and no query string contains its words', async ({
  page,
  store,
  book,
  change,
  enter,
}) => {
  const lead = await book();
  await change(lead, { state: 'closed' });
  await enter();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())));
  await page.getByRole('searchbox').fill(lead.name);
  await expect(row(page, lead)).toContainText('Closed');
  // In the zone of this machine, as on the page. Swedish dates begin with year and month.
  const monthOf = (time = '') => new Date(time).toLocaleDateString('sv').slice(0, 7);
  await page.getByLabel('Month').selectOption(monthOf(lead.created_at));
  const [oldest] = await listBookings(store, { oldestFirst: true, limit: 1 });
  const last = page.getByRole('option').last();
  await expect(last).toHaveAttribute('value', monthOf(oldest?.created_at));
  await expect(row(page, lead)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue(lead.name);
  await row(page, lead).click();
  await expect(title(page, lead)).toBeVisible();
  expect(addresses.join()).not.toContain(lead.name.split(' ')[1]);

  // At midnight, before the time of day of the oldest lead.
  const now = new Date();
  const nextMonth = new Date(now.getFullYear(), now.getMonth() + 1);
  await page.clock.setFixedTime(nextMonth);
  await page.goto('/inbox');
  const newest = page.getByRole('option').nth(1);
  await expect(newest).toHaveAttribute('value', monthOf(nextMonth.toISOString()));
});

test.describe('on a phone', () => {
  test.use(phone);

  test('opens a lead whose end no action covers, and returns to the same place in the list', async ({
    page,
    book,
    change,
    enter,
  }) => {
    const lead = await book();
    await change(lead, { note: 'Line\n'.repeat(20) });
    await enter();
    // Only screen readers read this text.
    expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.width).toBe(1);
    await row(page, lead).tap();
    await expect(title(page, lead)).toBeVisible();
    await expect(row(page, lead)).toBeHidden();
    const isAbove = async (locator: Locator) => {
      const [part, actions] = [
        await locator.boundingBox(),
        await page.locator('.actions').boundingBox(),
      ];
      return part !== null && actions !== null && part.y + part.height <= actions.y;
    };
    await button(page, 'Note').tap();
    await expect.poll(() => isAbove(button(page, 'Save note'))).toBe(true);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => isAbove(page.locator('.history'))).toBe(true);
    await page.goBack();
    await expect(row(page, lead)).toBeFocused();
  });
});
