import { describe, expect, test } from 'vitest';
import { leadFolders } from '../../booking/lead.ts';
import {
  acceptBookings,
  changeLeads,
  countLeads,
  type LeadChange,
  overdue,
  rewriteSearchTexts,
} from '../../server/desk/leads/leads.ts';
import { findRead, type LeadList, listLeads, readLead } from '../../server/desk/leads/lists.ts';
import { readReport } from '../../server/desk/leads/report.ts';
import {
  countBookings,
  findBooking,
  insertBookings,
  type NewBooking,
} from '../../server/store/bookings.ts';
import { eraseBookings } from '../../server/store/erase.ts';
import type { Store } from '../../server/store/store.ts';
import { hour } from '../support/delivery.ts';
import { databases } from '../support/engines.ts';
import { booking, bookings, spam } from '../support/new-bookings.ts';

const who = 'sales@example.com';
const start = '2026-01-02T00:00:00.000Z';
const hourOf = (number: number) => `2026-01-02T0${number}:00:00.000Z`;

const idsOf = async (store: Store, list: LeadList) =>
  (await listLeads(store, list, { limit: 99 })).leads.map(({ id }) => id);

/** The numbers in each folder. Asserts that the counts agree. */
async function foldersOf(store: Store) {
  const counts = await countLeads(store);
  const lists = leadFolders.map(async (folder) => {
    const ids = await idsOf(store, { folder });
    expect(counts[folder]).toBe(ids.length);
    return [folder, ids] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}

describe.each(databases)('leads in %s', (_, createDatabase) => {
  /** A store with these bookings, with the numbers 1, 2, … */
  async function openWith(...rows: NewBooking[]) {
    const database = await createDatabase();
    const store = await database.open();
    for (const row of rows) await insertBookings(store, [row]);
    const change = ({ version, ...more }: Partial<LeadChange> & { version?: number }) =>
      changeLeads(store, [{ id: 1, ...(version !== undefined && { version }) }], { who, ...more });
    return { ...database, store, change };
  }

  test('can be contacted, noted, closed and reopened, each with a time and a history entry', async () => {
    const { pass, store, change } = await openWith(booking());
    await pass(hour);
    expect(await change({ state: 'contacted' })).toEqual([1]);
    await pass(hour);
    expect(await change({ note: 'Rang ☎\ud83d', version: 1 })).toEqual([1]);
    expect(await change({ state: 'closed', note: 'Bought', version: 2 })).toEqual([1]);
    await pass(hour);
    expect(await change({ state: 'new' })).toEqual([1]);
    expect((await findBooking(store, 1))?.booking.closed_at).toBeNull();
    expect(await change({ state: 'closed' })).toEqual([1]);
    await pass(hour);
    expect(await change({ note: '' })).toEqual([1]);
    const { booking: lead, events } = (await findBooking(store, 1)) ?? {};
    expect(lead).toMatchObject({
      state: 'closed',
      version: 6,
      note: '',
      contacted_at: hourOf(1),
      closed_at: hourOf(3),
    });
    expect(events).toEqual(
      [
        [1, 'contacted', null],
        // Half of a character.
        [2, 'noted', 'Rang ☎\ufffd'],
        [2, 'closed', null],
        [2, 'noted', 'Bought'],
        [3, 'reopened', null],
        [3, 'closed', null],
        [4, 'noted', ''],
      ].map(([at, action, text]) => ({ at: hourOf(Number(at)), who, action, text })),
    );
  });

  test('are not changed by an old version, or by a change without effect', async () => {
    const { store, change } = await openWith(booking(), spam());
    await change({ note: 'First', version: 0 });
    expect(await change({ note: 'Second', version: 0 })).toEqual([]);
    expect(await change({ note: 'First', state: 'new', version: 1 })).toEqual([1]);
    expect(await changeLeads(store, [{ id: 2 }], { who, state: 'closed' })).toEqual([]);
    expect(await changeLeads(store, [{ id: 3 }], { who, state: 'closed' })).toEqual([]);
    const { booking: lead, events } = (await findBooking(store, 1)) ?? {};
    expect(lead).toMatchObject({ note: 'First', version: 1 });
    expect(events).toHaveLength(1);
  });

  test('that two people change at once get only one of the changes', async () => {
    const { open, store } = await openWith(booking());
    const stores = [store, await open()];
    const changes = Array.from({ length: 10 }, (_, i) =>
      changeLeads(stores[i % 2] ?? store, [{ id: 1, version: 0 }], { who, note: `Note ${i}` }),
    );
    const results = await Promise.all(changes);
    expect(results.flat()).toEqual([1]);
    expect((await findBooking(store, 1))?.events).toHaveLength(1);
  });

  test('store a change and its history together, or neither', async () => {
    const { run, store } = await openWith(booking(), spam());
    await run('ALTER TABLE lead_events RENAME TO gone');
    await expect(changeLeads(store, [{ id: 1 }], { who, state: 'closed' })).rejects.toThrow();
    await expect(acceptBookings(store, [2], who)).rejects.toThrow();
    await run('ALTER TABLE gone RENAME TO lead_events');
    expect(await foldersOf(store)).toMatchObject({ new: [1], quarantined: [2] });
    expect((await findBooking(store, 1))?.booking.version).toBe(0);
  });

  test('can be accepted by only one of two people, and get a new version', async () => {
    const { open, store } = await openWith(booking(), spam());
    const stores = [store, await open()];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => acceptBookings(stores[i % 2] ?? store, [1, 2, 3], who)),
    );
    expect(answers.filter((ids) => ids.length > 0)).toEqual([[2]]);
    expect(await findBooking(store, 2)).toMatchObject({
      booking: { state: 'new', version: 1, accepted_at: start, spam_signals: ['markup'] },
      events: [{ at: start, who, action: 'accepted', text: null }],
    });
  });

  test('are listed page by page: first the overdue ones, oldest first, then the others, newest first', async () => {
    const { pass, store } = await openWith(...bookings(4), spam());
    await changeLeads(store, [{ id: 1 }], { who, state: 'contacted' });
    await pass(hour);
    for (const name of ['Later one', 'Later two']) await insertBookings(store, [booking({ name })]);
    const pagesOf = async (list: LeadList) => {
      const pages: number[][] = [];
      for (let after: string | null = ''; after !== null; ) {
        const options = { limit: 2, overdueBefore: hourOf(1), ...(after && { after }) };
        const { leads, next } = await listLeads(store, list, options);
        pages.push(leads.map(({ id }) => id));
        after = next;
      }
      return pages;
    };
    expect(await pagesOf({ folder: 'new' })).toEqual([[2, 3], [4, 7], [6]]);
    expect(await pagesOf({})).toEqual([
      [2, 3],
      [4, 7],
      [6, 1],
    ]);
    expect(await pagesOf({ folder: 'contacted' })).toEqual([[1]]);
    expect(await pagesOf({ text: 'later' })).toEqual([[7, 6]]);
    const firstHour = { since: start, until: hourOf(1) };
    expect(await pagesOf(firstHour)).toEqual([
      [2, 3],
      [4, 1],
    ]);
    expect(await pagesOf({ ...firstHour, folder: 'closed' })).toEqual([[]]);
  });

  const searches = [
    ['O’Neill', ["o'neill", 'ONEILL', 'o´neill']],
    ['Jürgen Müßig', ['jurgen mussig', 'MÜSSIG jürgen']],
    ['佐藤', ['佐藤']],
    ['Łukasz Sørensen', ['lukasz', 'sorensen']],
    ['İpek Işık', ['ipek', 'isik', 'IŞIK']],
    ['Ελένη Παπαδοπούλου', ['ΕΛΕΝΗ', 'παπαδοπουλου']],
    ['Jean-Luc 100%_', ['jean luc', '100%', '%_']],
    ['Ａｄａ', ['ada']],
  ] as const;

  test('are found by words in any order, without accents or apostrophes', async () => {
    const { store } = await openWith(...searches.map(([name]) => booking({ name })));
    for (const [index, [name, texts]] of searches.entries())
      for (const text of texts) {
        const found = (await idsOf(store, { text })).includes(index + 1);
        expect({ name, text, found }).toEqual({ name, text, found: true });
      }
    expect(await idsOf(store, { text: 'lukasz jurgen' })).toEqual([]);
  });

  test('are found by note and number in every folder, even if an earlier version stored them', async () => {
    const { store, change, run } = await openWith(booking({ name: 'A' }), spam(), booking());
    await change({ state: 'closed', note: 'Rang +49 (0)30 123-456' });
    await run("UPDATE booking_requests SET search_text = '' WHERE id = 1");
    expect(await idsOf(store, { text: 'rang' })).toEqual([]);
    await rewriteSearchTexts(store);
    for (const text of ['RANG', '030 123456', '030/123-456', '49 30', '(0)30'])
      expect({ text, ids: await idsOf(store, { text }) }).toEqual({ text, ids: [1] });
    expect(await idsOf(store, { text: '#2' })).toEqual([2]);
    expect(await idsOf(store, { text: '2', folder: 'new' })).toContain(2);
    expect(await idsOf(store, { text: '9'.repeat(40) })).toEqual([]);
  });

  test('are marked as read separately for each person, and nothing else changes', async () => {
    const { store, run } = await openWith(booking(), spam());
    for (const _time of [1, 2]) expect(await readLead(store, 1, who)).toBe(true);
    expect(await readLead(store, 3, who)).toBe(false);
    expect([...(await findRead(store, [1, 2], who))]).toEqual([1]);
    expect([...(await findRead(store, [1, 2], 'office@example.com'))]).toEqual([]);
    expect((await findBooking(store, 1))?.booking.version).toBe(0);
    await eraseBookings(store, { leads: [{ id: 1 }] });
    expect(await run('SELECT * FROM lead_reads')).toEqual([]);
  });

  test('are overdue after the promise, or from the day to which they are postponed', async () => {
    const { now, pass, store, change } = await openWith(booking(), booking({ name: 'B' }), spam());
    await change({ followUp: { date: '2026-01-02', at: hourOf(4) } });
    const promise = { count: 1, unit: 'h', timeZone: 'UTC' } as const;
    const found = async () => ({
      late: await countBookings(store, overdue(now(), hour)),
      waiting: (await readReport(store, promise)).sections.at(-1)?.rows[0]?.texts[0],
    });
    await pass(hour);
    expect(await found()).toEqual({ late: 0, waiting: '1' });
    await pass(1);
    expect(await found()).toEqual({ late: 1, waiting: '1' });
    await pass(3 * hour);
    expect(await found()).toEqual({ late: 2, waiting: '2' });
    await change({ state: 'contacted' });
    expect(await found()).toEqual({ late: 1, waiting: '1' });
  });
});
