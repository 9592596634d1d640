import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { databaseFile, openSqlite, type SqliteOptions } from '../../server/store/sqlite/store.ts';
import { StoreOverloaded, StoreUnavailable } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { rowsIn, temporaryFolder } from '../support/database.ts';
import { startServer } from '../support/server.ts';
import { storeContract } from './store-contract.ts';

storeContract('SQLite', async () => {
  const folder = await temporaryFolder();
  return { open: (now = Date.now, channels = []) => openSqlite({ folder, now, channels }) };
});

async function openStore(options: Partial<SqliteOptions> = {}) {
  const folder = await temporaryFolder();
  const store = await openSqlite({ folder, ...options });
  onTestFinished(() => store.close());
  return { folder, store };
}

test('a commit has reached the disk when it returns: the log is synced with each', async () => {
  const database = openDatabase(databaseFile(await temporaryFolder()), 1000);
  onTestFinished(() => database.close());
  // https://sqlite.org/pragma.html#pragma_synchronous: 2 is FULL.
  expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
});

/** Another program's connection to the same file. */
function connectionTo(folder: string): DatabaseSync {
  const database = new DatabaseSync(databaseFile(folder));
  onTestFinished(() => database.close());
  return database;
}

describe('the database’s file', () => {
  test('can be read by its owner alone', async () => {
    const parent = await temporaryFolder();
    const folder = path.join(parent, 'deep', 'data');
    const store = await openSqlite({ folder });
    onTestFinished(() => store.close());
    await store.insertBookings([ada]);
    const modeOf = (file: string) => statSync(file).mode & 0o777;
    expect(modeOf(folder)).toBe(0o700);
    for (const suffix of ['', '-wal', '-shm'])
      expect(modeOf(databaseFile(folder) + suffix)).toBe(0o600);
  });

  test('uses the write-ahead log', async () => {
    const { folder } = await openStore();
    expect(connectionTo(folder).prepare('PRAGMA journal_mode').get()).toEqual({
      journal_mode: 'wal',
    });
  });
});

describe('bookings that wait together', () => {
  test('share a commit and its sync', async () => {
    const { folder, store } = await openStore();
    const other = connectionTo(folder);
    // What came first waits for the other program's lock, and all others for that.
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

  test('are refused when more wait than the queue holds, at once', async () => {
    const { folder, store } = await openStore({ queueLimit: 10 });
    const results = await Promise.allSettled(
      Array.from({ length: 15 }, () => store.insertBookings([ada])),
    );
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    );
    expect(reasons).toHaveLength(5);
    for (const reason of reasons) expect(reason).toBeInstanceOf(StoreOverloaded);
    expect(rowsIn(folder)).toHaveLength(10);
    await store.insertBookings([ada]);
  });
});

describe('another program’s lock', () => {
  test('is waited for', async () => {
    const { folder, store } = await openStore();
    const other = connectionTo(folder);
    other.exec('BEGIN IMMEDIATE');
    const waiting = store.insertBookings([ada]);
    setTimeout(() => other.exec('COMMIT'), 300);
    expect(await waiting).toEqual({ repeated: false });
  });

  test('that lasts makes the booking unavailable, stores nothing, and the pages go on', async () => {
    const server = await startServer({ sqlite: { busyTimeout: 300 } });
    const other = connectionTo(server.folder);
    other.exec('BEGIN IMMEDIATE');
    const booking = server.post(ada);
    const page = await fetch(server.url);
    expect(page.status).toBe(200);
    const ready = await fetch(`${server.url}/readyz`);
    expect((await booking).status).toBe(503);
    expect(ready.status).toBe(503);
    other.exec('ROLLBACK');
    expect((await server.post(ada)).status).toBe(201);
    expect(server.rows()).toHaveLength(1);
  });
});

describe('a crash of the database’s thread', () => {
  test('refuses what waited, is reported, and the next bookings are stored again', async () => {
    const workers: Worker[] = [];
    const seen = (worker: Worker) => workers.push(worker);
    process.on('worker', seen);
    onTestFinished(() => {
      process.off('worker', seen);
    });
    const crashes: Error[] = [];
    const { folder, store } = await openStore({ onCrash: (error) => crashes.push(error) });
    connectionTo(folder).exec('BEGIN IMMEDIATE; SELECT 1');
    const waiting = store.insertBookings([ada]);
    await Promise.all([
      expect(waiting).rejects.toBeInstanceOf(StoreUnavailable),
      workers[0]?.terminate(),
    ]);
    expect(crashes).toHaveLength(1);
    await expect(store.insertBookings([ada])).rejects.toBeInstanceOf(StoreUnavailable);
    await expect.poll(() => workers.length).toBe(2);
  });

  test('leaves the store working', async () => {
    const workers: Worker[] = [];
    const seen = (worker: Worker) => workers.push(worker);
    process.on('worker', seen);
    onTestFinished(() => {
      process.off('worker', seen);
    });
    const { folder, store } = await openStore();
    await store.insertBookings([ada]);
    await workers[0]?.terminate();
    await expect
      .poll(() => store.insertBookings([ada]).catch(() => undefined))
      .toEqual({ repeated: false });
    expect(rowsIn(folder)).toHaveLength(2);
  });
});

/**
 * Counts the commits in the write-ahead log: the last frame of each carries the database's size in
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
