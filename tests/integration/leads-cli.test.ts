import { describe, expect, test } from 'vitest';
import { longestNote } from '../../booking/lead.ts';
import { hashOf, newToken } from '../../server/inbox/sign-in.ts';
import { openSqlite } from '../../server/store/sqlite/store.ts';
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

const findLead = (folder: string, id: number) => withStore(folder, (store) => store.findLead(id));

describe('contacted, close and reopen', () => {
  test('mark leads by numbers and ranges, with a line of history each', async () => {
    const folder = await bookingsFolder([ada, ada, ada, ada]);
    const contacted = await bookingsCommand(['contacted', '1', '3-4'], folder);
    expect(contacted).toEqual({ code: 0, stdout: '3 contacted.\n', stderr: '' });
    expect((await bookingsCommand(['close', '3', '4'], folder)).stdout).toBe('2 closed.\n');
    expect((await bookingsCommand(['reopen', '4'], folder)).stdout).toBe('1 new again.\n');
    const leads = await withStore(folder, (store) => store.listLeads({ limit: 9 }));
    const states = leads.map(({ id, lead_state }) => [id, lead_state]);
    expect(states).toEqual([
      [4, 'new'],
      [3, 'closed'],
      [2, 'new'],
      [1, 'contacted'],
    ]);
    const history = (await findLead(folder, 4))?.events.map(({ who, action }) => [who, action]);
    expect(history).toEqual([
      ['cli', 'contacted'],
      ['cli', 'closed'],
      ['cli', 'reopened'],
    ]);
  });

  test('name what is missing or quarantined, and do the rest', async () => {
    const folder = await bookingsFolder([ada, spam]);
    const { code, stdout, stderr } = await bookingsCommand(['close', '1-3'], folder);
    expect([code, stdout]).toEqual([1, '1 closed.\n']);
    expect(stderr).toBe('Not found: 3.\nQuarantined: 2. accept ID first, if it is no spam.\n');
    expect(await bookingsCommand(['contacted'], folder)).toMatchObject({
      code: 2,
      stderr: 'ID is missing: see --help.\n',
    });
  });
});

test('note shows, replaces and clears the note of a lead', async () => {
  const folder = await bookingsFolder([ada, spam]);
  const note = (...args: string[]) => bookingsCommand(['note', ...args], folder);
  expect(await note('1')).toEqual({ code: 0, stdout: '', stderr: 'There is no note.\n' });
  expect(await note('1', 'Rang:', 'wants an offer\nby \u001b[31mFriday')).toMatchObject({
    code: 0,
    stdout: 'Noted.\n',
  });
  expect((await note('1')).stdout).toBe('Rang: wants an offer\nby \\u001b[31mFriday\n');
  expect(await note('1', '--clear')).toMatchObject({ code: 0, stdout: 'The note is cleared.\n' });
  expect((await findLead(folder, 1))?.lead.note).toBe('');
  expect((await note('7', 'Rang')).stderr).toBe('There is no booking 7.\n');
  expect(await note('2', 'Rang')).toMatchObject({ code: 1, stdout: '' });
  expect(await note('1', '--clear', 'Rang')).toMatchObject({ code: 2 });
  expect((await note('1', 'x'.repeat(longestNote))).code).toBe(0);
  expect(await note('1', 'x'.repeat(longestNote + 1))).toMatchObject({
    code: 2,
    stderr: 'A note has at most 5000 characters, and this one 5001.\n',
  });
});

describe('show', () => {
  test('says what became of a lead, and who did what when', async () => {
    const folder = await bookingsFolder([ada, spam], { channels: ['mail'] });
    await bookingsCommand(['contacted', '1'], folder);
    await bookingsCommand(['note', '1', 'Rang:\nnobody there'], folder);
    await bookingsCommand(['close', '1'], folder);
    await bookingsCommand(['replay', '1'], folder);
    const { stdout } = await bookingsCommand(['show', '1'], folder);
    expect(stdout).toMatch(
      /^Lead +closed\nContacted +20\d\d-.+\nClosed +20\d\d-.+\nNote +Rang:\n +nobody there$/m,
    );
    expect(stdout).toMatch(/^WHEN \(UTC\) +WHO +WHAT\n20\d\d-.+ cli +contacted$/m);
    expect(stdout).toMatch(/ cli +noted: Rang: nobody there\n.+ cli +closed\n.+ cli +replayed\n$/);
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
    await bookingsCommand(['close', '1'], folder);
    const { stdout } = await bookingsCommand(['show', '1'], folder);
    expect(stdout).toMatch(/^Lead +closed$/m);
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

  test('is for the addresses of INBOX_USERS; without them inbox-link and sessions say what to set', async () => {
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
    for (const { code, stderr } of [await link({}), await bookingsCommand(['sessions'], folder)])
      expect([code, stderr]).toEqual([1, expect.stringContaining(what)]);
  });

  test('has sessions, which are shown and ended one by one or all', async () => {
    const folder = await bookingsFolder([ada]);
    const sessions = (...args: string[]) => bookingsCommand(['sessions', ...args], folder, inbox);
    expect(await sessions()).toMatchObject({ code: 0, stdout: 'Nobody is signed in.\n' });
    await withStore(folder, async (store) => {
      for (let n = 0; n < 4; n += 1) {
        const expiresAt = Date.now() + 60_000;
        const [tokenHash, session] = [hashOf(newToken()), hashOf(newToken())];
        await store.insertLink({ tokenHash, email, expiresAt });
        const made = { tokenHash: session, expiresAt };
        await store.redeemLink(tokenHash, hashOf('browser'), made, [email]);
      }
    });
    expect((await sessions()).stdout).toMatch(
      /^ID +SINCE \(UTC\) +UNTIL \(UTC\) +ADDRESS\n1 +20.+ sales@example\.com\n2 /,
    );
    const ended = await sessions('--revoke', '2', '3', '9');
    expect(ended).toEqual({ code: 1, stdout: '2 ended.\n', stderr: 'Not found: 9.\n' });
    const { stdout } = await sessions('--json');
    expect(JSON.parse(stdout)).toMatchObject([
      { id: 1, email },
      { id: 4, email },
    ]);
    expect((await sessions('--revoke', 'all')).stdout).toBe('2 ended.\n');
    expect(await sessions('--json')).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(await sessions('--revoke', 'some')).toMatchObject({ code: 2 });
  });
});
