import { rename } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Change, ChangeAnswer, LeadAnswer, LeadsAnswer } from '../../booking/inbox-answers.ts';
import { readErased } from '../../server/store/erase.ts';
import { databaseFile } from '../../server/store/sqlite-file.ts';
import { ada } from '../support/ada.ts';
import { bareRequest } from '../support/bare-request.ts';
import { runIn } from '../support/database.ts';
import { catcher, hour, mailSettings } from '../support/delivery.ts';
import { office, sales, signedIn } from '../support/inbox.ts';
import { startInbox } from '../support/inbox-server.ts';

describe('the inbox', () => {
  /** A server with an inbox and two signed-in people. */
  async function startWithTwo(settings?: Record<string, string>) {
    const server = await startInbox(settings);
    const [one, other] = [await signedIn(server, sales), await signedIn(server, office)];
    const list = async (body: object = {}): Promise<LeadsAnswer> =>
      (await one.post('leads', body)).json();
    const lead = async (id: number): Promise<LeadAnswer> => one.json(`leads/${id}`);
    const post = (id: number, version: number, change: unknown, who = one) =>
      who.post('change', { change, leads: [{ id, version }] });
    const changeAll = async (change: Change, leads: object[]): Promise<ChangeAnswer> =>
      (await one.post('change', { change, leads })).json();
    /** Whether lead 1, and its row in the list, show a failed attempt to notify the provider by email. */
    const showsFailure = async () => [
      (await lead(1)).lead.facts.some(({ label }) => label.endsWith('by mail')),
      (await list()).leads[0]?.isUndelivered,
    ];
    return { ...server, one, other, list, lead, post, changeAll, showsFailure };
  }

  test('a lead is read, contacted and noted, and its history names the person', async () => {
    const { one, other, book, pass, list, lead, post } = await startWithTwo({
      CONTACT_WITHIN: '2h',
    });
    await book({ name: 'Ada\u202eLovelace' });
    const row = { id: 1, folder: 'new', isRead: false, isOverdue: false, version: 0 };
    const first = { name: 'Ada\\u202eLovelace', email: ada.email, isUndelivered: false };
    expect(await list()).toMatchObject({ leads: [{ ...row, ...first }], next: null });

    expect((await lead(1)).lead.isRead).toBe(true);
    const ofOther = await (await other.post('leads')).json();
    expect(ofOther.leads).toMatchObject([{ isRead: false }]);
    expect((await one.get('leads/99')).status).toBe(404);
    pass(2 * hour + 1_000);
    expect((await list()).leads).toMatchObject([{ ...row, isRead: true, isOverdue: true }]);

    await post(1, 0, 'contacted');
    // The note ends with half of a character.
    const noted = await post(1, 1, { note: 'Calls back\nat =noon \ud83d' }, other);
    const answer: ChangeAnswer = await noted.json();
    expect(answer.lead).toEqual(await lead(1));
    expect(answer.lead).toMatchObject({
      lead: { folder: 'contacted', hasNote: true, version: 2, isOverdue: false },
      events: [
        { who: sales, action: 'contacted' },
        { who: office, action: 'noted', text: 'Calls back\nat =noon \ufffd' },
      ],
    });
    expect((await list({ folder: 'contacted' })).leads).toHaveLength(1);
    expect((await list({ folder: 'new' })).leads).toEqual([]);
  });

  test('a lead shows each failed attempt to notify the provider', async () => {
    const { book, showsFailure } = await startWithTwo(mailSettings('smtp://127.0.0.1:1'));
    await book();
    await expect.poll(showsFailure).toEqual([true, true]);
  });

  test('a first attempt that is still running is not a failure, but one whose process died is', async () => {
    const begun = Promise.withResolvers<void>();
    const { url } = await catcher({ onMailFrom: () => begun.resolve() });
    const { folder, book, showsFailure } = await startWithTwo(mailSettings(url));
    await book();
    await begun.promise;
    expect(await showsFailure()).toEqual([false, false]);
    runIn(folder, 'UPDATE deliveries SET attempts = 2');
    expect(await showsFailure()).toEqual([true, true]);
  });

  test('a change of many leads is one request, and skips leads that a colleague has changed', async () => {
    const { folder, other, book, list, lead, post, changeAll } = await startWithTwo();
    for (const name of ['A', 'B', 'C', 'https://spam.example/']) await book({ name });
    await post(3, 0, 'closed');
    await post(2, 0, { note: 'Mine.' }, other);
    const seen = [1, 2, 4, 99].map((id) => ({ id, version: 0 }));
    const leads = [...seen, { id: 3, version: 1 }];
    const answer = await changeAll('contacted', leads);
    expect(answer).toEqual({
      changed: 2,
      leads: [...(await list({ folder: 'quarantined' })).leads, ...(await list()).leads],
      counts: { new: 1, contacted: 2, closed: 0, quarantined: 1, later: 0, all: 3 },
    });
    expect(answer.leads).toMatchObject([
      { id: 4, folder: 'quarantined', version: 0 },
      { id: 3, folder: 'contacted', version: 2, isRead: true },
      { id: 2, folder: 'new', version: 1 },
      { id: 1, folder: 'contacted', version: 1, isRead: true },
    ]);
    const { events } = await lead(3);
    expect(events.map(({ action }) => action)).toEqual(['closed', 'reopened']);
    const quarantined = { id: 4, version: 0 };
    expect(await changeAll('accept', [quarantined, quarantined])).toMatchObject({ changed: 1 });
    expect(await changeAll('erase', [quarantined, { id: 3, version: 2 }])).toMatchObject({
      changed: 1,
      leads: [{ id: 4, folder: 'new', version: 1 }],
    });
    expect(readErased(folder)).toMatchObject([{ booking_id: 3 }]);
  });

  test('an unreadable request is refused, and nothing is changed', async () => {
    const { one, book, lead, url } = await startWithTwo();
    await book();
    const before = await lead(1);
    const leads = [{ id: 1, version: 0 }];
    const wrong: [string, unknown][] = [
      ['change', { leads }],
      ['change', { change: 'lost', leads }],
      ['change', { change: { state: 'closed' }, leads }],
      ['change', { change: { note: 'a'.repeat(5_001) }, leads }],
      ['change', { change: { note: 'a\0b' }, leads }],
      ['change', { change: { note: 'a', who: office }, leads }],
      ['change', { change: { owner: 'stranger@example.com' }, leads }],
      ['change', { change: { follow_up: '2020-01-01' }, leads }],
      ['change', { change: { follow_up: '2027-02-30' }, leads }],
      ['change', { change: 'erase', leads: [] }],
      ['change', { change: 'erase', leads: [{ id: 1 }] }],
      ['change', { change: 'erase', leads: [{ id: 1, version: 2 ** 31 }] }],
      ['change', { change: 'erase', leads: Array(1_001).fill(leads[0]) }],
      ['change', '{"leads":'],
      ['sign-in', { email: 'nobody' }],
      ['leads', { folder: 'lost' }],
      ['leads', { limit: 101 }],
      ['leads', { after: 'x' }],
      ['leads', { text: '\0' }],
      ['leads', { text: 'a'.repeat(301) }],
      ['leads', { month: '2026-13' }],
    ];
    for (const [address, body] of wrong) {
      const response = await one.post(address, body);
      const answer = await response.json();
      const { status } = response;
      expect({ address, body, status, answer }).toEqual({ address, body, status: 400, answer: {} });
    }
    const Cookie = `__Host-inbox=${one.cookies.get('__Host-inbox')}`;
    for (const [type, body, status] of [
      ['application/json', JSON.stringify({ leads, more: 'a'.repeat(64 * 1024) }), 413],
      ['application/x-www-form-urlencoded', 'ids=1', 415],
      ['text/plain', JSON.stringify({ change: 'erase', leads }), 415],
    ] as const) {
      const headers = { Cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': type };
      const answer = await bareRequest(`${url}/inbox/api/change`, 'POST', headers, body);
      expect([type, answer.status]).toEqual([type, status]);
      expect(answer.body.toString()).not.toContain('node_modules');
    }
    for (const at of ['change', 'leads/0'])
      expect([at, (await one.get(at)).status]).toEqual([at, 404]);
    expect(await lead(1)).toEqual(before);
  });

  test('a lead has an owner, returns on a day and is downloaded as CSV without formulas', async () => {
    const { one, other, book, list, post } = await startWithTwo();
    await book({ name: '=1+1', email: 'first@example.com' });
    await book({ name: 'Grace', email: 'second@example.com' });
    await book({ name: 'Cleo', email: 'third@example.com', company_name: 'Other' });
    const before = (await list()).leads.map(({ askedBefore }) => askedBefore);
    expect(before).toEqual([false, true, false]);
    await post(1, 0, 'contacted');
    const day = new Date(Date.now() + 48 * hour).toISOString().slice(0, 10);
    await post(2, 0, { owner: office, follow_up: day });
    await post(3, 0, { owner: sales });
    const later = { owner: office, follow_up_at: `${day}T08:00:00.000Z` };
    expect((await list({ folder: 'later' })).leads).toMatchObject([{ id: 2, ...later }]);
    const csv = await one.get('export?folder=contacted');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toContain('attachment; filename="leads-');
    expect(csv.headers.get('cache-control')).toBe('no-store');
    const text = await csv.text();
    expect(text).toContain("'=1+1");
    expect(text).not.toContain('second@');
    const mine = await (await other.get('export?mine=true')).text();
    expect(mine).toContain('second@');
    expect(mine).not.toContain('third@');
    expect((await one.get('export?format=json')).status).toBe(400);
  });
});

test('a failing database causes 503, and the page continues when it works again', async () => {
  const server = await startInbox();
  const browser = await signedIn(server);
  await server.book();
  const file = databaseFile(server.folder);
  await rename(file, `${file}.away`);
  await expect.poll(async () => (await browser.post('leads')).status).toBe(503);
  for (const answer of [
    await browser.post('leads'),
    await browser.get('export'),
    await browser.post('change', { change: 'accept', leads: [{ id: 1, version: 0 }] }),
  ]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toEqual({});
  }
  await rename(`${file}.away`, file);
  await expect.poll(async () => (await browser.post('leads')).status).toBe(200);
  expect(server.lines).toContainEqual(expect.objectContaining({ level: 50, code: 'inbox' }));
});
