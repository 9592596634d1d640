import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseError } from '../store.ts';

/** 'Lode' in ASCII: marks a database file as ours (https://sqlite.org/pragma.html#pragma_application_id). */
export const applicationId = 0x4c6f6465;

const migrationsFolder = new URL('../../../database/sqlite/', import.meta.url);

/**
 * Opens the database, made and migrated where needed, and ready for commits that survive a loss
 * of power. Throws `DatabaseRefused`, without having written anything, when the file is not ours
 * or was written by a newer version.
 */
export function openDatabase(file: string, busyTimeout: number): DatabaseSync {
  refuseForeign(file);
  const migrations = readMigrations();
  refuseNewer(file, migrations.length, busyTimeout);
  // The mode is given to the empty file before anything is in it; SQLite's side files inherit it.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, {
    timeout: busyTimeout,
    enableForeignKeyConstraints: true,
  });
  // secure_delete: what is erased is overwritten, not only forgotten.
  database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
  migrations.forEach((sql, index) => {
    migrate(database, sql, index + 1);
  });
  // After the first migration, so that `application_id` is in the main file and never in the log alone.
  patiently(busyTimeout, () => database.exec('PRAGMA journal_mode = WAL'));
  return database;
}

/** Switching to the write-ahead log needs the file for itself and does not wait for it by itself. */
function patiently(milliseconds: number, work: () => void): void {
  for (const deadline = performance.now() + milliseconds; ; ) {
    try {
      work();
      return;
    } catch (error) {
      const busy = error instanceof Error && 'errcode' in error && error.errcode === 5;
      if (!busy || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** Reads the header's bytes only: opening by SQLite could already change a foreign file's side files. */
function refuseForeign(file: string): void {
  const header = readHeader(file);
  if (header.length === 0) return;
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new DatabaseError(`${file} is not an SQLite database. It was left as it is.`);
  }
  // https://sqlite.org/fileformat.html#the_database_header: the application id is at offset 68.
  if (header.length < 72 || header.readUInt32BE(68) !== applicationId) {
    throw new DatabaseError(
      `${file} belongs to another program. It was left as it is: move it away or set DATA_DIR to another folder.`,
    );
  }
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(100);
  try {
    const handle = openSync(file, 'r');
    try {
      return header.subarray(0, readSync(handle, header));
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return header.subarray(0, 0);
    throw error;
  }
}

/** Through a read-only connection, which sees the write-ahead log and never empties it. */
function refuseNewer(file: string, newest: number, busyTimeout: number): void {
  if (readHeader(file).length === 0) return;
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeout });
  try {
    const version = userVersion(database);
    if (version > newest) {
      throw new DatabaseError(
        `${file} was written by a newer version of this program (schema ${version}, this one knows ${newest}). It was left as it is: start the newer version.`,
      );
    }
  } finally {
    database.close();
  }
}

/** The migrations in order: the file `0001_….sql` is the first. */
function readMigrations(): string[] {
  const names = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  names.forEach((name, index) => {
    if (Number.parseInt(name, 10) !== index + 1)
      throw new Error(`Migration ${name} is out of sequence`);
  });
  return names.map((name) => readFileSync(new URL(name, migrationsFolder), 'utf8'));
}

/** The version is read inside the transaction: another program may be migrating at the same time. */
function migrate(database: DatabaseSync, sql: string, version: number): void {
  if (userVersion(database) >= version) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    if (userVersion(database) < version) {
      database.exec(sql);
      database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function userVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}
