import type { Page, Route } from '@playwright/test';
import { changeLeads } from '../../server/desk/leads/leads.ts';
import { listBookings } from '../../server/store/bookings.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { linkFor, office, sales } from './inbox.ts';
import { type MailCatcher, startMailCatcher } from './mail-catcher.ts';
import { startProgram } from './program.ts';
import { expect, someBooking, test as visit } from './visit.ts';

type Lead = Awaited<ReturnType<typeof listBookings>>[number];
type Booking = ReturnType<typeof someBooking>;

interface Actions {
  /** Books like a visitor, and returns the lead. Its name and address are unique. */
  book: (changes?: Partial<Booking>, headers?: Record<string, string>) => Promise<Lead>;
  /** Signs in by a link without showing its page, and opens the inbox. */
  enter: (email?: string, window?: Page) => Promise<void>;
  /** Changes a lead in the store, like a colleague. */
  change: (lead: { id: number; version?: number }, changes: Changes) => Promise<unknown>;
  /** Undefined: the lead is erased. */
  stateOf: (lead: { email: string }) => Promise<string | undefined>;
}

type Changes = Omit<Parameters<typeof changeLeads>[2], 'who'>;

interface Parts {
  catcher: MailCatcher;
  store: Store;
}

/** A server with an inbox, a second connection to its store, and the emails that it sends. */
export const test = visit.extend<Actions, Parts>({
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
  book: async ({ program, request, store }, use) =>
    use(async (changes = {}, headers = {}) => {
      const data = { ...someBooking(), ...changes };
      const answer = await request.post(`${program.url}/rest/v1/booking_requests`, {
        headers: { apikey: 'public-client-key', ...headers },
        data,
      });
      expect(answer.status()).toBe(201);
      const [lead] = await listBookings(store, { email: data.email, limit: 1 });
      if (lead === undefined) throw new Error('the booking is not in the store');
      return lead;
    }),
  enter: async ({ page, store }, use) =>
    use(async (email = sales, window = page) => {
      const headers = { 'Sec-Fetch-Site': 'same-origin' };
      const data = { token: await linkFor(store, email) };
      const answer = await window.request.post('/inbox/api/confirm', { headers, data });
      expect(answer.status()).toBe(200);
      await window.goto('/inbox');
      await expect(window.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    }),
  change: async ({ store }, use) =>
    use((lead, changes) => changeLeads(store, [lead], { ...changes, who: office })),
  stateOf: async ({ store }, use) =>
    use(async ({ email }) => (await listBookings(store, { email, limit: 1 }))[0]?.state),
});

export { expect, office, sales };

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const row = (page: Page, { name }: { name: string }) =>
  page.getByRole('region', { name: 'List of leads' }).getByRole('link').filter({ hasText: name });
export const title = (page: Page, { name }: { name: string }) =>
  page.getByRole('heading', { name, exact: true });
export const box = (page: Page, { name }: { name: string }) => page.getByLabel(`Select ${name}`);
export const status = (page: Page) => page.locator('p.visually-hidden[role=status]');
export const alert = (page: Page) => page.locator('.faults');
export const note = (page: Page) => page.getByRole('textbox', { name: 'Note' });
export const folder = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name });

/** Makes the page refetch, as when a person returns to its tab. */
export const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

/** Stops the page's own refetches, so that only the test starts one, even on a slow machine. */
export const stopPolling = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }));

/** Holds back a folder's lists until release. The first has the early data; the others are fetched at the release. */
export async function holdLists(page: Page, folder: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let held = 0;
  await page.route('**/api/leads', async (route: Route) => {
    if (route.request().postDataJSON().folder !== folder) return route.fallback();
    const first = held === 0 ? route.fetch() : undefined;
    await first;
    held += 1;
    await promise;
    const response = await (first ?? route.fetch());
    // The page may have canceled the request.
    await route.fulfill({ response }).catch(() => {});
  });
  // The route stays, because otherwise the browser would repeat the held requests.
  return { held: () => held, release: () => resolve() };
}
