import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { changeLeads } from '../../server/desk/leads/leads.ts';
import { countBookings, insertBookings, listBookings } from '../../server/store/bookings.ts';
import { eraseBookings } from '../../server/store/erase.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { databaseFile } from '../../server/store/sqlite-file.ts';
import type { SqliteOptions } from '../../server/store/sqlite-reopening.ts';
import { checkStore, type Store, StoreUnavailable } from '../../server/store/store.ts';
import { rowsIn, runIn, temporaryFolder } from '../support/database.ts';
import { booking, bookings, countNew } from '../support/new-bookings.ts';

async function openStore(options: Partial<SqliteOptions> = {}) {
  const folder = await temporaryFolder();
  const store = await openSqlite({ folder, ...options });
  onTestFinished(() => store.close());
  return { folder, file: databaseFile(folder), store };
}

/** Another program's connection to the same file. */
function connectionTo(folder: string): DatabaseSync {
  const database = new DatabaseSync(databaseFile(folder));
  onTestFinished(() => database.close());
  return database;
}

/** Waits until the store can be read. */
const outageIsOver = (store: Store) =>
  expect.poll(() => countBookings(store).catch(() => -1)).toBeGreaterThanOrEqual(0);

test('bookings that wait together share a commit and its sync', async () => {
  const { folder, store } = await openStore();
  const other = connectionTo(folder);
  // All bookings wait for the other program's lock.
  other.exec('BEGIN IMMEDIATE');
  const before = commitsIn(folder);
  const stored = bookings(400).map((one) => insertBookings(store, [one]));
  other.exec('ROLLBACK');
  await Promise.all(stored);
  expect(rowsIn(folder)).toHaveLength(400);
  expect(commitsIn(folder) - before).toBe(1);
});

test('a repeat is answered only after a sync, like a new booking', async () => {
  const { folder, store } = await openStore();
  await insertBookings(store, [booking()]);
  const before = commitsIn(folder);
  expect(await countNew(store, [booking()])).toBe(0);
  expect(commitsIn(folder)).toBe(before + 1);
});

test('the store can be read while another program holds the lock', async () => {
  const { folder, store } = await openStore({ busyTimeout: 100 });
  await insertBookings(store, [booking()]);
  const other = connectionTo(folder);
  other.exec('BEGIN IMMEDIATE');
  const refused = insertBookings(store, [booking({ name: 'Late' })]);
  expect(await listBookings(store, { limit: 9 })).toHaveLength(1);
  await expect(refused).rejects.toBeInstanceOf(StoreUnavailable);
  other.exec('ROLLBACK');
  expect(await countNew(store, [booking({ name: 'Late' })])).toBe(1);
});

test('a store on a full disk acknowledges nothing, can still be read, and recovers', async () => {
  const { folder, store } = await openStore();
  await insertBookings(store, [booking()]);
  const limit = (pages: string) =>
    store.read((db) => sql.raw(`PRAGMA max_page_count = ${pages}`).execute(db));
  await limit('1');
  const large = booking({ company_name: 'x'.repeat(200) });
  const inserts = Array.from({ length: 100 }, (_, i) =>
    insertBookings(store, [{ ...large, name: `Large ${i}` }]),
  );
  for (const { status, ...result } of await Promise.allSettled(inserts)) {
    expect(status).toBe('rejected');
    expect(result).toMatchObject({ reason: { name: 'StoreUnavailable', code: 'disk-full' } });
  }
  expect(await countBookings(store)).toBe(1);
  await limit('4294967294');
  await insertBookings(store, [large]);
  expect(rowsIn(folder)).toHaveLength(2);
});

describe('a database that was moved away', () => {
  test.each([
    ['alone', ['']],
    ['with its log', ['', '-wal', '-shm']],
  ])(
    '%s has every acknowledged booking, is not replaced by an empty one, and can come back',
    async (_, parts) => {
      const { file, store } = await openStore();
      const all = bookings(50);
      await insertBookings(store, all);
      const elsewhere = await temporaryFolder();
      const moved = databaseFile(elsewhere);
      for (const part of parts) renameSync(file + part, moved + part);
      const results = await Promise.allSettled([
        insertBookings(store, [booking({ name: 'Late' })]),
        countBookings(store),
        insertBookings(store, [booking({ name: 'Later' })]),
        countBookings(store),
      ]);
      for (const result of results)
        expect(result).toMatchObject({ reason: { name: 'StoreUnavailable', code: 'moved' } });
      // The store has noticed the loss.
      const refusal = () => countBookings(store).catch((error: unknown) => error);
      await expect.poll(refusal).toMatchObject({ code: 'missing' });
      expect(existsSync(file)).toBe(false);
      // Without its log.
      const copy = databaseFile(await temporaryFolder());
      renameSync(moved, copy);
      const names = rowsIn(path.dirname(copy)).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(all.map(({ name }) => name)));
      renameSync(copy, file);
      await outageIsOver(store);
      expect(await countNew(store, [booking()])).toBe(1);
      expect(await countBookings(store)).toBe(names.length + 1);
    },
  );

  test.each(['-wal', '-shm'])('loses nothing if its %s was deleted', async (part) => {
    const { folder, file, store } = await openStore();
    await insertBookings(store, [booking({ name: 'Before' })]);
    rmSync(file + part);
    await expect(insertBookings(store, [booking()])).rejects.toBeInstanceOf(StoreUnavailable);
    await outageIsOver(store);
    await insertBookings(store, [booking({ name: 'After' })]);
    const names = rowsIn(folder).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Before', 'After']));
  });
});

test('data erased during a backup is afterwards no longer in the log', async () => {
  const { folder, file, store } = await openStore();
  await insertBookings(store, [booking(), booking({ name: 'Secretly Erased' })]);
  await changeLeads(store, [{ id: 2 }], { who: 'cli', note: 'Secretly Noted' });
  await checkStore(store);
  const before = readFileSync(file);
  const reader = connectionTo(folder);
  reader.exec('BEGIN; SELECT count(*) FROM booking_requests');
  await eraseBookings(store, { leads: [{ id: 2 }] });
  const holds = (part: string) => readFileSync(file + part).includes('Secretly');
  // While the reader is there, a checkpoint cannot empty the log.
  await expect.poll(() => readFileSync(file).equals(before)).toBe(false);
  expect(holds('-wal')).toBe(true);
  reader.exec('COMMIT');
  await expect.poll(() => holds('-wal')).toBe(false);
  expect(holds('')).toBe(false);
  expect(rowsIn(folder)).toHaveLength(1);
});

test('thousands of bookings of one address do not slow down its next one', async () => {
  const { folder, store } = await openStore();
  runIn(
    folder,
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 30000)
     INSERT INTO booking_requests (name, company_name, email, state, created_at)
     SELECT 'Ada ' || n, 'x', 'ada@example.com', 'closed', clock() FROM numbers`,
  );
  runIn(folder, 'ANALYZE');
  const [trigger] = runIn(folder, "SELECT sql FROM sqlite_schema WHERE name = 'drop_repeat'");
  const looks = String(trigger?.sql).match(/SELECT (1|max\(id\))[^;]*?'%honeypot%'\)\)/g) ?? [];
  expect(looks).toHaveLength(2);
  for (const look of looks) {
    const statement = `EXPLAIN QUERY PLAN ${look.replaceAll(/NEW\.\w+/g, "'x'")}`;
    const { rows } = await store.read((db) => sql.raw<{ detail: string }>(statement).execute(db));
    expect(rows.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(
        /INDEX booking_requests_values \(email=\? AND name=\? AND company_name=\?.* AND created_at>\?\)$/,
      ),
    ]);
  }
});

/**
 * Counts the commits in the write-ahead log: the last frame of each has the database's size in
 * pages, the others zero (https://sqlite.org/fileformat.html#wal_file_format).
 */
function commitsIn(folder: string): number {
  const log = readFileSync(`${databaseFile(folder)}-wal`);
  if (log.length === 0) return 0;
  const frame = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frame <= log.length; at += frame) {
    if (log.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}
