import { describe, expect, test } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import { type LeadFolder, leadFolders } from '../../booking/lead.ts';
import type { NewBooking } from '../../server/store/bookings.ts';
import type { LeadChange } from '../../server/desk/leads/leads.ts';
import type { Store } from '../../server/store/store.ts';
import { ada, anotherFor } from '../support/ada.ts';
import { acquire, databases } from '../support/engines.ts';
import { insertOf } from '../support/postgres.ts';
import { another, openStore, temporaryDatabase } from '../support/postgres-database.ts';

const hour = 60 * 60_000;
const who = 'sales@example.com';
const spam: NewBooking = { ...ada, name: 'Spam', spam_signals: ['honeypot'] };
const start = '2026-01-02T00:00:00.000Z';
const anHourLater = '2026-01-02T01:00:00.000Z';

describe.each(databases)('leads in %s', (_, createDatabase) => {
  /** A store with these bookings, with the ids 1, 2, … */
  async function storeWith(...bookings: NewBooking[]) {
    const { clock, open } = await createDatabase();
    const store = await open();
    for (const booking of bookings) await store.insertBookings([booking]);
    return { clock, open, store };
  }

  /** The ids in each list, and that the counts agree. */
  async function foldersOf(store: Store): Promise<Record<LeadFolder, number[]>> {
    const counts = await store.countLeads();
    const lists = leadFolders.map(async (folder) => {
      const ids = (await store.listLeads({ folder, limit: 99 })).map(({ id }) => id);
      expect(counts[folder]).toBe(ids.length);
      return [folder, ids];
    });
    return Object.fromEntries(await Promise.all(lists));
  }

  test('are contacted, noted, closed and opened again, each with its time and its line of history', async () => {
    const { clock, store } = await storeWith(ada);
    const change = (more: Partial<LeadChange>) => store.changeLead(1, { who, ...more });
    clock.now += hour;
    expect(await change({ state: 'contacted' })).toBe('changed');
    clock.now += hour;
    expect(await change({ note: 'Rang ☎' })).toBe('changed');
    expect(await change({ state: 'closed', note: 'Bought', version: 2 })).toBe('changed');
    clock.now += hour;
    expect(await change({ state: 'new' })).toBe('changed');
    expect((await store.findLead(1))?.lead.closed_at).toBeNull();
    expect(await change({ state: 'closed' })).toBe('changed');
    clock.now += hour;
    expect(await change({ note: 'Paid' })).toBe('changed');
    expect((await store.findLead(1))?.lead.closed_at).toBe('2026-01-02T03:00:00.000Z');
    expect(await change({ state: 'contacted', note: '' })).toBe('changed');
    const { lead, events } = (await store.findLead(1)) ?? {};
    expect(lead).toMatchObject({
      lead_state: 'contacted',
      version: 7,
      note: '',
      read_at: anHourLater,
      contacted_at: anHourLater,
      closed_at: null,
    });
    expect(events?.map(({ action, text }) => [action, text])).toEqual([
      ['contacted', null],
      ['noted', 'Rang ☎'],
      ['closed', null],
      ['noted', 'Bought'],
      ['reopened', null],
      ['closed', null],
      ['noted', 'Paid'],
      ['reopened', null],
      ['noted', ''],
    ]);
    expect(events?.[0]).toMatchObject({ at: anHourLater, who });
  });

  test('stay as they are when a change is none, of another version, or of what is not there or quarantined', async () => {
    const { store } = await storeWith(ada, spam);
    await store.changeLead(1, { who, state: 'contacted', note: 'Rang' });
    const [before, revision] = [await store.findLead(1), await store.findLeadRevision()];
    expect(await store.changeLead(1, { who, state: 'contacted', note: 'Rang' })).toBe('changed');
    expect(await store.changeLead(1, { who, version: 1 })).toBe('changed');
    expect(await store.changeLead(1, { who, version: 0, state: 'closed' })).toBe('conflict');
    expect(await store.changeLead(1, { who, version: 2, note: '' })).toBe('conflict');
    expect(await store.changeLead(2, { who, state: 'closed' })).toBe('quarantined');
    expect(await store.changeLead(7, { who, state: 'closed' })).toBe('missing');
    await store.readLead(7);
    await store.recordLeadAction([7], who, 'replayed');
    expect(await store.findLead(1)).toEqual(before);
    expect((await store.findLead(2))?.events).toEqual([]);
    expect(await store.findLeadRevision()).toBe(revision);
  });

  test('lose nothing when many change them at once: one of a version wins, without one all do', async () => {
    const { open, store } = await storeWith(ada);
    const stores = [store, await open(), await open()];
    const atOnce = (version: { version?: number } = {}) =>
      Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          stores[i % 3]?.changeLead(1, {
            who,
            note: `Note ${i} of ${version.version}`,
            ...version,
          }),
        ),
      );
    const answers = await atOnce({ version: 0 });
    expect(answers.filter((answer) => answer === 'changed')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'conflict')).toHaveLength(11);
    expect((await store.findLead(1))?.events).toHaveLength(1);
    expect(await atOnce()).toEqual(Array(12).fill('changed'));
    const { lead, events } = (await store.findLead(1)) ?? {};
    expect(events).toHaveLength(13);
    expect(lead).toMatchObject({ version: 13, note: events?.at(-1)?.text });
  });

  test('are erased, changed, read and noted at once without waiting for each other for ever', async () => {
    const { open, store } = await storeWith(...Array.from({ length: 30 }, () => ada));
    const other = await open();
    const ids = (await store.listLeads({ limit: 99 })).map(({ id }) => id);
    const workOn = (id: number) => [
      store.changeLead(id, { who, state: 'contacted' }),
      other.readLead(id),
      other.recordLeadAction(ids, who, 'replayed'),
      other.completeReminders(ids),
      store.eraseBookings({ ids: [id, id + 1, id + 2] }, 3),
      other.changeLead(id, { who, note: 'Rang' }),
    ];
    // Sixty at a time: on a busy machine more would wait longer for a connection than the pool allows.
    for (let from = 0; from < ids.length; from += 10)
      await Promise.all(ids.slice(from, from + 10).flatMap(workOn));
    expect(await foldersOf(store)).toEqual({ new: [], contacted: [], closed: [], quarantined: [] });
  });

  test('are in the list of their state alone, the newest first; the quarantined only in their own until they are accepted', async () => {
    const { store } = await storeWith(ada, ada, ada, spam, ada, ada, spam);
    await store.changeLead(2, { who, state: 'contacted' });
    await store.changeLead(3, { who, state: 'closed' });
    await store.changeLead(6, { who, state: 'closed' });
    const closedAtOnce = { contacted_at: start, closed_at: start };
    expect((await store.findLead(6))?.lead).toMatchObject(closedAtOnce);
    await store.changeLead(5, { who, note: 'Later' });
    await store.readLead(4);
    const lists = { new: [5, 1], contacted: [2], closed: [6, 3], quarantined: [7, 4] };
    expect(await foldersOf(store)).toEqual(lists);
    await store.acceptBooking(4);
    expect(await foldersOf(store)).toEqual({ ...lists, new: [5, 4, 1], quarantined: [7] });
    const all = await store.listLeads({ limit: 3, before: 6 });
    expect(all.map(({ id }) => id)).toEqual([5, 4, 3]);
    const closed = await store.listLeads({ folder: 'closed', limit: 1, before: 6 });
    expect(closed.map(({ id }) => id)).toEqual([3]);
  });

  test('are found by what is in each field and in the note, in any case', async () => {
    const texts = bookingFields.map((field) => ({ ...ada, [field]: anotherFor(field) }));
    const { store } = await storeWith(...texts, ada);
    const idsOf = async (text: string, more: { folder?: LeadFolder } = {}) =>
      (await store.listLeads({ text, ...more, limit: 99 })).map(({ id }) => id);
    for (const [index, field] of bookingFields.entries())
      expect(await idsOf(anotherFor(field).toUpperCase())).toContain(index + 1);
    await store.changeLead(2, { who, note: 'Straße 5%\nGRÜN' });
    expect(await idsOf('grün')).toEqual([2]);
    expect(await idsOf('STRASSE')).toEqual([]);
    expect(await idsOf('5%', { folder: 'new' })).toEqual([2]);
    expect(await idsOf('5%', { folder: 'closed' })).toEqual([]);
    expect(await idsOf('%')).toEqual([2]);
    expect(await idsOf("' OR true --")).toEqual([]);
  });

  test('remember when somebody first opened them, also the quarantined, and what else was done', async () => {
    const { clock, store } = await storeWith(ada, spam);
    await store.readLead(1);
    await store.readLead(2);
    clock.now += hour;
    await store.readLead(1);
    await store.recordLeadAction([1, 2, 3], who, 'replayed');
    const { lead, events } = (await store.findLead(1)) ?? {};
    expect(lead).toMatchObject({ read_at: start, lead_state: 'new', version: 0 });
    expect(events).toEqual([{ at: anHourLater, who, action: 'replayed', text: null }]);
    expect((await store.findLead(2))?.lead.read_at).toBe(start);
  });

  test('are erased with their notes and history, by hand and by age', async () => {
    const { clock, open } = await createDatabase();
    const store = await open('mail');
    await store.insertBookings([ada, ada, ada]);
    for (const id of [1, 2, 3]) {
      await store.changeLead(id, { who, state: 'closed', note: 'Rang' });
      if (id < 3) await store.completeDelivery(await acquire(store, 'mail'), { state: 'done' });
    }
    await store.eraseBookings({ ids: [1] }, 9);
    clock.now += hour;
    expect(await store.eraseBookings({ deliveredBefore: clock.now }, 9)).toMatchObject({
      erased: 1,
    });
    expect([await store.findLead(1), await store.findLead(2)]).toEqual([undefined, undefined]);
    expect(await foldersOf(store)).toMatchObject({ new: [], closed: [3] });
    await store.recordLeadAction([1, 2, 3], who, 'replayed');
    expect((await store.findLead(3))?.events).toHaveLength(3);
  });

  test('have another revision after whatever changes a list or a lead, and the same on every server', async () => {
    const { open, store } = await storeWith(ada, spam);
    const other = await open();
    const changes: (() => Promise<unknown>)[] = [
      // More than those whose ids are looked at.
      () => store.insertBookings(Array.from({ length: 101 }, () => ada)),
      () => store.readLead(1),
      () => store.changeLead(1, { who, note: 'Rang' }),
      () => store.recordLeadAction([1], who, 'replayed'),
      () => store.acceptBooking(2),
      () =>
        store.acquireReminders(Date.UTC(2027), 9, hour).then(() => store.completeReminders([1])),
      () => store.eraseBookings({ ids: [1] }, 9),
      () => store.eraseBookings({ ids: [3] }, 9),
    ];
    const seen = new Set([await other.findLeadRevision()]);
    for (const change of changes) {
      await change();
      expect(await other.findLeadRevision()).toBe(await store.findLeadRevision());
      seen.add(await other.findLeadRevision());
    }
    expect(seen.size).toBe(changes.length + 1);
    await store.readLead(2);
    await store.readLead(2);
    const revision = await store.findLeadRevision();
    await store.readLead(2);
    await store.acceptBooking(2);
    await store.eraseBookings({ ids: [1] }, 9);
    expect(await store.findLeadRevision()).toBe(revision);
  });
});

test('a lead in PostgreSQL whose number was given earlier and that is there later changes the revision too', async () => {
  const url = await temporaryDatabase();
  const store = await openStore(url);
  const slow = await another(url);
  await slow.query(`BEGIN; ${insertOf(ada)}`);
  await store.insertBookings([ada]);
  const revision = await store.findLeadRevision();
  await slow.query('COMMIT');
  expect((await store.listLeads({ limit: 9 })).map(({ id }) => id)).toEqual([2, 1]);
  expect(await store.findLeadRevision()).not.toBe(revision);
});
