import { describe, expect, test } from 'vitest';
import { hashOf, newToken } from '../../server/desk/inbox/sign-in.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { ada } from '../support/ada.ts';
import { bookingsCommand, bookingsFolder } from '../support/bookings-command.ts';

const spam = { ...ada, name: 'Spam', spam_signals: ['honeypot'] as const };
const inbox = { INBOX_USERS: 'Sales@example.com,office@example.com' };
const email = 'sales@example.com';

/** The store in this folder, beside the command line. */
async function withStore<T>(
  folder: string,
  work: (store: Store) => Promise<T>,
  now = Date.now,
): Promise<T> {
  const store = await openSqlite({ folder, now });
  return work(store).finally(() => store.close());
}
type Store = Awaited<ReturnType<typeof openSqlite>>;

describe('contacted', () => {
  test('marks leads by numbers and ranges, with a line of history each', async () => {
    const folder = await bookingsFolder([ada, ada, ada, ada]);
    const contacted = await bookingsCommand(['contacted', '1', '3-4'], folder);
    expect(contacted).toEqual({ code: 0, stdout: '3 contacted.\n', stderr: '' });
    const leads = await withStore(folder, (store) => store.listLeads({ limit: 9 }));
    expect(leads.map(({ id, lead_state }) => [id, lead_state])).toEqual([
      [4, 'contacted'],
      [3, 'contacted'],
      [2, 'new'],
      [1, 'contacted'],
    ]);
    const found = await withStore(folder, (store) => store.findLead(4));
    expect(found?.events).toMatchObject([{ who: 'cli', action: 'contacted' }]);
  });

  test('names what is missing or quarantined, and does the rest', async () => {
    const folder = await bookingsFolder([ada, spam]);
    const { code, stdout, stderr } = await bookingsCommand(['contacted', '1-3'], folder);
    expect([code, stdout]).toEqual([1, '1 contacted.\n']);
    expect(stderr).toBe('Not found: 3.\nQuarantined: 2. accept ID first, if it is no spam.\n');
    expect(await bookingsCommand(['contacted'], folder)).toMatchObject({
      code: 2,
      stderr: 'ID is missing: see --help.\n',
    });
  });
});

describe('show', () => {
  test('says what became of a lead, and who did what when', async () => {
    const folder = await bookingsFolder([ada, spam], { channels: ['mail'] });
    await bookingsCommand(['contacted', '1'], folder);
    await withStore(folder, async (store) => {
      await store.changeLead(1, { who: email, note: 'Rang:\nnobody there' });
      await store.changeLead(1, { who: email, state: 'closed' });
    });
    await bookingsCommand(['replay', '1'], folder);
    const { stdout } = await bookingsCommand(['show', '1'], folder);
    expect(stdout).toMatch(
      /^Lead +closed\nContacted +20\d\d-.+\nClosed +20\d\d-.+\nNote +Rang:\n +nobody there$/m,
    );
    expect(stdout).toMatch(/^WHEN \(UTC\) +WHO +WHAT\n20\d\d-.+ cli +contacted$/m);
    expect(stdout).toMatch(/ noted: Rang: nobody there\n.+ closed\n.+ cli +replayed\n$/);
    const { stdout: json } = await bookingsCommand(['show', '1', '--json'], folder);
    expect(JSON.parse(json)).toMatchObject({
      ...ada,
      lead_state: 'closed',
      note: 'Rang:\nnobody there',
      contacted_at: expect.any(String),
      events: [{ action: 'contacted', who: 'cli' }, {}, {}, {}],
    });
    expect((await bookingsCommand(['show', '2'], folder)).stdout).not.toMatch(/^Lead/m);
    await bookingsCommand(['accept', '2'], folder);
    expect((await bookingsCommand(['show', '2'], folder)).stdout).toMatch(
      /^Lead +new\n(.*\n)+.+ cli +accepted\n$/m,
    );
  });

  test('has one state alone, the lead’s, where there is no delivery', async () => {
    const folder = await bookingsFolder([ada]);
    await bookingsCommand(['contacted', '1'], folder);
    const { stdout } = await bookingsCommand(['show', '1'], folder);
    expect(stdout).toMatch(/^Lead +contacted$/m);
    expect(stdout).not.toMatch(/^State/m);
    expect(stdout).toContain('No delivery yet');
  });
});

describe('the inbox', () => {
  test('is entered by a link that inbox-link prints, for ten minutes', async () => {
    const folder = await bookingsFolder([ada]);
    const settings = { ...inbox, SITE_URL: 'https://www.example.com' };
    const printed = await bookingsCommand(['inbox-link', ' SALES@example.com '], folder, settings);
    const [, token = ''] =
      /^https:\/\/www\.example\.com\/inbox\/sign-in#([\w-]{43})\n$/.exec(printed.stdout) ?? [];
    expect(printed).toMatchObject({ code: 0, stderr: expect.stringContaining('ten minutes') });
    const session = { tokenHash: hashOf(newToken()), expiresAt: Date.now() + 60_000 };
    const redeem = (store: Store) =>
      store.redeemLink(hashOf(token), hashOf('browser'), session, [email]);
    const late = () => Date.now() + 10 * 60_000;
    expect(await withStore(folder, redeem, late)).toBeUndefined();
    expect(await withStore(folder, redeem)).toEqual({ email });
  });

  test('is for the addresses of INBOX_USERS; without them inbox-link says what to set', async () => {
    const folder = await bookingsFolder([ada]);
    const link = (settings: Record<string, string>) =>
      bookingsCommand(['inbox-link', 'ada@example.com'], folder, settings);
    expect(await link(inbox)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'ada@example.com may not sign in: INBOX_USERS has sales@example.com, office@example.com.\n',
    });
    const what = 'There is no inbox: set INBOX_USERS to the addresses that may sign in';
    expect(await link({})).toMatchObject({ code: 1, stderr: expect.stringContaining(what) });
  });
});
