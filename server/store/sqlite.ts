import { statfsSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { sqlite } from './dialects.ts';
import { isBusy, isUnavailable } from './sqlite-errors.ts';
import { longestBusy } from './sqlite-file.ts';
import { openAndReopen, type ReopeningDatabase, type SqliteOptions } from './sqlite-reopening.ts';
import { type Db, type Store, StoreUnavailable } from './store.ts';

/** The maximum number of waiting writes. */
const mostWaiting = 1_000;

/** Milliseconds between two attempts to begin a transaction while another program holds the lock. */
const busyInterval = 20;

/** With fewer free bytes on the disk, a booking and its log may not fit. */
const minimumFreeSpace = 4 * 1024 * 1024;

interface Waiting {
  /** Does the work. Returns a function that resolves the caller's promise once the commit is on disk. */
  run(db: Db): Promise<() => void>;
  reject(error: unknown): void;
}

/**
 * The store in one SQLite file, on the main thread. While the disk is full or read-only, or the file was moved away,
 * every operation throws `StoreUnavailable`, and the store tries to reopen it each second. Throws `DatabaseError`
 * if the folder cannot be used, or if the file is damaged, or belongs to another program or version. With
 * `create` false, throws `StoreUnavailable` if the file is missing or the disk fails.
 */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { folder, busyTimeout = longestBusy } = options;
  const database = await openAndReopen(options);
  const writes = sharedTransactions(database, busyTimeout);
  return {
    dialect: sqlite,
    async read(work) {
      await nextTurn();
      database.mustBeOpen();
      return database.run(work);
    },
    write: writes.write,
    checkRoom() {
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize < minimumFreeSpace)
        throw new StoreUnavailable('disk-full', `The disk of ${path.resolve(folder)} is full`);
    },
    emptyLog: () => void database.emptyLog(),
    close: () => database.close(writes.running()),
  };
}

/**
 * Writes that wait in the same turn of the event loop share one transaction and one sync. Each has its own savepoint.
 */
function sharedTransactions(database: ReopeningDatabase, busyTimeout: number) {
  const waiting: Waiting[] = [];
  let flushing: Promise<void> | undefined;

  const write: Store['write'] = (work) =>
    new Promise((resolve, reject) => {
      database.mustBeOpen();
      if (waiting.length >= mostWaiting)
        throw new StoreUnavailable('overloaded', `${mostWaiting} writes are waiting`);
      const run = async (db: Db) => {
        const result = await work(db);
        return () => resolve(result);
      };
      waiting.push({ run, reject });
      // Flush after this turn of the event loop, together with the other writes of this turn.
      flushing ??= nextTurn().then(flush);
    });

  async function flush(): Promise<void> {
    do {
      await runBatch(waiting.splice(0));
      // Without this turn, constant writes would block pages and timers.
      await nextTurn();
    } while (waiting.length > 0);
    flushing = undefined;
  }

  async function runBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const settle = await database.run((db) =>
        db
          .connection()
          .execute((connection) =>
            inTransaction(connection, busyTimeout, () => runEach(batch, connection)),
          ),
      );
      for (const done of settle) done();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return { write, running: () => flushing };
}

/** Runs each write in a savepoint, so that a bad statement fails alone. Returns functions that answer the callers. */
async function runEach(batch: readonly Waiting[], db: Db): Promise<(() => void)[]> {
  const settle: (() => void)[] = [];
  for (const { run, reject } of batch) {
    await sql`SAVEPOINT work`.execute(db);
    try {
      settle.push(await run(db));
      await sql`RELEASE work`.execute(db);
    } catch (error) {
      // A full disk may have ended the transaction.
      if (isUnavailable(error)) throw error;
      await sql`ROLLBACK TO work`.execute(db);
      await sql`RELEASE work`.execute(db);
      settle.push(() => reject(error));
    }
  }
  return settle;
}

/** Retries `BEGIN IMMEDIATE` with a timer, so that pages are served in the meantime. */
async function inTransaction<T>(db: Db, busyTimeout: number, work: () => Promise<T>): Promise<T> {
  for (let waited = 0; ; waited += busyInterval) {
    try {
      await sql`BEGIN IMMEDIATE`.execute(db);
      break;
    } catch (error) {
      if (!isBusy(error) || waited >= busyTimeout) throw error;
      await pause(busyInterval);
    }
  }
  try {
    const result = await work();
    await sql`COMMIT`.execute(db);
    return result;
  } catch (error) {
    // Fails if a full disk has already ended the transaction.
    await sql`ROLLBACK`.execute(db).catch(() => {});
    throw error;
  }
}
