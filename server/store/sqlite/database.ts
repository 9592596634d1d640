import { closeSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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
  checkOwner(file);
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

/** Whether the file is a database of this program. Throws the system's error where it cannot be read. */
export function isDatabase(file: string): boolean {
  // Another program may have removed it.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  return applicationIdOf(file) === applicationId;
}

/**
 * The application id in the header of a SQLite database; 'none' where no header was written yet; undefined
 * where the file is something else (https://sqlite.org/fileformat2.html#the_database_header). SQLite is not
 * asked: it would write next to another program's database, and with `immutable` it takes an interrupted
 * checkpoint for damage.
 */
function applicationIdOf(file: string): number | 'none' | undefined {
  const header = Buffer.alloc(72);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  // A power cut during the first commit leaves zeros, which SQLite then rolls back.
  if (header.every((byte) => byte === 0)) return 'none';
  return header.toString('latin1', 0, 16) === 'SQLite format 3\0'
    ? header.readInt32BE(68)
    : undefined;
}

function checkOwner(file: string): void {
  const id = applicationIdOf(file);
  if (id === applicationId || id === 'none') return;
  if (id === undefined) throw new Error('file is not a database');
  if (id === previousApplicationId)
    throw new DatabaseError(
      `${file} was written by the version before this one. It was left as it is. Save its bookings with that version (commit 9c1e9d2): npm run bookings -- export FILE. Then set DATA_DIR to another folder and start again. Nothing reads the export back in.`,
    );
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
