import { existsSync } from 'node:fs';
import { chmod, copyFile, lchown, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Booking, bookingFields } from '../../../booking/booking.ts';
import { DatabaseError, messageOf } from '../store.ts';
import { databaseFile, isDatabase, openDatabase } from './database.ts';

/** Writes the database as it is at one moment into `file`, which exists and is empty. The server may go on. */
export async function backupSqlite(folder: string, file: string): Promise<void> {
  using database = new DatabaseSync(databaseFile(folder), { readOnly: true, timeout: 4000 });
  // Otherwise a copy of a row may stay in the free part of a page, where no erasure finds it.
  database.exec('PRAGMA secure_delete = ON');
  database.prepare('VACUUM INTO ?').run(file);
  await giveToOwnerOf(folder, file);
}

/**
 * Replaces the database by a backup and gives the name under which the replaced one is kept. Throws
 * `DatabaseError`, with nothing changed, when the backup is not a whole database of this version or
 * when another program has the database open.
 */
export async function restoreSqlite(folder: string, backup: string): Promise<string | undefined> {
  const file = databaseFile(folder);
  const copy = `${file}.restoring-${process.pid}`;
  const kept = `${file}.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await copyFile(backup, copy);
    await chmod(copy, 0o600);
    checkWhole(copy, backup);
    await giveToOwnerOf(folder, copy);
    const handle = await open(copy, 'r');
    await handle.sync().finally(() => handle.close());
    if (existsSync(file)) await putAside(file, kept);
    // SQLite would read a log that was left behind into the restored database.
    for (const suffix of ['-wal', '-shm', '-journal']) {
      if (existsSync(file + suffix)) await rename(file + suffix, kept + suffix);
    }
    await rename(copy, file);
    return existsSync(kept) ? path.basename(kept) : undefined;
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(copy + suffix, { force: true });
  }
}

/**
 * Erases bookings, to the byte, from every other database of ours in the folder, such as a backup: those of
 * an address, or with the values of one. Gives the names of the files in which some were.
 */
export async function eraseFromCopies(
  folder: string,
  which: readonly (Booking | string)[],
): Promise<string[]> {
  const live = databaseFile(folder);
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    try {
      if (file === live || !isDatabase(file)) continue;
      using database = new DatabaseSync(file, { timeout: 4000 });
      // The foreign keys are on: deliveries go with their bookings.
      database.exec('PRAGMA secure_delete = ON');
      database.exec('BEGIN IMMEDIATE');
      const { changes } = database.prepare(eraseAll).run(JSON.stringify(which));
      database.exec('COMMIT');
      if (changes === 0) continue;
      database.exec('VACUUM; PRAGMA journal_mode = DELETE');
    } catch (error) {
      throw new DatabaseError(`${file} may still hold what was erased: ${messageOf(error)}.`);
    }
    found.push(name);
  }
  return found;
}

/** An address is a text in the list, a booking an object. */
const eraseAll = `WITH which AS (SELECT value, type FROM json_each(?))
  DELETE FROM booking_requests
  WHERE email COLLATE NOCASE IN (SELECT value FROM which WHERE type = 'text')
    OR (${bookingFields.join(', ')}) IN (
      SELECT ${bookingFields.map((field) => `value ->> '${field}'`).join(', ')}
      FROM which WHERE type = 'object')`;

/** When root runs a command, the server's user could not open the new file. */
async function giveToOwnerOf(folder: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await lchown(file, uid, gid);
}

/** Opens the copy as the server would, and leaves it as one file without a log. */
function checkWhole(copy: string, backup: string): void {
  try {
    using database = openDatabase(copy, 4000);
    const answer = database.prepare('PRAGMA integrity_check(1)').get();
    if (answer?.integrity_check !== 'ok') throw new Error(String(answer?.integrity_check));
    database.exec('PRAGMA journal_mode = DELETE; VACUUM');
  } catch (error) {
    const reason = messageOf(error).replaceAll(copy, backup);
    throw new DatabaseError(`${backup} cannot be restored: ${reason}`);
  }
}

/**
 * Leaving the write-ahead log fails while any other program has the file open
 * (https://sqlite.org/wal.html#activating_and_configuring_wal_mode), and the lock keeps them out.
 */
async function putAside(file: string, kept: string): Promise<void> {
  using database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined;
    const open = `${file} is open in another program: stop the server first. Nothing was changed.`;
    if (code === 5) throw new DatabaseError(open);
    // SQLITE_CORRUPT and SQLITE_NOTADB: a damaged database is replaced as well.
    if (code !== 11 && code !== 26) throw error;
  }
  await rename(file, kept);
}
