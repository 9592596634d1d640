import { readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '../../server/store/sqlite-file.ts';
import type { SqliteOptions } from '../../server/store/sqlite.ts';
import { StoreOverloaded, StoreUnavailable } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { storeIn } from '../support/bookings-command.ts';
import { rowsIn, temporaryFolder } from '../support/database.ts';

async function openStore(options: Partial<SqliteOptions> = {}) {
  const folder = await temporaryFolder();
  return { folder, store: await storeIn(folder, options) };
}

/** Another program's connection to the same file. */
function connectionTo(folder: string): DatabaseSync {
  const database = new DatabaseSync(databaseFile(folder));
  onTestFinished(() => database.close());
  return database;
}

describe('bookings that wait together', () => {
  test('share a commit and its sync', async () => {
    const { folder, store } = await openStore();
    const other = connectionTo(folder);
    // The first waits for the other program's lock, and all others for the first.
    other.exec('BEGIN IMMEDIATE');
    const before = commitsIn(folder);
    const stored = Array.from({ length: 400 }, (_, i) =>
      store.insertBookings([{ ...ada, name: `Ada ${i}` }]),
    );
    other.exec('ROLLBACK');
    await Promise.all(stored);
    expect(rowsIn(folder)).toHaveLength(400);
    const commits = commitsIn(folder) - before;
    expect(commits).toBeGreaterThan(0);
    expect(commits).toBeLessThan(10);
  });

  test('are refused at once when more wait than the queue holds', async () => {
    const { folder, store } = await openStore();
    const results = await Promise.allSettled(
      Array.from({ length: 1_005 }, () => store.insertBookings([ada])),
    );
    const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons).toHaveLength(5);
    for (const reason of reasons) expect(reason).toBeInstanceOf(StoreOverloaded);
    expect(rowsIn(folder)).toHaveLength(1_000);
    await store.insertBookings([ada]);
  });
});

test('another program’s lock keeps nobody from reading', async () => {
  const { folder, store } = await openStore({ busyTimeout: 100 });
  await store.insertBookings([ada]);
  connectionTo(folder).exec('BEGIN IMMEDIATE');
  await expect(store.insertBookings([ada])).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await store.listBookings({ limit: 9 })).toHaveLength(1);
  expect(await store.countBookings()).toBe(1);
  expect(await store.findLead(1)).toBeDefined();
  await store.summarizeDeliveries();
  await store.summarizeQuarantine();
});

test.each(['-wal', '-shm'])(
  'acknowledged bookings survive the deletion of the file %s',
  async (part) => {
    const { folder, store } = await openStore();
    await store.insertBookings([{ ...ada, name: 'before' }]);
    rmSync(databaseFile(folder) + part);
    await expect(store.insertBookings([ada])).rejects.toThrow(StoreUnavailable);
    const insertAgain = () => store.insertBookings([{ ...ada, name: 'after' }]).catch(() => {});
    await expect.poll(insertAgain).toEqual({ repeated: false });
    const names = rowsIn(folder).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['before', 'after']));
  },
);

test('a repeat waits for the disk like a new booking', async () => {
  const { folder, store } = await openStore();
  const key = crypto.randomUUID();
  await store.insertBookings([ada], { key });
  const before = commitsIn(folder);
  expect(await store.insertBookings([ada], { key })).toEqual({ repeated: true });
  expect(commitsIn(folder)).toBe(before + 1);
});

test('a crash of the database’s thread refuses what waits, is reported, and the next booking is stored', async () => {
  const workers: Worker[] = [];
  const collect = (worker: Worker) => workers.push(worker);
  process.on('worker', collect);
  onTestFinished(() => {
    process.off('worker', collect);
  });
  const crashes: Error[] = [];
  const { folder, store } = await openStore({ onCrash: (error) => crashes.push(error) });
  const other = connectionTo(folder);
  other.exec('BEGIN IMMEDIATE');
  const waiting = store.insertBookings([ada]);
  await Promise.all([
    expect(waiting).rejects.toBeInstanceOf(StoreUnavailable),
    workers[0]?.terminate(),
  ]);
  expect(crashes).toHaveLength(1);
  await expect(store.insertBookings([ada])).rejects.toBeInstanceOf(StoreUnavailable);
  other.exec('ROLLBACK');
  await expect
    .poll(() => store.insertBookings([ada]).catch(() => undefined))
    .toEqual({ repeated: false });
  expect(rowsIn(folder)).toHaveLength(1);
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
