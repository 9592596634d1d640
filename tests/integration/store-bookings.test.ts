import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { bookingFields, fieldRules } from '../../booking/booking.ts';
import { acceptBookings, changeLeads } from '../../server/desk/leads/leads.ts';
import {
  type BookingFilter,
  countBookings,
  insertBookings,
  listBookings,
} from '../../server/store/bookings.ts';
import {
  checkStore,
  findSecret,
  findTimestamp,
  remember,
  type Store,
  StoreUnavailable,
} from '../../server/store/store.ts';
import { ada, anotherFor, tooLongFor } from '../support/ada.ts';
import { day } from '../support/delivery.ts';
import { databases } from '../support/engines.ts';
import { booking, bookings, countNew, spam } from '../support/new-bookings.ts';

const all = (store: Store) => listBookings(store, { limit: 1000 });

const idsOf = async (store: Store, filter: BookingFilter) =>
  (await listBookings(store, { limit: 99, ...filter })).map(({ id }) => id);

describe.each(databases)('bookings in %s', (_, createDatabase) => {
  async function openOne() {
    const database = await createDatabase();
    return { ...database, store: await database.open() };
  }

  test('are stored with number, time and details', async () => {
    const { setClock, store } = await openOne();
    await setClock(Date.UTC(2026, 0, 2, 3, 4, 5, 6));
    const details = { language: 'de', time_zone: 'Europe/Berlin' };
    expect(await countNew(store, [booking()], details)).toBe(1);
    expect(await all(store)).toMatchObject([
      {
        ...{ id: 1, created_at: '2026-01-02T03:04:05.006Z', ...ada, ...details, source: null },
        ...{ repeats: 0, repeated_at: null, spam_signals: [], state: 'new', version: 0, note: '' },
        ...{ owner: null, contacted_at: null, reminded_at: null, delivery: 'none' },
      },
    ]);
  });

  test('with the same values are repeats within 24 hours while new, and raise no version', async () => {
    const { pass, store } = await openOne();
    await insertBookings(store, [booking()]);
    await pass(day - 1);
    expect(await countNew(store, [booking()])).toBe(0);
    const repeated = { repeats: 1, repeated_at: '2026-01-02T23:59:59.999Z', version: 0 };
    expect(await all(store)).toMatchObject([repeated]);
    await pass(1);
    expect(await countNew(store, [booking()])).toBe(1);
    expect(await countNew(store, [booking()])).toBe(0);
    expect(await all(store)).toMatchObject([{ repeats: 1 }, { id: 1, ...repeated }]);
  });

  test('are separate if a field differs, even only in letter case', async () => {
    const { store } = await openOne();
    const others = bookingFields.flatMap((field) =>
      [anotherFor(field), ada[field].toUpperCase()].map((text) => booking({ [field]: text })),
    );
    await insertBookings(store, [booking(), ...others]);
    expect(await countBookings(store)).toBe(1 + others.length);
  });

  test('that are quarantined count their repeats, unless the honeypot was filled in', async () => {
    const { store } = await openOne();
    await insertBookings(store, [spam({}, 'markup', 'same-values')]);
    expect(await countNew(store, [booking({ name: 'Spam' })])).toBe(0);
    expect(await all(store)).toMatchObject([{ state: 'quarantined', repeats: 1, version: 0 }]);
    const grace = { name: 'Grace' };
    await insertBookings(store, [spam(grace, 'honeypot', 'markup')]);
    expect(await countNew(store, [booking(grace)])).toBe(1);
    expect(await all(store)).toMatchObject([
      { state: 'new' },
      { spam_signals: ['honeypot', 'markup'], repeats: 0 },
      {},
    ]);
    await acceptBookings(store, [1], 'cli');
    expect(await countNew(store, [spam()])).toBe(0);
  });

  test.each([
    ['for the first time', null, 1],
    ['while they are new', booking(), 0],
    ['while they are quarantined', spam(ada), 0],
    ['after the last one was contacted', booking(), 1],
  ] as const)(
    'that arrive at two servers at once %s are each counted, and at most one is stored',
    async (when, before, stored) => {
      const { open, store } = await openOne();
      if (before !== null) await insertBookings(store, [before]);
      if (when.endsWith('contacted'))
        await changeLeads(store, [{ id: 1 }], { who: 'cli', state: 'contacted' });
      const count = await countBookings(store);
      const stores = [store, await open()];
      const inserts = Array.from({ length: 20 }, (_, i) =>
        insertBookings(stores[i % 2] ?? store, [booking()]),
      );
      await Promise.all(inserts);
      expect(await countBookings(store)).toBe(count + stored);
      const [newest, ...others] = await all(store);
      expect(newest).toMatchObject({ repeats: 20 - stored });
      expect(others.map(({ repeats }) => repeats)).toEqual(others.map(() => 0));
    },
  );

  test('of one request are all stored or none, and other requests in the same commit are stored', async () => {
    const { store } = await openOne();
    const bad = booking({ name: '' });
    await expect(insertBookings(store, [booking(), bad])).rejects.toThrow(
      'booking_requests_name_check',
    );
    expect(await all(store)).toEqual([]);
    const [first, second] = bookings(2);
    const arriving = [first, bad, second].map((one) => insertBookings(store, one ? [one] : []));
    const results = await Promise.allSettled(arriving);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await countBookings(store)).toBe(2);
  });

  test('are also limited in each field by the database', async () => {
    const { store } = await openOne();
    for (const field of bookingFields)
      for (const value of [...(fieldRules[field].required ? [' '] : []), tooLongFor(field)]) {
        const inserted = insertBookings(store, [booking({ [field]: value })]);
        await expect(inserted).rejects.toThrow(`booking_requests_${field}_check`);
        await expect(inserted).rejects.not.toThrow(ada.company_name);
      }
  });

  test('are found and counted by time, words, address, state and number', async () => {
    const { now, pass, store } = await openOne();
    await insertBookings(store, [booking({ company_name: 'ЗАВОД 5%' })]);
    await pass(day);
    await insertBookings(store, [booking({ name: "Jürgen O'Neill", email: 'I@X.example' })]);
    await insertBookings(store, [spam()]);
    const since = new Date(now()).toISOString();
    const found: [BookingFilter, number[]][] = [
      [{ text: 'завод' }, [1]],
      [{ text: 'oneill JURGEN' }, [2]],
      [{ text: '%' }, [1]],
      [{ text: "' OR true --" }, []],
      [{ since }, [3, 2]],
      [{ until: since }, [1]],
      [{ email: 'i@x.EXAMPLE' }, [2]],
      [{ email: 'i@x.exampl_' }, []],
      [{ state: 'quarantined' }, [3]],
      [{ withoutQuarantined: true }, [2, 1]],
      [{ delivery: 'none' }, [3, 2, 1]],
      [{ delivery: 'done' }, []],
      [{ ids: [1, 3, 7] }, [3, 1]],
      [{ ids: [] }, []],
      [{}, [3, 2, 1]],
    ];
    for (const [filter, ids] of found) {
      expect(await idsOf(store, filter), JSON.stringify(filter)).toEqual(ids);
      expect(await countBookings(store, filter)).toBe(ids.length);
    }
  });
});

describe.each(databases)('a store in %s', (_, createDatabase) => {
  test('records times, and has one secret for all servers', async () => {
    const { open, pass } = await createDatabase();
    const [store, other] = [await open(), await open()];
    expect(await findTimestamp(store, 'retention')).toBeUndefined();
    await store.write((db) => remember(store, db, 'retention'));
    await pass(day);
    await other.write((db) => remember(other, db, 'retention'));
    expect(await findTimestamp(store, 'retention')).toBe('2026-01-03T00:00:00.000Z');
    const secret = await findSecret(store);
    expect(secret.length).toBeGreaterThanOrEqual(64);
    expect(await findSecret(other)).toBe(secret);
  });

  test('proves that it can store a booking, and keeps only the time of the proof', async () => {
    const { open } = await createDatabase();
    const store = await open();
    await checkStore(store);
    expect(await findTimestamp(store, 'check')).toBe('2026-01-02T00:00:00.000Z');
    expect(await all(store)).toEqual([]);
    await insertBookings(store, [booking()]);
    expect(await all(store)).toMatchObject([{ id: 1 }]);
  });

  test('does not report a bug as an outage, and stores the other waiting bookings', async () => {
    const store = await (await createDatabase()).open();
    const faulty = store.write(async (db) => {
      await db.deleteFrom('booking_requests').execute();
      throw new TypeError('a fault of the program');
    });
    const wrong = sql`SELECT nothing FROM nowhere`;
    const runs = [store.read, store.write].map((run) => run((db) => wrong.execute(db)));
    const first = countNew(store, bookings(2).slice(0, 1));
    const [last, ...faults] = await Promise.allSettled([
      insertBookings(store, bookings(2).slice(1)),
      insertBookings(store, [booking({ name: '' })]),
      faulty,
      ...runs,
    ]);
    await first;
    expect(last.status).toBe('fulfilled');
    for (const fault of faults) {
      expect(fault).toMatchObject({ status: 'rejected', reason: expect.any(Error) });
      expect(fault).not.toMatchObject({ reason: expect.any(StoreUnavailable) });
    }
    expect(await countBookings(store)).toBe(2);
  });

  test('refuses writes at once when its queue is full', async () => {
    const store = await (await createDatabase()).open();
    const inserts = bookings(1_005).map((one) => insertBookings(store, [one]));
    const results = await Promise.allSettled(inserts);
    const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons).toMatchObject(Array(5).fill({ code: 'overloaded' }));
    expect(await countBookings(store)).toBe(1_000);
  });

  test('answers waiting writes before it closes, and none afterwards', async () => {
    const { open } = await createDatabase();
    const store = await open();
    const waiting = Promise.all(bookings(50).map((one) => insertBookings(store, [one])));
    await store.close();
    await waiting;
    await expect(insertBookings(store, [booking()])).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await all(await open())).toHaveLength(50);
  });
});
