import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import { databaseFile } from '../../server/store/sqlite-file.ts';
import { databasesFolder } from './memory.ts';

/** Registers a function to call at the end of one or more tests. */
export type Finished = (end: () => Promise<void>) => void;

/** A fresh folder. It is removed at the end of the test, or when the callback of `finished` is called. */
export async function temporaryFolder(finished: Finished = onTestFinished): Promise<string> {
  const folder = await mkdtemp(path.join(databasesFolder(), 'lodemark-'));
  finished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The bookings by id, read over a separate connection and not through the store. */
export function rowsIn(folder: string): Record<string, unknown>[] {
  return runIn(
    folder,
    `SELECT id, created_at, ${bookingFields.join(', ')} FROM booking_requests ORDER BY id`,
  );
}

/** Runs a statement on a folder's database, as another program would. Several statements return no rows. */
export function runIn(folder: string, sql: string, now = Date.now): Record<string, unknown>[] {
  using database = new DatabaseSync(databaseFile(folder), { timeout: 60_000 });
  const clock = (offset: unknown = 0) => new Date(now() + Number(offset)).toISOString();
  database.function('clock', { varargs: true }, clock);
  if (!sql.startsWith('SELECT')) {
    database.exec(sql);
    return [];
  }
  const rows = database.prepare(sql).all();
  return rows.map((row) => ({ ...row }));
}

/** Overwrites the root page of this table or index in a folder's database. */
export function corrupt(folder: string, name: string): void {
  const file = databaseFile(folder);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const { page } = database
    .prepare('SELECT rootpage AS page FROM sqlite_schema WHERE name = ?')
    .get(name) as { page: number };
  const size = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  database.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  closeSync(handle);
}

/** Locks a folder's database, as another program's transaction would. Returns a function that unlocks it. */
export function lockDatabase(folder: string): () => void {
  const database = new DatabaseSync(databaseFile(folder));
  database.exec('BEGIN IMMEDIATE');
  return () => database.close();
}

/** Makes each insert of a booking fail with this message. Returns a function that undoes this. */
export function failInserts(folder: string, message: string): () => void {
  runIn(
    folder,
    `CREATE TRIGGER fault BEFORE INSERT ON booking_requests
     BEGIN SELECT RAISE(ABORT, '${message}'); END`,
  );
  return () => void runIn(folder, 'DROP TRIGGER fault');
}
