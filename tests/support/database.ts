import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import { databaseFile } from '../../server/store/sqlite-file.ts';
import { databasesFolder } from './memory.ts';

/** Registers what to do at the end of a test, or of several. */
export type Finished = (end: () => Promise<void>) => void;

/** A fresh folder, removed at the end of the test, or as `finished` decides. */
export async function temporaryFolder(finished: Finished = onTestFinished): Promise<string> {
  const folder = await mkdtemp(path.join(databasesFolder(), 'lodemark-'));
  finished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The stored rows in the order of their ids, read past the store by a connection of the test's own. */
export function rowsIn(folder: string): Record<string, unknown>[] {
  using database = new DatabaseSync(databaseFile(folder), { readOnly: true });
  const columns = `id, created_at, ${bookingFields.join(', ')}, request_id`;
  const rows = database.prepare(`SELECT ${columns} FROM booking_requests ORDER BY id`).all();
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
