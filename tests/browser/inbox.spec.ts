import type { Locator, Page, Route } from '@playwright/test';
import { changeLeads } from '../../server/desk/leads/leads.ts';
import { listBookings } from '../../server/store/bookings.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { faultsOn } from '../support/axe.ts';
import { linkFor, office, sales } from '../support/inbox.ts';
import { type MailCatcher, startMailCatcher } from '../support/mail-catcher.ts';
import { markupFaults } from '../support/markup.ts';
import { startProgram } from '../support/program.ts';
import { expect, phone, someBooking, test as visit } from '../support/visit.ts';

interface Parts {
  catcher: MailCatcher;
  store: Store;
}

/** A server with an inbox, a second connection to its store, and the emails that it sends. */
const test = visit.extend<object, Parts>({
  catcher: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const catcher = await startMailCatcher();
      await use(catcher);
      await catcher.close();
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ catcher }, use) => {
      const program = await startProgram({
        RATE_LIMIT_REQUESTS: '0',
        INBOX_USERS: `${sales},${office}`,
        SMTP_URL: catcher.url,
        MAIL_FROM: 'website@example.com',
        NOTIFY_EMAIL: sales,
      });
      await use(program);
      await program.stop();
    },
    { scope: 'worker' },
  ],
  store: [
    async ({ program }, use) => {
      const store = await openSqlite({ folder: program.dataDir });
      await use(store);
      await store.close();
    },
    { scope: 'worker' },
  ],
});

// The tests run one after the other, on one server.
test.describe.configure({ mode: 'default' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'List of leads' }).getByRole('link').filter({ hasText: name });
const status = (page: Page) => page.locator('p.visually-hidden[role=status]');
const alert = (page: Page) => page.locator('.faults');
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' });
const folder = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name });

/** Signs in by a link without showing its page, and opens the inbox. */
async function enter(page: Page, store: Store, email = sales) {
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const data = { token: await linkFor(store, email) };
  expect((await page.request.post('/inbox/api/confirm', { headers, data })).status()).toBe(200);
  await page.goto('/inbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
}

/** Makes the page refetch, as when a person returns to its tab. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

/** Stops the page's own refetches, so that only the test starts one, even on a slow machine. */
const stopPolling = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }));

async function select(page: Page, ...leads: readonly { name: string }[]) {
  for (const { name } of leads) await page.getByLabel(`Select ${name}`).check();
}

/** Books like a visitor, and returns the lead. Its name and address are unique. */
async function book(
  url: string,
  store: Store,
  changes: Partial<ReturnType<typeof someBooking>> = {},
  headers: Record<string, string> = {},
) {
  const booking = { ...someBooking(), ...changes };
  const answer = await fetch(`${url}/rest/v1/booking_requests`, {
    method: 'POST',
    headers: { apikey: 'public-client-key', 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(booking),
  });
  expect(answer.status).toBe(201);
  const [lead] = await listBookings(store, { email: booking.email, limit: 1 });
  if (lead === undefined) throw new Error('the booking is not in the store');
  return lead;
}

const stateOf = async (store: Store, { email }: { email: string }) =>
  (await listBookings(store, { email, limit: 1 }))[0]?.state;

/** Holds back a folder's lists until release. The first has the early data; the others are fetched at the release. */
async function holdLists(page: Page, folder: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let held = 0;
  const hold = async (route: Route) => {
    if (route.request().postDataJSON().folder !== folder) return route.fallback();
    const first = held === 0 ? route.fetch() : undefined;
    await first;
    held += 1;
    await promise;
    const response = await (first ?? route.fetch());
    // The page may have canceled the request.
    await route.fulfill({ response }).catch(() => {});
  };
  await page.route('**/api/leads', hold);
  // The route stays, because otherwise the browser would repeat the held requests.
  return { held: () => held, release: () => resolve() };
}

test('an emailed link signs in once, opens the requested page, and explains why it fails the second time', async ({
  page,
  context,
  catcher,
  program,
  store,
}) => {
  const { id, name } = await book(program.url, store);
  const response = await page.goto(`/inbox/leads/${id}`);
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
    await expect(one.getByRole('heading', { name })).toBeVisible();
    expect(one.url()).toMatch(new RegExp(`/inbox/leads/${id}$`));
  }
  await tab.close();

  await button(page, 'Sign out').click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.goto(link() ?? '');
  await button(page, 'Sign in').click();
  await expect(page.getByRole('alert')).toContainText('This link does not work');
  await expect(page.getByLabel('Email Address')).toBeVisible();
  expect(page.url()).not.toContain('#');
});

test('a new lead is found, opened, noted, marked and closed', async ({ page, program, store }) => {
  await stopPolling(page);
  await enter(page, store);
  // Wait until the list has loaded, because its first leads are not announced as new.
  await expect(folder(page, 'New')).toHaveText(/\d/);
  const { name, email } = await book(program.url, store);
  await comeBack(page);
  await expect(status(page)).toHaveText('1 new lead');
  await expect(page).toHaveTitle(/^\(\d+\)/);
  await page.keyboard.press('/');
  await page.keyboard.type(email);
  await expect(page.locator('.row')).toHaveCount(1);
  await expect(row(page, name)).toContainText('Unread');
  await row(page, name).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name })).toBeFocused();
  await expect(row(page, name)).not.toContainText('Unread');
  expect(await page.getByRole('link', { name: 'Reply' }).getAttribute('href')).toBe(
    `mailto:${email}?subject=Your%20request%20to%20Lodemark&body=${encodeURIComponent(`Dear ${name},\r\n\r\nthank you for your request.\r\n\r\n`)}`,
  );
  await note(page).fill('Call on Thursday: j, k and / are letters here.');
  await button(page, 'Save note').click();
  await expect(status(page)).toHaveText('The note is saved.');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await button(page, 'Mark contacted').click();
  await expect(status(page)).toHaveText('1 lead: Contacted');
  await button(page, 'Close').click();
  await expect(status(page)).toHaveText('1 lead: Closed');
  expect(requests).toEqual(Array(2).fill(expect.stringMatching(/^POST .*\/api\/change$/)));
  await expect(page.locator('.history li')).toHaveCount(4);
  await folder(page, 'Closed').click();
  await expect(row(page, name)).toContainText('Note');
});

test('a reply is drafted in the lead’s language, and offers to mark the lead', async ({
  page,
  program,
  store,
}) => {
  // A name may contain a replacement pattern of JavaScript. Digits could be a phone number.
  const own = { name: `Ke$$ha $& ${someBooking().name}` };
  const lead = await book(program.url, store, own, { 'Content-Language': 'de' });
  await changeLeads(store, [{ id: lead.id }], {
    note: 'Rang +49 (0)30 123-456 on 2026-11-26',
    who: office,
  });
  await enter(page, store);
  await row(page, lead.name).click();
  await expect(page.getByText('German')).toBeVisible();
  const call = page.getByRole('link', { name: /^Call/ });
  await expect(call).toHaveAttribute('href', 'tel:+4930123456');
  const reply = page.getByRole('link', { name: 'Reply' });
  expect(await reply.getAttribute('href')).toContain(encodeURIComponent(`Guten Tag ${lead.name}`));
  await reply.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark contacted' }).click();
  await expect(button(page, 'Reopen')).toBeVisible();
  expect(await stateOf(store, lead)).toBe('contacted');
});

test('a lead has an owner, returns on a day, and lists earlier leads of the sender', async ({
  page,
  program,
  store,
}) => {
  const first = await book(program.url, store);
  const again = await book(program.url, store, { email: first.email });
  await enter(page, store);
  await expect(row(page, again.name)).toContainText('Asked before');
  await row(page, again.name).click();
  await page.getByLabel('Owner').selectOption(office);
  await expect(status(page)).toHaveText('1 lead: Saved');
  await page.getByLabel('Mine').check();
  await expect(row(page, first.name)).toHaveCount(0);
  await page.getByLabel('Owner').selectOption(sales);
  await expect(page.getByLabel('Owner')).toHaveValue(sales);
  await comeBack(page);
  await expect(row(page, again.name)).toBeVisible();
  await button(page, 'Again on …').click();
  await page.getByRole('dialog').getByRole('button').first().click();
  await expect(row(page, again.name)).toHaveCount(0);
  await folder(page, 'Later').click();
  await expect(row(page, again.name)).toContainText('Again on');
  await row(page, again.name).click();
  await expect(page.locator('.history li')).toHaveCount(4);
  await page.getByRole('article').getByRole('link', { name: first.name }).click();
  await expect(page.getByRole('heading', { name: first.name })).toBeVisible();
});

/** The month in the zone of this machine, as on the page. Swedish dates begin with year and month. */
const monthOf = (lead: { created_at: string } | undefined) =>
  new Date(lead?.created_at ?? 0).toLocaleDateString('sv').slice(0, 7);

test('a search finds a lead in another folder or within a month, and no query string contains its words', async ({
  page,
  program,
  store,
}) => {
  const { id, name, created_at } = await book(program.url, store);
  await changeLeads(store, [{ id }], { state: 'closed', who: office });
  await enter(page, store);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())));
  await page.getByRole('searchbox').fill(name);
  await expect(row(page, name)).toContainText('Closed');
  const month = monthOf({ created_at });
  await page.getByLabel('Month').selectOption(month);
  const [oldest] = await listBookings(store, { oldestFirst: true, limit: 1 });
  await expect(page.getByRole('option').last()).toHaveAttribute('value', monthOf(oldest));
  await expect(row(page, name)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue(name);
  await row(page, name).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  expect(addresses.join()).not.toContain(name.split(' ')[1]);
});

test('spam leads are delivered or erased together', async ({ page, program, store, catcher }) => {
  const spam = () =>
    book(program.url, store, { name: `https://bakery.example/${crypto.randomUUID()}` });
  const wanted = [await spam(), await spam()] as const;
  const unwanted = [await spam(), await spam()];
  await enter(page, store);
  await folder(page, 'Quarantined').click();
  await select(page, ...unwanted);
  await button(page, 'Erase').click();
  const dialog = page.getByRole('dialog', { name: 'Erase 2 leads?' });
  for (const { name } of unwanted) await expect(dialog).toContainText(name);
  await expect(button(page, 'Keep')).toBeFocused();
  await button(page, 'Keep').click();
  for (const lead of unwanted) expect(await stateOf(store, lead)).toBe('quarantined');
  await button(page, 'Erase').click();
  await button(page, 'Erase for good').click();
  await expect(status(page)).toHaveText('2 leads: Erased');
  for (const lead of unwanted) expect(await stateOf(store, lead)).toBeUndefined();

  await row(page, wanted[0].name).click();
  await expect(page.getByText('a link in the name')).toBeVisible();
  await button(page, 'Not spam: deliver').click();
  await expect(row(page, wanted[0].name)).toHaveCount(0);
  await select(page, wanted[1]);
  await button(page, 'Not spam: deliver').click();
  const mailed = () => catcher.mails.map(({ text }) => text).join();
  for (const { email } of wanted) await expect.poll(mailed).toContain(email);
});

test('a conflict is not reported as success', async ({ page, program, store }) => {
  await stopPolling(page);
  const [first, second] = [await book(program.url, store), await book(program.url, store)];
  await enter(page, store);
  await select(page, first, second);
  await changeLeads(store, [{ id: second.id, version: 0 }], { note: 'Call back.', who: office });
  await button(page, 'Mark contacted').click();
  await expect(alert(page)).toContainText('1 lead: Contacted. Not changed: 1 lead.');
  await expect(row(page, first.name)).toHaveCount(0);
  await expect(row(page, second.name)).toContainText('Note');
  expect(await stateOf(store, second)).toBe('new');

  // The same happens to an open lead, and to an erasure.
  await row(page, second.name).click();
  await expect(alert(page)).toBeEmpty();
  await expect(note(page)).toHaveValue('Call back.');
  // The page has marked the lead as read, and does not fetch it again.
  await expect(row(page, second.name)).not.toContainText('Unread');
  await changeLeads(store, [{ id: second.id, version: 1 }], { state: 'closed', who: office });
  await button(page, 'Mark contacted').click();
  await expect(alert(page)).toContainText('Not changed: 1 lead');
  await expect(button(page, 'Reopen')).toBeVisible();
  await button(page, 'Erase').click();
  await changeLeads(store, [{ id: second.id, version: 2 }], { note: 'Wait.', who: office });
  // The page fetched newer data behind the dialog, which the person has not seen.
  await comeBack(page);
  await expect(page.locator('.history')).toContainText('Wait.');
  await button(page, 'Erase for good').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(alert(page)).toContainText('Not changed: 1 lead');
  expect(await stateOf(store, second)).toBe('closed');
});

test('a failed answer leaves the lead where it was', async ({ page, program, store }) => {
  const lead = await book(program.url, store);
  await enter(page, store);
  const answers = [
    (route: Route) => route.fulfill({ status: 503, json: {} }),
    (route: Route) => route.abort(),
  ];
  for (const answer of answers) {
    await page.route('**/api/change', answer);
    await page.getByLabel(`Select ${lead.name}`).check();
    await button(page, 'Erase').click();
    await button(page, 'Erase for good').click();
    await expect(alert(page)).toContainText(/did not work|did not answer/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row(page, lead.name)).toBeVisible();
    await button(page, 'Dismiss').click();
    await page.unroute('**/api/change');
  }
});

test('a slow answer for another list is not shown', async ({ page, program, store }) => {
  await stopPolling(page);
  const [lead, other] = [await book(program.url, store), await book(program.url, store)];
  await changeLeads(store, [{ id: other.id }], { state: 'closed', who: office });
  await enter(page, store);
  await expect(row(page, lead.name)).toBeVisible();
  const contacted = await holdLists(page, 'contacted');
  await folder(page, 'Contacted').click();
  await expect.poll(contacted.held).toBe(1);
  await folder(page, 'Closed').click();
  await expect(row(page, other.name)).toBeVisible();
  contacted.release();
  await expect(row(page, other.name)).toBeVisible();
});

test('an answer from before a change does not undo it', async ({ page, program, store }) => {
  await stopPolling(page);
  const lead = await book(program.url, store);
  await enter(page, store);
  await expect(row(page, lead.name)).toBeVisible();
  const old = await holdLists(page, 'new');
  await comeBack(page);
  await expect.poll(old.held).toBe(1);
  await page.getByLabel(`Select ${lead.name}`).check();
  await button(page, 'Mark contacted').click();
  await expect(row(page, lead.name)).toHaveCount(0);
  const late = await book(program.url, store);
  old.release();
  await expect(row(page, late.name)).toBeVisible();
  await expect(row(page, lead.name)).toHaveCount(0);
});

test('no selection is carried over to another list', async ({ page, program, store }) => {
  const lead = await book(program.url, store);
  await enter(page, store);
  await page.getByLabel(`Select ${lead.name}`).check();
  await expect(button(page, 'Erase')).toBeVisible();
  // Nothing can be selected while the previous list is still shown.
  const all = await holdLists(page, 'all');
  await folder(page, 'All').click();
  await expect(page.getByLabel(`Select ${lead.name}`)).toBeDisabled();
  all.release();
  await expect(page.getByLabel(`Select ${lead.name}`)).toBeEnabled();
  await expect(page.getByLabel(`Select ${lead.name}`)).not.toBeChecked();
  await expect(button(page, 'Erase')).toHaveCount(0);
  await folder(page, 'New').click();
  await expect(page.getByLabel(`Select ${lead.name}`)).not.toBeChecked();
});

test('j, k, / and Esc work in list and lead, but not in fields and dialogs', async ({
  page,
  program,
  store,
}) => {
  const [older, newer] = [await book(program.url, store), await book(program.url, store)];
  await enter(page, store);
  await row(page, newer.name).focus();
  await page.keyboard.press('j');
  await expect(row(page, older.name)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: newer.name })).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: older.name })).toBeFocused();
  const address = page.url();

  await button(page, 'Erase').click();
  for (const key of ['j', 'k', '/']) await page.keyboard.press(key);
  await expect(button(page, 'Keep')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await note(page).fill('');
  for (const key of ['j', 'k', '/', 'Escape']) await page.keyboard.press(key);
  await expect(note(page)).toHaveValue('jk/');
  expect(page.url()).toBe(address);

  await button(page, 'Erase').focus();
  await page.keyboard.press('Escape');
  await expect(row(page, older.name)).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('back and forward lead through lists and leads', async ({ page, program, store }) => {
  const lead = await book(program.url, store);
  await enter(page, store);
  await folder(page, 'All').click();
  await row(page, lead.name).click();
  await expect(page.getByRole('heading', { name: lead.name })).toBeVisible();
  await page.goBack();
  await expect(row(page, lead.name)).toBeFocused();
  await expect(folder(page, 'All')).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(folder(page, 'New')).toHaveAttribute('aria-current', 'page');
  await page.goForward();
  await page.goForward();
  await expect(page.getByRole('heading', { name: lead.name })).toBeFocused();
});

test('two people who write one note both keep their text', async ({
  page,
  browser,
  program,
  store,
}) => {
  await stopPolling(page);
  const { name } = await book(program.url, store);
  const other = await browser.newContext({ baseURL: program.url });
  const second = await other.newPage();
  await enter(page, store);
  await enter(second, store, office);
  for (const one of [page, second]) await row(one, name).click();
  await note(page).fill('Mine');
  await note(second).fill('Theirs');
  await button(second, 'Save note').click();
  await expect(status(second)).toHaveText('The note is saved.');
  await button(page, 'Save note').click();
  await expect(page.getByText('Someone else changed the note')).toBeVisible();
  expect(await faultsOn(page)).toEqual([]);
  await expect(note(page)).toHaveValue('Theirs\n\nMine');
  await button(page, 'Save note').click();
  await expect(page.locator('.history')).toContainText('Theirs Mine');
  await comeBack(second);
  await expect(note(second)).toHaveValue('Theirs\n\nMine');
  await other.close();
});

test('an unsaved note stays for the person who wrote it', async ({
  page,
  context,
  program,
  store,
}) => {
  const { name } = await book(program.url, store);
  /** Ends every session, signs in in another tab, and returns to this tab. */
  const signInAgain = async (email: string) => {
    await store.write((db) => db.deleteFrom('inbox_sessions').execute());
    await comeBack(page);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    const tab = await context.newPage();
    await enter(tab, store, email);
    await tab.close();
    await comeBack(page);
  };
  await enter(page, store);
  await row(page, name).click();
  await note(page).fill('Half a thought');
  await signInAgain(sales);
  await expect(note(page)).toHaveValue('Half a thought');
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await signInAgain(office);
  await expect(note(page)).toHaveValue('');
});

test('a long list is loaded page by page', async ({ page, program, store }) => {
  await stopPolling(page);
  const [first] = await Promise.all(Array.from({ length: 60 }, () => book(program.url, store)));
  await enter(page, store);
  await expect(page.locator('.row')).toHaveCount(50);
  const pages: unknown[] = [];
  page.on('request', (request) => pages.push(request.postDataJSON()));
  while (await button(page, 'Older').isVisible()) {
    const before = await page.locator('.row').count();
    const last = await page.locator('.row > a').last().getAttribute('id');
    pages.length = 0;
    await button(page, 'Older').click();
    await expect(page.locator('.row').nth(before)).toBeVisible();
    expect(pages).toEqual([{ folder: 'new', after: last?.replace('lead-', '') }]);
    await expect(page.locator(`#${last}`)).toBeFocused();
  }
  await expect(row(page, first?.name ?? '')).toBeVisible();
});

test('shows the report as a table with bars as long as the shares, also in print', async ({
  page,
  program,
  store,
}) => {
  const { name } = await book(program.url, store);
  await enter(page, store);
  await row(page, name).click();
  await button(page, 'Close').click();
  await expect(status(page)).toHaveText('1 lead: Closed');
  await page.getByRole('link', { name: 'Report' }).click();
  const closed = page.getByRole('row', { name: /^Under 5 minutes/ });
  await expect(closed.getByRole('cell').first()).toHaveText(/^[1-9]\d*$/);
  await page.emulateMedia({ media: 'print' });
  const bar = closed.locator('rect');
  await expect(bar).toBeVisible();
  const [drawn, room] = [await bar.boundingBox(), await closed.locator('svg').boundingBox()];
  expect((drawn?.width ?? 0) / (room?.width ?? 1)).toBeCloseTo(1, 1);
});

test.describe('on a phone', () => {
  test.use(phone);

  test('opens a lead whose end no action covers, and returns to the same place in the list', async ({
    page,
    program,
    store,
  }) => {
    const { id, name } = await book(program.url, store);
    await changeLeads(store, [{ id }], { note: 'Line\n'.repeat(20), who: office });
    await enter(page, store);
    // Only screen readers read this text.
    expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.width).toBe(1);
    await row(page, name).tap();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(row(page, name)).toBeHidden();
    const isAbove = async (locator: Locator) => {
      const [box, actions] = [
        await locator.boundingBox(),
        await page.locator('.actions').boundingBox(),
      ];
      return box !== null && actions !== null && box.y + box.height <= actions.y;
    };
    await button(page, 'Note').tap();
    await expect.poll(() => isAbove(button(page, 'Save note'))).toBe(true);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => isAbove(page.locator('.history'))).toBe(true);
    await page.goBack();
    await expect(row(page, name)).toBeFocused();
  });
});

test('every state passes axe and fits into 320 px', async ({ page, program, store }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const { name } = await book(program.url, store);
  const spam = await book(program.url, store, {
    name: `https://bakery.example/${'win'.repeat(30)}`,
  });
  const check = async () => {
    expect(await faultsOn(page)).toEqual([]);
    const [inner, outer] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      innerWidth,
    ]);
    expect(inner).toBeLessThanOrEqual(outer ?? 0);
  };
  const response = await page.goto('/inbox');
  expect(await markupFaults((await response?.text()) ?? '')).toEqual([]);
  await expect(page.getByLabel('Email Address')).toBeVisible();
  await check();
  await page.goto('/inbox/sign-in#wrong');
  await button(page, 'Sign in').click();
  await expect(page.getByRole('alert')).toContainText('This link does not work');
  await check();
  await enter(page, store);
  await expect(row(page, name)).toBeVisible();
  await check();
  await row(page, name).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await check();
  await page.goto('/inbox?folder=quarantined');
  await page.getByLabel(`Select ${spam.name}`).check();
  await check();
  await button(page, 'Erase').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check();
  await page.goto('/inbox/report');
  await expect(page.getByRole('heading', { name: 'The last 90 days' })).toBeVisible();
  await check();
  await page.getByRole('link', { name: 'Sources' }).click();
  await expect(page.getByRole('row', { name: /^Unknown 0 [1-9]/ }).first()).toBeVisible();
  await check();
});

test('a visitor’s text never runs in the inbox', async ({ page, store, program }) => {
  const run = 'Object.assign(window,{ran:true})';
  const texts = [
    `<script>${run}</script><img src=x onerror=${run}>`,
    `"><svg onload=${run}>`,
    `' autofocus onfocus='${run}`,
    `javascript:${run}`,
    `</title></textarea><iframe srcdoc="<script>${run}</script>">`,
  ];
  await enter(page, store);
  for (const text of texts) {
    const { id, name } = await book(program.url, store, { name: text, company_name: text });
    // Navigates like a link within the page, without a reload.
    await page.evaluate((lead) => history.pushState(null, '', `/inbox/leads/${lead}`), id);
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});
