import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { insertDeliveries, markDeliveriesDone } from '../../server/desk/delivery/deliveries.ts';
import { dispatch } from '../../server/desk/delivery/dispatch.ts';
import { findSession, insertLink, redeemLink } from '../../server/desk/inbox/sessions.ts';
import { acceptBookings, changeLeads } from '../../server/desk/leads/leads.ts';
import { eraseOld } from '../../server/desk/leads/retention.ts';
import { findBooking, insertBookings, listBookings } from '../../server/store/bookings.ts';
import { eraseAgain, eraseBookings, listErased } from '../../server/store/erase.ts';
import type { Store } from '../../server/store/store.ts';
import { temporaryFolder } from '../support/database.ts';
import { day } from '../support/delivery.ts';
import { databases } from '../support/engines.ts';
import { booking, bookings, spam } from '../support/new-bookings.ts';

const who = 'sales@example.com';

const idsIn = async (store: Store) =>
  (await listBookings(store, { limit: 1000 })).map(({ id }) => id).toReversed();

const close = (store: Store, id: number) => changeLeads(store, [{ id }], { who, state: 'closed' });

describe.each(databases)('an erasure in %s', (_, createDatabase) => {
  /** A database with these bookings, whose numbers are 1, 2, … */
  async function openWith(count: number) {
    const database = await createDatabase();
    const store = await database.open();
    if (count > 0) await insertBookings(store, bookings(count));
    return { ...database, store };
  }

  test('also erases deliveries and history, and records number and time', async () => {
    const { pass, run, store } = await openWith(3);
    await dispatch(store, ['mail']);
    await changeLeads(store, [{ id: 1 }], { who, note: 'Rang' });
    await pass(day);
    const erased = [1, 3].map((booking_id) => ({
      booking_id,
      created_at: '2026-01-02T00:00:00.000Z',
      erased_at: '2026-01-03T00:00:00.000Z',
    }));
    expect(await eraseBookings(store, { leads: [{ id: 1 }, { id: 3 }, { id: 99 }] })).toEqual(
      erased,
    );
    expect(await listErased(store)).toEqual(erased);
    expect(await eraseBookings(store, { leads: [{ id: 1 }, { id: 3 }, { id: 99 }] })).toEqual([]);
    expect(await idsIn(store)).toEqual([2]);
    expect(await findBooking(store, 1)).toBeUndefined();
    expect(await run('SELECT booking_id FROM lead_events')).toEqual([]);
    expect(await run('SELECT id FROM deliveries')).toHaveLength(1);
  });

  test('of leads skips those that a person has changed since', async () => {
    const { store } = await openWith(3);
    await insertBookings(store, [spam()]);
    await dispatch(store, ['mail']);
    const seen = await listBookings(store, { limit: 9 });
    await changeLeads(store, [{ id: 1 }], { who, state: 'contacted' });
    await markDeliveriesDone(store, { ids: [2] }, who);
    await acceptBookings(store, [4], who);
    // A repeat is not a change by a person.
    await insertBookings(store, [booking({ name: 'Ada 003' })]);
    const erased = await eraseBookings(store, { leads: seen });
    expect(erased.map(({ booking_id }) => booking_id)).toEqual([3]);
    expect(await idsIn(store)).toEqual([1, 2, 4]);
  });

  test('skips the oldest 200, which were changed, and erases the others', async () => {
    const { run, store } = await openWith(450);
    const seen = await listBookings(store, { limit: 1000 });
    await run('UPDATE booking_requests SET version = 1 WHERE id <= 200');
    expect(await eraseBookings(store, { leads: seen })).toHaveLength(250);
    expect(await idsIn(store)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  });

  test('by age erases closed leads, and delivered ones that are twice as old', async () => {
    const { pass, store } = await openWith(5);
    await insertBookings(store, [spam()]);
    await dispatch(store, ['mail', 'webhook']);
    // A receipt that was never sent keeps no lead.
    await store.write((db) => insertDeliveries(store, db, [2], ['receipt']));
    await close(store, 1);
    await markDeliveriesDone(store, { ids: [2, 3] }, who);
    await changeLeads(store, [{ id: 3 }], { who, state: 'contacted' });
    await pass(30 * day);
    const erase = async () =>
      (await eraseBookings(store, { olderThan: 30 * day })).map(({ booking_id }) => booking_id);
    expect(await erase()).toEqual([]);
    await pass(1);
    expect(await erase()).toEqual([1]);
    await pass(30 * day);
    expect(await erase()).toEqual([2, 3]);
    // Leads with open deliveries and quarantined leads stay until a person acts.
    await pass(1000 * day);
    expect(await erase()).toEqual([]);
  });

  test('by age skips bookings made while the clock was a year behind or ahead', async () => {
    const { pass, store } = await openWith(1);
    await close(store, 1);
    await pass(-365 * day);
    await insertBookings(store, [booking({ name: 'Behind' })]);
    await close(store, 2);
    await pass(365 * day);
    await insertBookings(store, [booking({ name: 'Right' })]);
    expect(await eraseBookings(store, { olderThan: 30 * day })).toEqual([]);
    await pass(31 * day);
    const erased = await eraseBookings(store, { olderThan: 30 * day });
    expect(erased.map(({ booking_id }) => booking_id)).toEqual([1, 2]);
    await pass(365 * day);
    await insertBookings(store, [booking({ name: 'Ahead' })]);
    await pass(-365 * day);
    await insertBookings(store, [booking({ name: 'Right again' })]);
    await close(store, 5);
    await pass(31 * day);
    expect(await eraseBookings(store, { olderThan: 30 * day })).toMatchObject([{ booking_id: 5 }]);
  });

  test('by RETENTION_DAYS uses only the database’s clock, and stops after a jump', async () => {
    const { pass, setClock, store } = await openWith(0);
    // Ahead of the server's clock. In the other tests it is behind.
    await setClock(Date.now() + 4 * day);
    await insertBookings(store, bookings(3));
    await dispatch(store, ['mail']);
    const lines: unknown[] = [];
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
    const context = { config: { dataFolder: await temporaryFolder() }, store, log };
    const run = () => eraseOld(context, 30, new AbortController().signal);
    await run();
    await pass(30 * day);
    await close(store, 1);
    await run();
    await pass(day);
    await run();
    expect(await listErased(store)).toMatchObject([{ booking_id: 1 }]);
    await close(store, 2);
    for (const jump of [32 * day, -34 * day]) {
      await pass(jump);
      await run();
      expect(lines.at(-1)).toMatchObject({ code: 'clock-jumped' });
    }
    expect(await idsIn(store)).toEqual([2, 3]);
  });
});

describe.each(databases)('after a restore in %s', (_, createDatabase) => {
  const link = { email: who, validFor: day };

  test('no erased lead, link or session returns, and no number is reused', async () => {
    const { open, pass } = await createDatabase();
    const store = await open();
    // The backup's bookings. In the backup, number 1 is another booking with another time.
    await insertBookings(store, bookings(2));
    for (const tokenHash of ['used', 'unused']) await insertLink(store, { ...link, tokenHash });
    await redeemLink(store, 'used', 'browser', 'session', [who]);
    const time = { created_at: '2026-01-02T00:00:00.000Z', erased_at: '2026-01-03T00:00:00.000Z' };
    const other = { ...time, created_at: '2026-01-02T00:00:00.001Z' };
    const records = [
      { booking_id: 1, ...other },
      { booking_id: 2, ...time },
      { booking_id: 70, ...time },
    ];
    await pass(day / 2);
    expect(await eraseAgain(store, records)).toBe(1);
    expect(await eraseAgain(store, records)).toBe(0);
    expect(await listErased(store)).toEqual(records);
    expect(await findSession(store, 'session')).toBeUndefined();
    expect(await redeemLink(store, 'unused', 'browser', 'session', [who])).toBeUndefined();
    await insertBookings(store, [booking()]);
    expect((await idsIn(store))[0]).toBe(1);
    expect((await idsIn(store))[1]).toBeGreaterThan(70);
  });
});
