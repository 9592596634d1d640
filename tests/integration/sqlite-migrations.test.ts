import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bookingOf } from '../../booking/booking.ts';
import { databaseFile, openSqlite } from '../../server/store/sqlite/store.ts';
import { ada } from '../support/ada.ts';
import { rowsIn, temporaryFolder } from '../support/database.ts';

/** Every file of a folder with its bytes' hash. */
function bytesOf(folder: string): Record<string, string> {
  const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, hash(path.join(folder, name))]),
  );
}

async function refusalOf(folder: string): Promise<string> {
  try {
    await (await openSqlite({ folder })).close();
    return 'not refused';
  } catch (error) {
    expect(error).toMatchObject({ name: 'DatabaseError' });
    return error instanceof Error ? error.message : '';
  }
}

describe('the migrations', () => {
  test('are applied at the first start, numbered, and the file is marked as ours', async () => {
    const folder = await temporaryFolder();
    await (await openSqlite({ folder })).close();
    const database = new DatabaseSync(databaseFile(folder));
    onTestFinished(() => database.close());
    const files = readdirSync(new URL('../../database/sqlite/', import.meta.url));
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: files.length });
    expect(database.prepare('PRAGMA application_id').get()).toEqual({ application_id: 0x4c6f6465 });
  });

  test('are not applied again', async () => {
    const folder = await temporaryFolder();
    for (let i = 0; i < 3; i++) {
      const store = await openSqlite({ folder });
      await store.insertBookings([ada]);
      await store.close();
    }
    expect(rowsIn(folder)).toHaveLength(3);
  });

  test('are applied once when several servers start at once', async () => {
    const folder = await temporaryFolder();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openSqlite({ folder })));
    await Promise.all(stores.map((store) => store.insertBookings([ada])));
    await Promise.all(stores.map((store) => store.close()));
    expect(rowsIn(folder)).toHaveLength(4);
  });

  test('are not counted down by a server that checks the database while a newer one migrates it', async () => {
    const folder = await temporaryFolder();
    const store = await openSqlite({ folder });
    onTestFinished(() => store.close());
    const newer = new DatabaseSync(databaseFile(folder));
    onTestFinished(() => newer.close());
    newer.exec('PRAGMA user_version = 99');
    await store.check();
    expect(newer.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
  });

  test('can be applied again by a server that was counted down', async () => {
    const folder = await temporaryFolder();
    await (await openSqlite({ folder })).close();
    const database = new DatabaseSync(databaseFile(folder));
    database.exec('PRAGMA user_version = 4');
    database.close();
    await (await openSqlite({ folder })).close();
  });

  test('bring a database of the second schema to the newest with nothing lost', async () => {
    const folder = await temporaryFolder();
    const old = new DatabaseSync(databaseFile(folder));
    const migrations = new URL('../../database/sqlite/', import.meta.url);
    for (const name of ['0001_booking_requests.sql', '0002_deliveries.sql']) {
      old.exec(readFileSync(new URL(name, migrations), 'utf8'));
    }
    old.exec(
      `PRAGMA application_id = ${0x4c6f6465}; PRAGMA user_version = 2; PRAGMA journal_mode = WAL`,
    );
    const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';
    const insert = old.prepare(
      'INSERT INTO booking_requests (created_at, name, company_name, email, request_id) VALUES (?, ?, ?, ?, ?)',
    );
    const now = Date.now();
    insert.run(new Date(now - 1000).toISOString(), ada.name, ada.company_name, ada.email, key);
    insert.run(new Date(now).toISOString(), 'Grace', 'Bakery', 'grace@bakery.example', null);
    old.exec(`INSERT INTO deliveries (booking_id, channel, id, state, created_at, next_at, give_up_at)
      VALUES (1, 'mail', 'a', 'pending', '2026', '2026', '2027')`);
    const before = old.prepare('SELECT * FROM booking_requests ORDER BY id').all();
    old.close();

    const store = await openSqlite({ folder });
    onTestFinished(() => store.close());
    expect(rowsIn(folder)).toMatchObject(before.map((row) => ({ ...row })));
    expect(await store.findBooking(1)).toMatchObject({ deliveries: [{ id: 'a' }] });
    // With what columns of later schemas give them.
    const [first, second] = rowsIn(folder).map((row) => bookingOf((field) => String(row[field])));
    expect(await store.insertBookings([first ?? ada], { key })).toEqual({ repeated: true });
    expect(await store.insertBookings([second ?? ada], { native: true })).toEqual({
      repeated: true,
    });
    await store.insertBookings([ada], { key: crypto.randomUUID() });
    expect(await store.countBookings({ email: 'Ada@example.com' })).toBe(2);
  });

  test('take over an empty file', async () => {
    const folder = await temporaryFolder();
    writeFileSync(databaseFile(folder), '');
    await (await openSqlite({ folder })).close();
    expect(rowsIn(folder)).toEqual([]);
  });
});

describe('a database is refused in a clear sentence and left as it is, to the byte,', () => {
  test('when a newer version wrote it', async () => {
    const folder = await temporaryFolder();
    await (await openSqlite({ folder })).close();
    const database = new DatabaseSync(databaseFile(folder));
    database.exec('PRAGMA user_version = 999');
    database.close();
    const before = bytesOf(folder);
    expect(await refusalOf(folder)).toMatch(
      /bookings\.db was written by a newer version .*schema 999.*start the newer/,
    );
    expect(bytesOf(folder)['bookings.db']).toBe(before['bookings.db']);
  });

  test('when a newer version wrote it and was killed before its log was worked in', async () => {
    const folder = await temporaryFolder();
    await (await openSqlite({ folder })).close();
    const newer = new DatabaseSync(databaseFile(folder));
    onTestFinished(() => newer.close());
    newer.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 999');
    const before = bytesOf(folder);
    expect(await refusalOf(folder)).toContain('newer version');
    expect(bytesOf(folder)['bookings.db']).toBe(before['bookings.db']);
    expect(bytesOf(folder)['bookings.db-wal']).toBe(before['bookings.db-wal']);
  });

  test.each([
    ['has tables of its own', 'CREATE TABLE t (a)'],
    ['marks its files as its own', 'CREATE TABLE t (a); PRAGMA application_id = 7'],
    ['uses a write-ahead log', 'PRAGMA journal_mode = WAL; CREATE TABLE booking_requests (a)'],
  ])('when another program, which %s, wrote it', async (_, sql) => {
    const folder = await temporaryFolder();
    const database = new DatabaseSync(databaseFile(folder));
    database.exec(sql);
    database.close();
    const before = bytesOf(folder);
    expect(await refusalOf(folder)).toMatch(/bookings\.db belongs to another program.*DATA_DIR/);
    expect(bytesOf(folder)).toEqual(before);
  });

  test('when it is no database at all', async () => {
    const folder = await temporaryFolder();
    writeFileSync(databaseFile(folder), 'a letter, not a database');
    const before = bytesOf(folder);
    expect(await refusalOf(folder)).toContain('is not an SQLite database');
    expect(bytesOf(folder)).toEqual(before);
  });

  test('when it is damaged behind its header', async () => {
    const folder = await temporaryFolder();
    await (await openSqlite({ folder })).close();
    const bytes = readFileSync(databaseFile(folder)).fill(0xaa, 100);
    writeFileSync(databaseFile(folder), bytes);
    expect(await refusalOf(folder)).toMatch(/cannot be opened: .*(malformed|not a database)/);
    expect(readFileSync(databaseFile(folder)).equals(bytes)).toBe(true);
  });

  test('when a folder stands in its place', async () => {
    const folder = await temporaryFolder();
    mkdirSync(databaseFile(folder));
    expect(await refusalOf(folder)).toMatch(/bookings\.db cannot be opened/);
  });

  test('when its folder cannot be made', async () => {
    const folder = await temporaryFolder();
    writeFileSync(path.join(folder, 'file'), '');
    expect(await refusalOf(path.join(folder, 'file', 'data'))).toMatch(/cannot be made.*DATA_DIR/);
    expect(existsSync(path.join(folder, 'file', 'data'))).toBe(false);
  });
});
