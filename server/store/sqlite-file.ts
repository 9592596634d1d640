import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { errorInfo, messageOf } from '../errors.ts';
import { migrate, migrationError, waitingMigrations } from './migrations.ts';
import { isDiskFault, isUnavailable, outageOf } from './sqlite-errors.ts';
import { DatabaseError, type Db, StoreUnavailable } from './store.ts';
import type { Tables } from './tables.ts';

/** 'Lodm' in ASCII: marks a file as this program's (https://sqlite.org/pragma.html#pragma_application_id). */
const applicationId = 0x4c6f646d;

/** How long to wait for another program's lock, in milliseconds. */
export const longestBusy = 4_000;

/** The file of the database in its folder. */
export function databaseFile(folder: string): string {
  return path.join(folder, 'bookings.db');
}

/** A database that this process has open. */
export interface OpenDatabase {
  db: Db;
  /** The first file that was moved or deleted. Undefined if none was. */
  lostFile(): string | undefined;
  /** Writes the log into the main file, even if that was moved, and closes the database. */
  saveLog(): Promise<void>;
  /**
   * Writes the log into the main file and empties it, because it may contain erased data. Returns false if
   * another program reads or writes.
   */
  emptyLog(): Promise<boolean>;
}

export interface FileOptions {
  /** Whether to create the database if it is missing. */
  create: boolean;
  /** Milliseconds since 1970. A simulation replaces it. */
  now?: () => number;
  /** How long to wait for another program's lock, in milliseconds. */
  busyTimeout?: number;
}

/**
 * Opens and migrates the database. Throws `StoreUnavailable` if the disk is full or the file is missing. Throws
 * `DatabaseError` and changes nothing if the file is damaged, or belongs to another program or version.
 */
export async function openDatabase(file: string, options: FileOptions): Promise<OpenDatabase> {
  const { create, now = Date.now, busyTimeout = longestBusy } = options;
  let database: DatabaseSync | undefined;
  try {
    checkPresence(file, create);
    // Creates the file with mode 0600, which SQLite's log and index inherit.
    closeSync(openSync(file, 'a', 0o600));
    checkOwner(file);
    // This wait blocks the process, so it applies only while the database is opened.
    database = new DatabaseSync(file, { timeout: busyTimeout });
    const db = await prepare(database, file, now);
    database.exec('PRAGMA busy_timeout = 0');
    return opened(database, db, file);
  } catch (error) {
    if (database?.isOpen) database.close();
    if (error instanceof DatabaseError || error instanceof StoreUnavailable) throw error;
    if (!create && errorInfo(error).code === 'EACCES')
      throw new DatabaseError(
        'unusable',
        `This user has no permission to read and write ${file}. Run this command as the user that runs the server.`,
      );
    const message = `The database ${file} cannot be opened: ${messageOf(error)}.`;
    throw isDiskFault(error)
      ? new StoreUnavailable(outageOf(error), message)
      : new DatabaseError('unusable', message);
  }
}

/** Whether the file is a database of this program. Throws the system's error if it cannot be read. */
export function isDatabase(file: string): boolean {
  // Another program may have removed the file.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  return applicationIdOf(file) === applicationId;
}

async function prepare(database: DatabaseSync, file: string, now: () => number): Promise<Db> {
  // FULL: a commit is on disk when it returns. secure_delete: erased values are overwritten.
  database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
  const clock = (offset: SQLOutputValue = 0) => new Date(now() + Number(offset)).toISOString();
  // Deterministic, so that SQLite calls it once for a statement if its argument is constant.
  database.function('clock', { deterministic: true, varargs: true }, clock);
  const dialect = new SqliteDialect({ database: kyselyDatabase(database) });
  const db = new Kysely<Tables>({ dialect });
  await migrateFile(database, db, file);
  // Set after the migrations, so that the application id is in the file and not only in its log.
  database.exec('PRAGMA journal_mode = WAL');
  // The first query creates the log and its index next to the file.
  database.exec('SELECT count(*) FROM timestamps');
  return db;
}

/** Migrates in one transaction: a failed migration leaves the file as it was. */
async function migrateFile(database: DatabaseSync, db: Db, file: string): Promise<void> {
  const tables = "SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'";
  const isNew = database.prepare(tables).get() === undefined;
  if ((await waitingMigrations(db, 'sqlite', isNew, file)).length === 0) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Runs nothing if another program has migrated in the meantime.
    await migrate(db, 'sqlite', async (_db, text) => database.exec(text));
    database.exec(`PRAGMA application_id = ${applicationId}; COMMIT`);
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw isUnavailable(error) ? error : migrationError(file, error);
  }
}

function opened(database: DatabaseSync, db: Db, file: string): OpenDatabase {
  const identities = identitiesOf(file);
  return {
    db,
    lostFile() {
      const current = identitiesOf(file);
      const lost = suffixes.find((_, index) => identities[index] !== current[index]);
      return lost === undefined ? undefined : file + lost;
    },
    async emptyLog() {
      if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size === 0) return true;
      // https://sqlite.org/pragma.html#pragma_wal_checkpoint
      const checkpoint = sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`;
      return (await checkpoint.execute(db)).rows[0]?.busy === 0;
    },
    async saveLog() {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      const [, log] = identitiesOf(file);
      // Closing deletes the log by its name, but another program's file may have that name now.
      if (log === undefined || log === identities[1]) await db.destroy();
    },
  };
}

/** Suffixes of an open database's files: the database, its log, the log's index (https://sqlite.org/wal.html). */
const suffixes = ['', '-wal', '-shm'];

/** The device and inode of each file. Undefined if there is no such file. */
function identitiesOf(file: string): (string | undefined)[] {
  return suffixes.map((suffix) => {
    const found = statSync(file + suffix, { throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  });
}

/**
 * Refuses to open a database that vanished: an empty one must not replace it. Throws the system's error if this user
 * may not look into the folder.
 */
function checkPresence(file: string, create: boolean): void {
  if (statSync(file, { throwIfNoEntry: false })) return;
  if (!create)
    throw new StoreUnavailable(
      'missing',
      `There is no database at ${file}. Check DATA_DIR. The first start of the server creates it.`,
    );
  // Closing a database removes its log. A log alone means that the database was moved away.
  if (existsSync(`${file}-wal`))
    throw new DatabaseError(
      'missing',
      `${file} is missing, but its log ${file}-wal is there. Move the database back, or move the log elsewhere to start with an empty database.`,
    );
}

function checkOwner(file: string): void {
  const id = applicationIdOf(file);
  if (id === applicationId || id === 'none') return;
  if (id === undefined) throw new Error('file is not a database');
  throw new DatabaseError(
    'other-program',
    `${file} belongs to another program, or to a development version of this one. It was not changed. Move it elsewhere, or set DATA_DIR to another folder.`,
  );
}

/**
 * The application id in the header of an SQLite database; 'none' if no header was written yet; undefined
 * if the file is something else (https://sqlite.org/fileformat2.html#the_database_header). It does not use
 * SQLite, which would create files next to another program's database. With `immutable`, SQLite would report
 * an interrupted checkpoint as damage.
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

/** How many statements stay prepared. */
const preparedStatements = 200;

/** Adapts a database of `node:sqlite` to Kysely's SQLite dialect, which is written for better-sqlite3. */
function kyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const prepared = new LRUCache<string, SqliteStatement>({ max: preparedStatements });
  return {
    prepare(text) {
      const statement = prepared.get(text) ?? adapt(database.prepare(text));
      prepared.set(text, statement);
      return statement;
    },
    close: () => database.close(),
  };
}

function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...values.map(toSql)),
    run: (values) => statement.run(...values.map(toSql)),
    iterate: (values) => statement.iterate(...values.map(toSql)),
  };
}

function toSql(value: unknown) {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError(`SQLite cannot store a ${typeof value}`);
}
