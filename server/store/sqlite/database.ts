import { closeSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { migrationsOf } from '../migrations.ts';
import { DatabaseError } from '../store.ts';

/** 'Lmrk' in ASCII: marks a file as ours (https://sqlite.org/pragma.html#pragma_application_id). */
const applicationId = 0x4c6d726b;

/** 'Lode' in ASCII: the mark of the version before, whose tables this one cannot read. */
const previousApplicationId = 0x4c6f6465;

/** The file of the database in its folder. */
export function databaseFile(folder: string): string {
  return path.join(folder, 'bookings.db');
}

/**
 * Opens the database, created and migrated where needed. `busyTimeout`: see `ThreadSettings`. Throws
 * `DatabaseError` when the file is another program's, or a newer version's, and SQLite's own errors.
 */
export function openDatabase(file: string, busyTimeout: number): DatabaseSync {
  // Created with the mode that SQLite's side files inherit.
  closeSync(openSync(file, 'a', 0o600));
  if (statSync(file).size > 0) checkOwner(file);
  const database = new DatabaseSync(file, { timeout: busyTimeout });
  try {
    // FULL: a commit is on disk when it returns. secure_delete: erased values are overwritten.
    database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    migrate(database, file);
    // After the migrations, so that the application id is in the file and not only in its log.
    database.exec('PRAGMA journal_mode = WAL');
    // The files beside it are made by the first look into it.
    database.exec('SELECT count(*) FROM timestamps');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether the disk is full, read-only or unreadable (https://sqlite.org/rescode.html: 10 IOERR, 13 FULL). */
export function isDiskFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && /^(EROFS|ENOSPC|EDQUOT|EIO)$/.test(String(error.code))) return true;
  return 'errcode' in error && [10, 13].includes(Number(error.errcode) & 0xff);
}

/** Whether the file is a database of this program. Throws SQLite's error where it cannot be read. */
export function isDatabase(file: string): boolean {
  // Another program may have removed it.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  try {
    return applicationIdOf(file) === applicationId;
  } catch (error) {
    // SQLITE_NOTADB
    if (Object(error).errcode === 26) return false;
    throw error;
  }
}

/** Read so that the files beside another program's database stay as they are. */
function applicationIdOf(file: string): number {
  const url = pathToFileURL(file);
  // https://sqlite.org/uri.html#uriimmutable
  url.search = 'immutable=1';
  using database = new DatabaseSync(url, { readOnly: true });
  return Number(database.prepare('PRAGMA application_id').get()?.application_id);
}

function checkOwner(file: string): void {
  const id = applicationIdOf(file);
  if (id === previousApplicationId)
    throw new DatabaseError(
      `${file} was written by the version before this one. It was left as it is. Save its bookings with that version (commit 9c1e9d2): npm run bookings -- export FILE. Then set DATA_DIR to another folder and start again. Nothing reads the export back in.`,
    );
  if (id !== applicationId)
    throw new DatabaseError(
      `${file} belongs to another program. It was left as it is: move it elsewhere or set DATA_DIR to another folder.`,
    );
}

/** Runs the files that the database has not seen in one transaction. */
function migrate(database: DatabaseSync, file: string): void {
  if (migrationsOf('sqlite', userVersion(database), file).waiting.length === 0) return;
  database.exec('BEGIN IMMEDIATE');
  // Read again under the lock: another program may have migrated in the meantime.
  const { latest, waiting } = migrationsOf('sqlite', userVersion(database), file);
  for (const sql of waiting) database.exec(sql);
  database.exec(`PRAGMA application_id = ${applicationId}`);
  database.exec(`PRAGMA user_version = ${latest}; COMMIT`);
}

function userVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}
