import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { LeadAnswer, LeadsAnswer } from '../../site/inbox/api.ts';
import { ada } from '../support/ada.ts';
import { bareRequest } from '../support/bare-request.ts';
import { channelThat } from '../support/delivery.ts';
import { office, sales, signedIn } from '../support/inbox.ts';
import { startServer } from '../support/server.ts';

const hour = 60 * 60_000;

describe('the inbox', () => {
  /** A server with its inbox, in which two are signed in. */
  async function startInbox(options: Parameters<typeof startServer>[0] = {}) {
    const server = await startServer({ inbox: { users: [sales, office] }, ...options });
    const now = options.now ?? Date.now;
    const [one, other] = [await signedIn(server, sales, now), await signedIn(server, office, now)];
    const book = async (more: Partial<typeof ada> = {}, headers = {}) => {
      const response = await server.post({ ...ada, ...more }, headers);
      expect(response.status).toBe(201);
    };
    const list = async (query = ''): Promise<LeadsAnswer> => one.json(`leads${query}`);
    const lead = async (id: number): Promise<LeadAnswer> => one.json(`leads/${id}`);
    return { ...server, one, other, book, list, lead };
  }

  test('a lead is read, contacted, noted and closed, and its history says by whom', async () => {
    const clock = { now: Date.now() };
    const now = () => clock.now;
    const inbox = { users: [sales, office], contactWithin: 2 * 3_600_000 };
    const { one, other, book, list, lead } = await startInbox({ now, inbox });
    expect(await one.json('session')).toEqual({ email: sales });
    await book({ name: 'Ada\u202eLovelace' });
    const row = { id: 1, folder: 'new', isRead: false, isOverdue: false, version: 0 };
    const counts = { new: 1, contacted: 0, closed: 0, quarantined: 0 };
    const first = { name: 'Ada\\u202eLovelace', email: ada.email, delivery: 'none' };
    expect(await list()).toMatchObject({ leads: [{ ...row, ...first }], hasMore: false, counts });

    expect(await (await one.post('read', { ids: [1, 99] })).json()).toEqual({ count: 1 });
    clock.now += 2 * hour + 1_000;
    expect((await list()).leads).toMatchObject([{ ...row, isRead: true, isOverdue: true }]);

    const contacted = await one.post('leads/1', { version: 0, state: 'contacted' });
    expect(contacted.status).toBe(200);
    const noted = await other.post('leads/1', { version: 1, note: 'Calls back\nat =noon' });
    expect(noted.status).toBe(200);
    expect(await noted.json()).toEqual(await lead(1));
    const closed = await one.post('leads/1', { version: 2, state: 'closed', note: '' });
    expect(await closed.json()).toMatchObject({
      lead: {
        ...{ folder: 'closed', note: '', hasNote: false, version: 3, isOverdue: false },
        contacted_at: new Date(clock.now).toISOString(),
        closed_at: new Date(clock.now).toISOString(),
        fields: expect.arrayContaining([{ label: 'Email Address', value: ada.email }]),
      },
      events: expect.arrayContaining([
        expect.objectContaining({ who: sales, action: 'contacted' }),
        expect.objectContaining({ who: office, action: 'noted', text: 'Calls back\nat =noon' }),
        expect.objectContaining({ who: sales, action: 'closed' }),
      ]),
    });
    expect((await list('?folder=closed')).leads).toHaveLength(1);
    expect((await list('?folder=new')).leads).toEqual([]);
  });

  test('a note that was cut within a character is kept', async () => {
    const { one, book, lead } = await startInbox();
    await book();
    expect((await one.post('leads/1', { version: 0, note: 'Calls at noon \ud83d' })).status).toBe(
      200,
    );
    expect((await lead(1)).lead.note).toBe('Calls at noon \ufffd');
  });

  test('what is quarantined is accepted and then delivered, or erased; several at once', async () => {
    const { store, one, book, list, lead } = await startInbox();
    for (const company_name of ['A', 'B', 'C'])
      await book({ name: 'https://spam.example/', company_name });
    expect((await list()).leads).toEqual([]);
    const { leads, counts } = await list('?folder=quarantined');
    expect(counts).toEqual({ new: 0, contacted: 0, closed: 0, quarantined: 3 });
    expect(leads[0]).toMatchObject({ folder: 'quarantined', delivery: 'none' });
    const refused = await one.post('leads/1', { version: 0, state: 'closed' });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toEqual(await lead(1));

    expect(await (await one.post('accept', { ids: [1, 2, 2, 77] })).json()).toEqual({ count: 2 });
    expect(await (await one.post('accept', { ids: [1] })).json()).toEqual({ count: 0 });
    const { events } = await lead(1);
    expect(events).toEqual([
      { at: expect.any(String), who: sales, action: 'accepted', text: null },
    ]);
    const erased = await one.post('erase', { leads: [2, 3, 77].map((id) => ({ id, version: 0 })) });
    expect(await erased.json()).toEqual({ count: 2 });
    expect((await one.get('leads/2')).status).toBe(404);
    expect(await store.countBookings({})).toBe(1);
  });

  test('a lead that is accepted or sent again is delivered at once', async () => {
    let deliveries = 0;
    const channel = channelThat(async () => {
      deliveries += 1;
      return 'ok';
    });
    const delivered = () => deliveries;
    const server = await startInbox({ channels: [channel], pollInterval: 3_600_000 });
    await server.book({ name: 'https://spam.example/' });
    await server.one.post('accept', { ids: [1] });
    await expect.poll(delivered).toBe(1);
    const state = async () => (await server.lead(1)).lead.delivery;
    await expect.poll(state).toBe('done');
    expect(await (await server.one.post('replay', { ids: [1, 5] })).json()).toEqual({ count: 1 });
    await expect.poll(delivered).toBe(2);
    const actions = (await server.lead(1)).events.map(({ action }) => action);
    expect(actions).toEqual(['accepted', 'replayed']);
  });

  test('what cannot be read is refused, and nothing is changed', async () => {
    const { one, book, lead, url } = await startInbox();
    await book();
    const before = await lead(1);
    const wrong: [string, unknown][] = [
      ['leads/1', { state: 'closed' }],
      ['leads/1', { version: 0, state: 'lost' }],
      ['leads/1', { version: 0, note: 'a'.repeat(5_001) }],
      ['leads/1', { version: 0, note: 'a\0b' }],
      ['leads/1', { version: 0, note: 'a', who: office }],
      ['leads/1', [1]],
      ['leads/1', 'null'],
      ['leads/1', '{"version":'],
      ['leads/1', ''],
      ['read', { ids: [] }],
      ['read', { ids: ['1'] }],
      ['read', { ids: [1.5] }],
      ['read', { ids: Array.from({ length: 1_001 }, (_, index) => index + 1) }],
      ['erase', { ids: [1] }],
      ['erase', { leads: [] }],
      ['erase', { leads: [{ id: 1 }] }],
      ['erase', { leads: [{ id: 1, version: 2 ** 31 }] }],
      ['erase', { leads: Array.from({ length: 1_001 }, () => ({ id: 1, version: 0 })) }],
      ['sign-in', { email: 'nobody' }],
      ['sign-in', {}],
    ];
    for (const [address, body] of wrong) {
      const response = await one.post(address, body);
      const answer = await response.json();
      const { status } = response;
      expect({ address, body, status, answer }).toEqual({ address, body, status: 400, answer: {} });
    }
    const searches = ['folder=lost', 'limit=0', 'format=xlsx', 'text=%00', 'more=1', 'id=1'];
    for (const query of [...searches, `text=${'a'.repeat(301)}`])
      expect({ query, status: (await one.get(`leads?${query}`)).status }).toEqual({
        ...{ query, status: 400 },
      });

    const status = async (method: string, at: string, body: string, type: string) => {
      const cookie = `__Host-inbox=${one.cookies.get('__Host-inbox')}`;
      const headers = {
        ...{ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': type },
        'Content-Length': String(Buffer.byteLength(body)),
      };
      const answer = await bareRequest(`${url}/inbox/api/${at}`, method, headers, body);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.body.toString()).not.toMatch(/ at |node_modules/);
      return answer.status;
    };
    const json = 'application/json';
    const large = JSON.stringify({ ids: [1], more: 'a'.repeat(64 * 1024) });
    expect(await status('POST', 'erase', large, json)).toBe(413);
    expect(await status('POST', 'erase', 'ids=1', 'application/x-www-form-urlencoded')).toBe(415);
    expect(await status('POST', 'erase', '{"ids":[1]}', 'text/plain')).toBe(415);
    for (const [method, at] of [
      ['DELETE', 'leads/1'],
      ['PUT', 'leads/1'],
      ['GET', 'erase'],
      ['POST', 'leads'],
      ['GET', 'leads/0'],
      ['GET', 'leads/1x'],
      ['GET', 'leads/'],
      ['GET', 'nothing'],
    ] as const) {
      const response = await one.ask(`/api/${at}`, { method });
      const told = { method, at, status: response.status, body: await response.text() };
      expect(told).toEqual({ method, at, status: 404, body: '{}' });
    }
    expect(await lead(1)).toEqual(before);
  });

  test('what is in a list is downloaded, as CSV without formulas and as JSON', async () => {
    const { one, book } = await startInbox();
    await book({ name: '=1+1', email: 'first@example.com' });
    await book({ name: 'Grace', email: 'second@example.com' });
    await one.post('leads/1', { version: 0, state: 'contacted', note: 'one\n=2' });
    const csv = await one.get('export?folder=contacted');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toMatch(
      /^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(csv.headers.get('cache-control')).toBe('no-store');
    const text = await csv.text();
    expect(text).toContain("'=1+1");
    expect(text).toContain('"one\n\'=2"');
    expect(text).not.toContain('second@');
    const json = await one.json('export?format=json');
    expect(json).toMatchObject([
      { id: 2, email: 'second@example.com', folder: 'new' },
      { id: 1, name: '=1+1', folder: 'contacted', note: 'one\n=2' },
    ]);
    expect(await one.json('export?format=json&folder=closed')).toEqual([]);
  });

  test('the report counts the leads, without a name', async () => {
    const { one, book } = await startInbox();
    await book();
    const report = await one.json('report');
    expect(report.sections[0].rows[0]).toMatchObject({ text: '1' });
    expect(JSON.stringify(report)).not.toMatch(/Lovelace|\w@/);
  });

  test('the revision is another one after a lead came in, and after what a colleague did', async () => {
    const { one, other, book } = await startInbox();
    const revision = async () => (await one.json('revision')).revision;
    const seen = [await revision()];
    await book();
    seen.push(await revision());
    await other.post('leads/1', { version: 0, state: 'contacted' });
    seen.push(await revision());
    expect(new Set(seen).size).toBe(3);
    expect(await revision()).toBe(seen[2]);
  });
});

test('a database that fails is a 503, and the page goes on when it is mended', async () => {
  const server = await startServer({ inbox: { users: [sales] } });
  const browser = await signedIn(server);
  await server.post(ada);
  const database = new DatabaseSync(path.join(server.folder, 'bookings.db'));
  database.exec('ALTER TABLE leads RENAME TO away');
  for (const answer of [
    await browser.get('leads'),
    await browser.get('export'),
    await browser.post('leads/1', { version: 0, note: 'kept on the page' }),
  ]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toEqual({});
  }
  database.exec('ALTER TABLE away RENAME TO leads');
  database.close();
  expect((await browser.get('leads')).status).toBe(200);
  expect(server.lines).toContainEqual(
    expect.objectContaining({ level: 50, msg: 'the inbox cannot read or write the database' }),
  );
});
