import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backupSqlite } from '../../server/store/sqlite-backup.ts';
import { databaseFile, isDatabase, openDatabase } from '../../server/store/sqlite-file.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { ada } from '../support/ada.ts';
import { storeIn } from '../support/bookings-command.ts';
import { rowsIn, temporaryFolder } from '../support/database.ts';

async function newDatabase(): Promise<string> {
  const folder = await temporaryFolder();
  const store = await openSqlite({ folder });
  await store.insertBookings([ada]);
  await store.close();
  return folder;
}

/** Runs SQL on a folder's database as another program would. */
function runIn(folder: string, sql: string): void {
  const database = new DatabaseSync(databaseFile(folder));
  database.exec(sql);
  database.close();
}

function contentOf(folder: string): Record<string, Buffer> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name))]),
  );
}

async function errorOnOpening(folder: string): Promise<string> {
  const error = await openSqlite({ folder }).catch((error: Error) => error);
  expect(error).toMatchObject({ name: 'DatabaseError' });
  return error instanceof Error ? error.message : '';
}

describe('the database', () => {
  test('syncs its log with each commit, so that a commit is on disk when it returns', async () => {
    const database = openDatabase(databaseFile(await temporaryFolder()), 1000);
    onTestFinished(() => database.close());
    // https://sqlite.org/pragma.html#pragma_synchronous: 2 is FULL.
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(database.prepare('PRAGMA secure_delete').get()).toEqual({ secure_delete: 1 });
  });

  test('can be read by its owner alone', async () => {
    const folder = path.join(await temporaryFolder(), 'deep', 'data');
    const store = await storeIn(folder);
    await store.insertBookings([ada]);
    const modeOf = (file: string) => statSync(file).mode & 0o777;
    expect(modeOf(folder)).toBe(0o700);
    for (const suffix of ['', '-wal', '-shm']) {
      expect(modeOf(databaseFile(folder) + suffix)).toBe(0o600);
    }
  });

  test('is created in an empty file, and not again in its own', async () => {
    const folder = await temporaryFolder();
    writeFileSync(databaseFile(folder), '');
    for (let i = 0; i < 2; i++) {
      const store = await openSqlite({ folder });
      await store.insertBookings([ada]);
      await store.close();
    }
    expect(rowsIn(folder)).toHaveLength(2);
  });
});

test('a database from before there were several addresses keeps its deliveries, and what waits goes to the first', async () => {
  const folder = await temporaryFolder();
  await (await openSqlite({ folder })).close();
  runIn(
    folder,
    `INSERT INTO booking_requests (id, created_at, name, company_name, email)
      VALUES (1, '2026-01-02', 'Ada', 'Engines', 'a@a.example'), (2, '2026-01-02', 'Ada', 'Engines', 'a@a.example');
    INSERT INTO deliveries (booking_id, channel, id, state, created_at, next_at, give_up_at)
      VALUES (1, 'mail', 'one', 'done', '2026-01-02', '2026-01-02', '2026-01-05'),
        (2, 'mail', 'two', 'pending', '2026-01-02', '2026-01-02', '2026-01-05');
    INSERT INTO channels VALUES ('mail', 2)`,
  );
  const store = await storeIn(folder, { channels: ['mail:sales@example.com'] });
  const acquired = await store.acquireDelivery('mail:sales@example.com', 1_000);
  expect(acquired).toMatchObject({ delivery: { id: 'two' }, booking: { id: 2 } });
  expect(await store.findLead(1)).toMatchObject({
    lead: { state: 'done' },
    deliveries: [{ channel: 'mail', id: 'one', state: 'done' }],
  });
  await store.eraseBookings({ ids: [2] }, 1);
  expect(await store.summarizeDeliveries()).toEqual([]);
});

/** A database as commit 9c1e9d2 wrote it: its mark, its schema's number and its tables. */
const previousSchema = `
  CREATE TABLE booking_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT, created_at TEXT NOT NULL,
    name TEXT NOT NULL, company_name TEXT NOT NULL, email TEXT NOT NULL, request_id TEXT,
    filed INTEGER NOT NULL DEFAULT 1 CHECK (filed IN (0, 1)), suspicion TEXT, accepted_at TEXT
  ) STRICT;
  CREATE TABLE deliveries (
    booking_id INTEGER NOT NULL REFERENCES booking_requests (id) ON DELETE CASCADE,
    channel TEXT NOT NULL, id TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'pending',
    away INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (booking_id, channel)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO booking_requests (created_at, name, company_name, email)
    VALUES ('2026-01-02T03:04:05.006Z', 'Ada', 'Engines', 'ada@example.com');
  PRAGMA application_id = ${0x4c6f6465}; PRAGMA user_version = 5; PRAGMA journal_mode = WAL`;

test('a database whose checkpoint was interrupted opens with every booking, and can be checked and backed up', async () => {
  const live = await temporaryFolder();
  const folder = await temporaryFolder();
  const store = await storeIn(live);
  const names = Array.from({ length: 500 }, (_, number) => `Ada ${number}`);
  await store.insertBookings(names.map((name) => ({ ...ada, name })));
  // The first write of a checkpoint is page 1, which names pages that the file does not have yet.
  cpSync(live, folder, { recursive: true });
  const file = databaseFile(folder);
  const bytes = readFileSync(file);
  bytes.writeUInt32BE(2 * bytes.readUInt32BE(28), 28);
  writeFileSync(file, bytes);

  expect(isDatabase(file)).toBe(true);
  const backup = path.join(await temporaryFolder(), 'bookings.db');
  writeFileSync(backup, '');
  await backupSqlite(folder, backup);
  expect(rowsIn(path.dirname(backup)).map(({ name }) => name)).toEqual(names);
  await storeIn(folder);
  expect(rowsIn(folder).map(({ name }) => name)).toEqual(names);
});

describe('a database is refused with a sentence and left as it is, to the byte,', () => {
  test('when the version before wrote it', async () => {
    const folder = await temporaryFolder();
    const database = new DatabaseSync(databaseFile(folder));
    onTestFinished(() => database.close());
    database.exec(previousSchema);
    const before = contentOf(folder);
    expect(await errorOnOpening(folder)).toMatch(
      /version before.*commit 9c1e9d2.*npm run bookings -- export FILE.*DATA_DIR.*Nothing reads/,
    );
    expect(contentOf(folder)).toEqual(before);
  });

  test('when a newer version wrote it', async () => {
    const folder = await newDatabase();
    runIn(folder, 'PRAGMA user_version = 999');
    const before = contentOf(folder);
    expect(await errorOnOpening(folder)).toMatch(
      /newer version .*schema 999.*left as it is: start the newer/,
    );
    expect(contentOf(folder)).toEqual(before);
  });

  test.each([
    ['has its own tables', 'CREATE TABLE t (a)'],
    ['marks its files as its own', 'CREATE TABLE t (a); PRAGMA application_id = 7'],
    ['uses a write-ahead log', 'PRAGMA journal_mode = WAL; CREATE TABLE booking_requests (a)'],
  ])('when another program, which %s, wrote it', async (_, sql) => {
    const folder = await temporaryFolder();
    runIn(folder, sql);
    const before = contentOf(folder);
    expect(await errorOnOpening(folder)).toMatch(/belongs to another program.*DATA_DIR/);
    expect(contentOf(folder)).toEqual(before);
  });

  test('when it is not a database, or damaged behind its header', async () => {
    const [letter, damaged] = [await temporaryFolder(), await newDatabase()];
    writeFileSync(databaseFile(letter), 'a letter, not a database');
    writeFileSync(databaseFile(damaged), readFileSync(databaseFile(damaged)).fill(0xaa, 100));
    for (const folder of [letter, damaged]) {
      const before = contentOf(folder);
      expect(await errorOnOpening(folder)).toMatch(/file is not a database|malformed/);
      expect(contentOf(folder)).toEqual(before);
    }
  });

  test('when it is a folder', async () => {
    const folder = await temporaryFolder();
    mkdirSync(databaseFile(folder));
    expect(await errorOnOpening(folder)).toMatch(/bookings\.db cannot be opened/);
  });
});
