import type { Page, Route } from '@playwright/test';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { texts } from '../../site/inbox/texts.ts';
import { faultsOn } from '../support/axe.ts';
import { linkFor, office, sales } from '../support/inbox.ts';
import { type MailCatcher, startMailCatcher } from '../support/mail-catcher.ts';
import { startProgram } from '../support/program.ts';
import { expect, someBooking, test as visit } from '../support/visit.ts';

interface Parts {
  catcher: MailCatcher;
  store: Store;
}

/** A server with an inbox, its store as another program sees it, and the mails that it sends. */
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
        ...{ RATE_LIMIT_REQUESTS: '0', INBOX_USERS: `${sales},${office}` },
        ...{ SMTP_URL: catcher.url, MAIL_FROM: 'website@example.com', NOTIFY_EMAIL: sales },
      });
      await use(program);
      await program.stop();
    },
    { scope: 'worker' },
  ],
  store: [
    async ({ program }, use) => {
      const store = await openSqlite({ folder: program.dataDir, channels: [] });
      await use(store);
      await store.close();
    },
    { scope: 'worker' },
  ],
});

// One after the other, with one server for all of them.
test.describe.configure({ mode: 'default' });

const { actions, keys, lead, list, signIn } = texts;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).getByRole('link');
const status = (page: Page) => page.locator('p.visually-hidden[role=status]');
const note = (page: Page) => page.getByRole('textbox', { name: lead.note });

/** Signs in by a link as the command line prints it. */
async function enter(page: Page, store: Store, email = sales) {
  await page.goto(`/inbox/sign-in#${await linkFor(store, email)}`);
  await button(page, signIn.confirm).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
}

/** Selects these leads in the list, and presses the button for all of them. */
async function pressFor(page: Page, leads: readonly { name: string }[], name: string) {
  for (const lead of leads) await page.getByLabel(`Select ${lead.name}`).check();
  await button(page, name).click();
}

/** Books as a visitor does, and gives the name and address, which nobody else has. */
async function book(url: string, changes: { name?: string } = {}) {
  const booking = { ...someBooking(), ...changes };
  const answer = await fetch(`${url}/rest/v1/booking_requests`, {
    method: 'POST',
    headers: { apikey: 'public-client-key', 'Content-Type': 'application/json' },
    body: JSON.stringify(booking),
  });
  expect(answer.status).toBe(201);
  return booking;
}

test('a mailed link signs in once, and in words says why not again', async ({ page, catcher }) => {
  await page.goto('/inbox/leads/1');
  await page.getByLabel(signIn.email).fill(sales);
  await button(page, signIn.send).click();
  await expect(page.getByText(signIn.sent)).toBeVisible();
  const link = () =>
    catcher.mails.flatMap(({ text = '' }) => /\S+\/inbox\/sign-in#\S+/.exec(text)?.[0] ?? [])[0];
  await expect.poll(link).toBeTruthy();
  await page.goto(link() ?? '');
  await button(page, signIn.confirm).click();
  await expect(page.getByRole('navigation', { name: list.folders })).toBeVisible();
  expect(page.url()).not.toContain('#');

  await button(page, texts.nav.signOut).click();
  await expect(page.getByRole('heading', { name: signIn.title })).toBeVisible();
  await page.goto(link() ?? '');
  await button(page, signIn.confirm).click();
  await expect(page.getByRole('alert')).toHaveText(signIn.wrong);
  await expect(page.getByLabel(signIn.email)).toBeVisible();
  expect(page.url()).not.toContain('#');
});

test('a new lead is opened, noted, marked and closed by key', async ({ page, program, store }) => {
  const response = await page.goto('/inbox');
  expect(response?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  await enter(page, store);
  await expect(page).toHaveTitle(/Inbox/);
  // The list is there: what is in it at first has not arrived.
  await expect(page.getByText(/^\d+ leads?$/)).toBeVisible();
  const { name, email } = await book(program.url);
  await expect(status(page)).toHaveText('1 new lead');
  await expect(page).toHaveTitle(/^\(\d+\)/);
  await page.keyboard.press('/');
  await page.keyboard.type(email);
  await expect(page.getByRole('list').getByRole('listitem')).toHaveCount(1);
  await expect(row(page, name)).toContainText(list.unread);
  await page.keyboard.press('Tab');
  await page.keyboard.press('j');
  await expect(row(page, name)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name })).toBeFocused();
  await expect(row(page, name)).not.toContainText(list.unread);
  expect(await page.getByRole('link', { name: lead.reply }).getAttribute('href')).toBe(
    `mailto:${email}?subject=Your%20request%20to%20Lodemark&body=${encodeURIComponent(`Dear ${name},\r\n\r\nthank you for your request.\r\n\r\n`)}`,
  );
  await page.keyboard.press('n');
  await page.keyboard.type('Call on Thursday: j, e and # are letters here.');
  await page.keyboard.press('Control+Enter');
  await expect(status(page)).toHaveText(lead.saved);
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(status(page)).toHaveText(`1 lead: ${list.contacted}`);
  await page.keyboard.press('e');
  await expect(status(page)).toHaveText(`1 lead: ${list.closed}`);
  await expect(page.locator('.history li')).toHaveCount(4);
  await page.keyboard.press('u');
  await page.getByRole('link', { name: list.closed }).click();
  await expect(row(page, name)).toContainText(list.note);
});

test('spam is delivered or erased, also in bulk', async ({ page, program, store, catcher }) => {
  await page.clock.install();
  const spam = () => book(program.url, { name: `https://bakery.example/${crypto.randomUUID()}` });
  const wanted = [await spam(), await spam(), await spam()] as const;
  const unwanted = [await spam(), await spam()];
  await enter(page, store);
  await page.getByRole('link', { name: list.quarantined }).click();
  const review = async (bookings: readonly { name: string }[], action: string) => {
    await pressFor(page, bookings, action);
    await expect(page.getByText('2 selected')).toHaveCount(0);
  };
  await review(unwanted, actions.erase);
  await page.clock.runFor(10_000);
  const [{ name }] = wanted;
  await row(page, name).click();
  await expect(page.getByText('a link in the name')).toBeVisible();
  await button(page, actions.accept).click();
  await expect(status(page)).toHaveText('1 lead will be delivered');
  await page.clock.runFor(10_000);
  // Both are said, in the order in which the answer and the new list come.
  await expect(status(page)).toHaveText(/^(1 lead was delivered|1 new lead)$/);
  await review(wanted.slice(1), actions.accept);
  await page.clock.runFor(10_000);
  const emailsIn = async (folder?: 'quarantined') =>
    (await store.listLeads({ ...(folder && { folder }), limit: 100 })).map(({ email }) => email);
  for (const { email } of wanted) await expect.poll(() => emailsIn()).toContain(email);
  for (const { email } of unwanted)
    await expect.poll(() => emailsIn('quarantined')).not.toContain(email);
  for (const { email } of unwanted) expect(await emailsIn()).not.toContain(email);
  const mailed = () => catcher.mails.map(({ text }) => text).join();
  for (const { email } of wanted) await expect.poll(mailed).toContain(email);
});

test('keys are listed, and can be turned off for good', async ({ page, store }) => {
  await enter(page, store);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: keys.title })).toBeVisible();
  await page.getByLabel(keys.on).uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('navigation', { name: list.folders })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).not.toBeFocused();
  await button(page, texts.nav.keys).click();
  await expect(page.getByLabel(keys.on)).not.toBeChecked();
});

test('leads are erased after ten seconds, unless undone', async ({ page, program, store }) => {
  await page.clock.install();
  await enter(page, store);
  const gone = [await book(program.url), await book(program.url)];
  const kept = await book(program.url);
  const select = async () => {
    await pressFor(page, gone, actions.erase);
    for (const { name } of gone) await expect(row(page, name)).toHaveCount(0);
  };
  await select();
  await expect(status(page)).toHaveText('2 leads will be erased');
  await page.clock.runFor(9_000);
  await page.keyboard.press('z');
  for (const { name } of gone) await expect(row(page, name)).toBeVisible();

  const answers = [
    (route: Route) => route.fulfill({ status: 503, json: {} }),
    (route: Route) => route.abort(),
  ];
  for (const answer of answers) {
    await page.route('**/api/erase', answer);
    await select();
    await page.clock.runFor(10_000);
    await expect(page.getByRole('alert')).toContainText(actions.left.many.replace('{count}', '2'));
    for (const { name } of gone) await expect(row(page, name)).toBeVisible();
    await page.unroute('**/api/erase');
  }

  await select();
  for (const { email } of gone) expect(program.bookingsFrom(email)).toHaveLength(1);
  await page.clock.runFor(10_000);
  await expect(status(page)).toHaveText('2 leads were erased');
  for (const { email } of gone) expect(program.bookingsFrom(email)).toEqual([]);
  await expect(row(page, kept.name)).toBeVisible();

  // Done, but the answer is lost.
  await page.route('**/api/erase', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await pressFor(page, [kept], actions.erase);
  await page.clock.runFor(10_000);
  await expect(status(page)).toHaveText('1 lead was erased');
  await expect(page.getByText(texts.noAnswer)).toHaveCount(0);
});

test('a lead that a colleague notes meanwhile is kept', async ({ page, program, store }) => {
  await page.clock.install();
  await enter(page, store);
  const [plain, noted] = [await book(program.url), await book(program.url)];
  await pressFor(page, [plain, noted], actions.erase);
  const [found] = program.bookingsFrom(noted.email);
  await store.changeLead(Number(found?.id), { version: 0, note: 'Call back.', who: office });
  await page.clock.runFor(10_000);
  await expect(page.getByRole('alert')).toContainText(
    `1 lead was erased. ${actions.stays.one.replace('{count}', '1')}`,
  );
  await expect(row(page, noted.name)).toContainText(list.note);
  await expect(row(page, plain.name)).toHaveCount(0);
});

test('two who write one note both keep their words', async ({ page, browser, program, store }) => {
  const { name } = await book(program.url);
  const other = await browser.newContext({ baseURL: program.url });
  const second = await other.newPage();
  await enter(page, store);
  await enter(second, store, office);
  for (const one of [page, second]) await row(one, name).click();
  await note(page).fill('Mine');
  await note(second).fill('Theirs');
  await button(second, lead.save).click();
  await expect(status(second)).toHaveText(lead.saved);
  await expect(page.locator('.history')).toContainText('Theirs');
  await button(page, lead.save).click();
  await expect(page.getByText(lead.conflict)).toBeVisible();
  expect(await faultsOn(page)).toEqual([]);
  await expect(note(page)).toHaveValue('Theirs\n\nMine');
  await button(page, lead.save).click();
  await expect(note(second)).toHaveValue('Theirs\n\nMine');
  await other.close();
});

test('unsaved words stay for who wrote them alone', async ({ page, context, program, store }) => {
  const { name } = await book(program.url);
  /** Ends every session, signs in by another tab, and comes back to this one. */
  const signInAgain = async (email: string) => {
    const sessions = await store.listSessions();
    await store.endSessions(sessions.map(({ id }) => id));
    await expect(page.getByText(signIn.ended)).toBeVisible();
    const tab = await context.newPage();
    await enter(tab, store, email);
    await tab.close();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  };
  await enter(page, store);
  await row(page, name).click();
  await note(page).fill('Half a thought');
  await signInAgain(sales);
  await expect(note(page)).toHaveValue('Half a thought');
  await expect(page.getByText(lead.unsaved)).toBeVisible();
  await signInAgain(office);
  await expect(note(page)).toHaveValue('');
});

test('a list longer than the window is read on from its end', async ({ page, program, store }) => {
  const [first] = await Promise.all(Array.from({ length: 60 }, () => book(program.url)));
  await enter(page, store);
  await expect(page.getByRole('listitem')).toHaveCount(50);
  await page.getByRole('region', { name: list.label }).hover();
  await page.mouse.wheel(0, 9_000);
  await expect(button(page, list.older)).toBeInViewport();
  while (await button(page, list.older).isVisible()) {
    const before = await page.getByRole('listitem').count();
    await button(page, list.older).click();
    await expect(page.getByRole('listitem').nth(before)).toBeVisible();
  }
  await expect(page.locator('.row:nth-child(51) > a')).toBeFocused();
  await expect(row(page, first?.name ?? '')).toBeVisible();
});

test('the focus goes on to the next lead when its row goes', async ({ page, program, store }) => {
  const [, middle, last] = [
    await book(program.url),
    await book(program.url),
    await book(program.url),
  ];
  await enter(page, store);
  await row(page, last.name).focus();
  const [found] = program.bookingsFrom(last.email);
  await store.changeLead(Number(found?.id), { version: 0, state: 'contacted', who: office });
  await expect(row(page, last.name)).toHaveCount(0);
  await expect(row(page, middle.name)).toBeFocused();

  await page.getByRole('searchbox').fill(middle.email);
  await expect(page.getByRole('list').getByRole('listitem')).toHaveCount(1);
  await row(page, middle.name).focus();
  await page.keyboard.press('#');
  await expect(row(page, middle.name)).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(row(page, middle.name)).toBeFocused();
});

test('shows the report as a table whose bars are as long as the shares, on paper too', async ({
  page,
  program,
  store,
}) => {
  const { name } = await book(program.url);
  await enter(page, store);
  await row(page, name).click();
  await button(page, actions.closed).click();
  await page.goto('/inbox/report');
  const closed = page.getByRole('row', { name: /^Under 1 hour/ });
  await expect(closed.getByRole('cell').first()).toHaveText(/^[1-9]\d*$/);
  await page.emulateMedia({ media: 'print' });
  const bar = closed.locator('rect');
  await expect(bar).toBeVisible();
  const [drawn, room] = [await bar.boundingBox(), await closed.locator('svg').boundingBox()];
  expect((drawn?.width ?? 0) / (room?.width ?? 1)).toBeCloseTo(1, 1);
  await expect(button(page, texts.report.print)).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('shows list, then lead, then the list where it was', async ({ page, program, store }) => {
    const { name } = await book(program.url);
    await enter(page, store);
    await row(page, name).tap();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(row(page, name)).toBeHidden();
    await page.goBack();
    await expect(row(page, name)).toBeFocused();
  });
});

test('every state of it passes axe and fits at 320 px', async ({ page, program, store }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const { name } = await book(program.url);
  const spam = await book(program.url, {
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
  await page.goto('/inbox');
  await expect(page.getByLabel(signIn.email)).toBeVisible();
  await check();
  await page.goto('/inbox/sign-in#wrong');
  await button(page, signIn.confirm).click();
  await expect(page.getByRole('alert')).toHaveText(signIn.wrong);
  await check();
  await enter(page, store);
  await expect(row(page, name)).toBeVisible();
  await check();
  await row(page, name).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await check();
  await page.keyboard.press('?');
  await check();
  await page.keyboard.press('Escape');
  await page.goto('/inbox?folder=quarantined');
  await page.getByLabel(`Select ${spam.name}`).check();
  await check();
  await button(page, actions.erase).click();
  await expect(button(page, actions.undo)).toBeVisible();
  await check();
  await page.keyboard.press('z');
  await page.goto('/inbox/report');
  await expect(page.getByRole('heading', { name: 'The last 90 days' })).toBeVisible();
  await check();
});
