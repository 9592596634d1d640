import { statfsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { minute } from '../../booking/zones.ts';
import { messageOf } from '../errors.ts';
import { sqlite } from './dialects.ts';
import { isBusy, isUnavailable, outageOf, storeError } from './sqlite-errors.ts';
import {
  databaseFile,
  type FileOptions,
  longestBusy,
  type OpenDatabase,
  openDatabase,
} from './sqlite-file.ts';
import { DatabaseError, type Db, type Store, StoreUnavailable } from './store.ts';

export interface SqliteOptions extends Partial<FileOptions> {
  /** The folder of the database; created with mode 0700 if it is missing. */
  folder: string;
}

/** The maximum number of waiting writes. */
const mostWaiting = 1_000;

/** How long to wait before the database is opened again, in milliseconds. */
const reopenInterval = 1_000;

/** How often the log is emptied, and how soon that is retried while another program reads it, in milliseconds. */
const emptyInterval = minute;
const emptyRetryInterval = 1_000;

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
 * The store in one SQLite file, on the main thread. Writes that wait in the same turn of the event loop share one
 * transaction and one sync; each has its own savepoint. While the disk is full or read-only, or the file was moved
 * away, every operation throws `StoreUnavailable`, and the store tries to reopen it each second. Throws `DatabaseError`
 * if the folder cannot be used, or if the file is damaged, or belongs to another program or version.
 */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { folder, create = true, busyTimeout = longestBusy } = options;
  const file = databaseFile(folder);
  const waiting: Waiting[] = [];
  let open: OpenDatabase | undefined;
  let outage = new StoreUnavailable('closed', 'The database is not open');
  let closing = false;
  let flushing: Promise<void> | undefined;
  let emptying: NodeJS.Timeout | undefined;

  async function start(mayCreate: boolean): Promise<void> {
    if (mayCreate) await makeFolder(folder);
    open = await openDatabase(file, { ...options, create: mayCreate });
  }

  /** Retries until the file can be opened. After a loss it creates none: an empty database would hide the loss. */
  async function reopen(error: StoreUnavailable, mayCreate: boolean): Promise<void> {
    outage = error;
    while (open === undefined) {
      await pause(reopenInterval, undefined, { ref: false });
      if (closing) return;
      await start(mayCreate).catch((next: unknown) => {
        outage =
          next instanceof StoreUnavailable
            ? next
            : new StoreUnavailable('unusable', messageOf(next));
      });
    }
  }

  /** SQLite keeps writing into files that were moved or deleted. Such writes must not be acknowledged. */
  async function checkFiles(database: OpenDatabase): Promise<void> {
    // Another operation may have found the loss already.
    if (open !== database) throw outage;
    const lost = database.lostFile();
    if (lost === undefined) return;
    open = undefined;
    outage = new StoreUnavailable('moved', `${lost} was moved or deleted while it was open`);
    await database.saveLog().catch((cause: unknown) => {
      outage.message += `, and its log could not be saved: ${messageOf(cause)}`;
    });
    void reopen(outage, false);
    throw outage;
  }

  /** Empties the log, and does so again later: soon if another program reads it now. */
  async function emptyLog(): Promise<void> {
    // Ignore a disk fault here: the next write reports it.
    const isEmpty = await open?.emptyLog().catch(() => true);
    clearTimeout(emptying);
    if (closing) return;
    emptying = setTimeout(emptyLog, isEmpty === false ? emptyRetryInterval : emptyInterval).unref();
  }

  function current(): OpenDatabase {
    if (closing || open === undefined) throw outage;
    return open;
  }

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
      if (open === undefined) throw outage;
      const database = open;
      const settle = await database.db
        .connection()
        .execute((db) => inTransaction(db, busyTimeout, () => runEach(batch, db)));
      await checkFiles(database);
      for (const done of settle) done();
    } catch (error) {
      const failure = storeError(error);
      for (const { reject } of batch) reject(failure);
    }
  }

  const write: Store['write'] = (work) =>
    new Promise((resolve, reject) => {
      current();
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

  await start(create).catch((error: unknown) => {
    if (!create || !(error instanceof StoreUnavailable)) throw error;
    void reopen(error, true);
  });
  emptying = setTimeout(emptyLog, emptyInterval).unref();
  return {
    dialect: sqlite,
    async read(work) {
      await nextTurn();
      const database = current();
      const result = await work(database.db).catch((error: unknown) => {
        throw storeError(error);
      });
      await checkFiles(database);
      return result;
    },
    write,
    checkRoom() {
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize < minimumFreeSpace)
        throw new StoreUnavailable('disk-full', `The disk of ${path.resolve(folder)} is full`);
    },
    emptyLog: () => void emptyLog(),
    async close() {
      closing = true;
      await flushing;
      clearTimeout(emptying);
      await open?.db.destroy();
    },
  };
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

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    const message = `The folder ${folder} cannot be created: ${messageOf(error)}. Set DATA_DIR to another folder.`;
    throw isUnavailable(error)
      ? new StoreUnavailable(outageOf(error), message)
      : new DatabaseError('unusable', message);
  });
}
