import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import { dispatch } from '../../server/desk/delivery/dispatch.ts';
import { acquireDelivery, completeDelivery } from '../../server/desk/delivery/leases.ts';
import { changeLeads } from '../../server/desk/leads/leads.ts';
import {
  countBookings,
  findBooking,
  insertBookings,
  listBookings,
} from '../../server/store/bookings.ts';
import { eraseBookings } from '../../server/store/erase.ts';
import { openPostgres } from '../../server/store/postgres.ts';
import { migratePostgres } from '../../server/store/postgres-migrations.ts';
import { StoreUnavailable } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { booking, bookings, countNew } from '../support/new-bookings.ts';
import { insertOf, query } from '../support/postgres.ts';
import {
  another,
  openStore,
  patience,
  setDefault,
  somebodyWaits,
  temporaryDatabase,
} from '../support/postgres-database.ts';

/** Inserts this number of bookings of one address, with the names `Ada 1`, `Ada 2`, … */
function insertMany(count: number): string {
  const values = bookingFields.map((field) =>
    field === 'name' ? "'Ada ' || n" : pg.escapeLiteral(ada[field]),
  );
  return `INSERT INTO booking_requests (${bookingFields.join()}, spam_signals)
    SELECT ${values.join()}, '' FROM generate_series(1, ${count}) AS n`;
}

describe.each(['repeatable read', 'serializable'])('where the default isolation is %s', (level) => {
  test('two parallel servers store, count, dispatch, deliver and change correctly', async () => {
    const url = await temporaryDatabase();
    await setDefault(url, 'default_transaction_isolation', level);
    const stores = [await openStore(url), await openStore(url)] as const;
    const [store] = stores;
    const each = <T>(work: (one: typeof store, index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: 16 }, (_, i) => work(stores[i % 2 === 0 ? 0 : 1], i)));
    await each((one) => insertBookings(one, bookings(3)));
    expect(await listBookings(store, { limit: 9 })).toMatchObject(Array(3).fill({ repeats: 15 }));
    const dispatched = await each((one) => dispatch(one, ['mail']));
    expect(dispatched.reduce((sum, count) => sum + count)).toBe(3);
    const acquired = await each((one) => acquireDelivery(one, 'mail', 60_000));
    const held = acquired.filter((one) => one !== undefined);
    expect(held).toHaveLength(3);
    await Promise.all(held.map((one) => completeDelivery(store, one, { state: 'done' })));
    const ids = (await listBookings(store, { limit: 9 })).map(({ id }) => id);
    const changed = await each((one, i) =>
      changeLeads(one, [{ id: ids[0] ?? 0, version: 0 }], { who: 'cli', note: `Note ${i}` }),
    );
    expect(changed.flat()).toHaveLength(1);
    const erased = await each((one) => eraseBookings(one, { leads: ids.map((id) => ({ id })) }));
    expect(erased.flat()).toHaveLength(3);
  });
});

describe.each([
  ['ICU’s tr-TR', "LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR' LOCALE 'C'"],
  ['LC_CTYPE C', "LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C'"],
])('in a database with %s', (_, locale) => {
  test('bookings are compared, found and erased as in every other database', async () => {
    const settings = `TEMPLATE template0 ENCODING 'UTF8' ${locale}`;
    const url = await temporaryDatabase({ migrated: false, settings });
    await migratePostgres(url);
    const store = await openStore(url);
    const values = { name: 'IŞIL İNCE', company_name: 'ÇİÇEK', email: 'INFO@IX.example' };
    await insertBookings(store, [booking(values)]);
    expect(await countNew(store, [booking(values)])).toBe(0);
    for (const email of ['info@ix.example', 'ınfo@ix.example', 'İnfo@ix.example'])
      expect(await countBookings(store, { email })).toBe(email.startsWith('i') ? 1 : 0);
    for (const text of ['işil ince', 'IŞIL', 'çiçek', 'info@IX'])
      expect(await countBookings(store, { text }), text).toBe(1);
    const other = booking({ name: 'Jürgen O’Neill', company_name: '+49 (0)30 123-456' });
    await insertBookings(store, [other]);
    for (const text of ["o'neill jurgen", 'ONEILL', '030 123456', '2'])
      expect(await countBookings(store, { text }), text).toBe(1);
    const found = await listBookings(store, { email: 'Info@ix.example', limit: 9 });
    expect(await eraseBookings(store, { leads: found })).toHaveLength(1);
    expect(await countBookings(store)).toBe(1);
  });
});

test('a large request leaves room in the server’s lock table', async () => {
  const client = await another(await temporaryDatabase());
  await client.query('BEGIN');
  await client.query(insertMany(5000));
  const locks = `SELECT count(*)::int FROM pg_locks
    WHERE locktype = 'advisory' AND pid = pg_backend_pid()`;
  const { rows } = await client.query(locks);
  expect(rows[0]?.count).toBeGreaterThan(0);
  expect(rows[0]?.count).toBeLessThanOrEqual(1024);
});

test('a transaction that meets a conflict is retried once', async () => {
  const store = await openStore(await temporaryDatabase());
  const conflict = sql`DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$`;
  let runs = 0;
  const work = (conflicts: number) =>
    store.write(async (db) => {
      runs += 1;
      if (runs <= conflicts) await conflict.execute(db);
    });
  await work(1);
  expect(runs).toBe(2);
  await expect(work(99)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(runs).toBe(4);
});

test('thousands of bookings of one address do not slow down its next one', async () => {
  const url = await temporaryDatabase();
  const read = `SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS rows
    FROM pg_stat_xact_user_tables WHERE relname = 'booking_requests'`;
  await query(
    url,
    `SET session_replication_role = replica;
     ${insertMany(30_000)};
     ANALYZE public.booking_requests`,
  );
  const client = await another(url);
  await client.query('BEGIN');
  // A new booking and a repeat.
  for (const name of ['Ada 0', 'Ada 7']) await client.query(insertOf({ ...ada, name }));
  const { rows } = await client.query(read);
  expect(rows[0]?.rows).toBeLessThan(10);
});

test('a change waits for another change of the same lead, and is then refused', async () => {
  const url = await temporaryDatabase();
  const store = await openStore(url);
  await insertBookings(store, [booking()]);
  const other = await another(url);
  await other.query('BEGIN; UPDATE public.booking_requests SET version = 1');
  const change = changeLeads(store, [{ id: 1, version: 0 }], { who: 'cli', state: 'closed' });
  const erasure = eraseBookings(store, { leads: [{ id: 1, version: 0 }] });
  await somebodyWaits(url);
  await other.query('COMMIT');
  expect(await change).toEqual([]);
  expect(await erasure).toEqual([]);
  expect(await findBooking(store, 1)).toMatchObject({ booking: { state: 'new' }, events: [] });
});

test('large inserts at two servers never wait for each other’s locks', async () => {
  const url = await temporaryDatabase();
  await setDefault(url, 'deadlock_timeout', '1h');
  const stores = await Promise.all(
    ['Ada', 'Ben'].map(async (name) => ({ name, store: await openStore(url) })),
  );
  // Each row has a lock, and many of these 500 rows have the same lock on both servers.
  const inserts = stores.map(({ name, store }) =>
    insertBookings(
      store,
      bookings(500).map((one) => ({ ...one, name: `${name} ${one.name}` })),
    ),
  );
  await Promise.all(inserts);
  expect(await countBookings(stores[0]?.store ?? expect.fail())).toBe(1_000);
});

test('a delivery that another worker is acquiring is skipped', async () => {
  const url = await temporaryDatabase();
  const store = await openStore(url);
  await insertBookings(store, bookings(2));
  await dispatch(store, ['mail']);
  const other = await another(url);
  await other.query(
    'BEGIN; SELECT FROM booking_private.deliveries WHERE booking_id = 1 FOR UPDATE',
  );
  expect((await acquireDelivery(store, 'mail', 60_000))?.lead.booking.id).toBe(2);
  expect(await acquireDelivery(store, 'mail', 60_000)).toBeUndefined();
});

test('a server that chooses receipts waits for another one', async () => {
  const url = await temporaryDatabase();
  const store = await openStore(url);
  await insertBookings(store, bookings(2));
  const other = await another(url);
  await other.query(`BEGIN; SET LOCAL search_path = public, booking_private;
    UPDATE booking_requests SET dispatched_at = now() WHERE id = 1;
    INSERT INTO timestamps VALUES ('receipts', now());
    INSERT INTO deliveries (booking_id, channel, created_at, next_at, give_up_at)
    VALUES (1, 'receipt', now(), now(), now())`);
  const dispatched = dispatch(store, ['receipt']);
  await somebodyWaits(url);
  await other.query('COMMIT');
  await dispatched;
  expect((await findBooking(store, 2))?.deliveries).toEqual([]);
});

test('times and numbers are read correctly, whatever format the database uses', async () => {
  const url = await temporaryDatabase();
  for (const [name, value] of [
    ['datestyle', 'German, DMY'],
    ['timezone', 'Asia/Kathmandu'],
    ['extra_float_digits', '-3'],
  ] as const)
    await setDefault(url, name, value);
  await query(url, insertOf(ada, ', created_at', ", '2026-01-02T03:04:05.006Z'"));
  const [found] = await listBookings(await openStore(url), { limit: 9, since: '2026-01-02' });
  expect(found).toMatchObject({ id: 1, repeats: 0, created_at: '2026-01-02T03:04:05.006Z' });
});

describe('a database that cannot be used', () => {
  test.each([
    ['may not be written', 'default_transaction_read_only', 'on'],
    ['takes too long', 'statement_timeout', ''],
  ])('is an outage when it %s', async (_, setting, value) => {
    const url = await temporaryDatabase();
    if (value !== '') await setDefault(url, setting, value);
    const store = await openPostgres({ url, migrate: false, ...patience, statementTimeout: 200 });
    onTestFinished(() => store.close());
    const other = await another(url);
    if (value === '') await other.query('BEGIN; LOCK TABLE public.booking_requests');
    await expect(insertBookings(store, [booking()])).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test('explains a refused login without its password', async () => {
    const url = new URL(await temporaryDatabase());
    url.username = 'nobody_here';
    url.password = 'hunter2';
    const store = await openPostgres({ url: url.href, migrate: false, ...patience });
    onTestFinished(() => store.close());
    const refused = await countBookings(store).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreUnavailable);
    expect(String(refused)).toContain('nobody_here');
    expect(String(refused)).not.toContain('hunter2');
  });
});
