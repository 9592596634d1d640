import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { minute, second } from '../../booking/zones.ts';
import { messageOf } from '../errors.ts';
import { isUnavailable, outageOf, storeError } from './sqlite-errors.ts';
import { databaseFile, type FileOptions, type OpenDatabase, openDatabase } from './sqlite-file.ts';
import { DatabaseError, type Db, StoreUnavailable } from './store.ts';

export interface SqliteOptions extends Partial<FileOptions> {
  /** The folder of the database; created with mode 0700 if it is missing. */
  folder: string;
}

/** How long to wait before the database is opened again, in milliseconds. */
const reopenInterval = second;

/** How often the log is emptied, and how soon that is retried while another program reads it, in milliseconds. */
const emptyInterval = minute;
const emptyRetryInterval = second;

export type ReopeningDatabase = Awaited<ReturnType<typeof openAndReopen>>;

/**
 * Opens the database. After an outage, or if its file was moved away, tries each second to open it again. Throws
 * `DatabaseError` if the folder cannot be used, or if the file is damaged, or belongs to another program or version.
 * With `create` false, throws `StoreUnavailable` if the file is missing or the disk fails.
 */
export async function openAndReopen(options: SqliteOptions) {
  const { folder, create = true } = options;
  let open: OpenDatabase | undefined;
  let outage = new StoreUnavailable('closed', 'The database is not open');
  let closing = false;
  let emptying: NodeJS.Timeout | undefined;

  async function start(mayCreate: boolean): Promise<void> {
    if (mayCreate) await makeFolder(folder);
    open = await openDatabase(databaseFile(folder), { ...options, create: mayCreate });
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

  await start(create).catch((error: unknown) => {
    if (!create || !(error instanceof StoreUnavailable)) throw error;
    void reopen(error, true);
  });
  emptying = setTimeout(emptyLog, emptyInterval).unref();
  return {
    /** Throws the outage unless the database is open. */
    mustBeOpen(): void {
      if (closing || open === undefined) throw outage;
    },
    /** Does work, even while the database is being closed. Throws the outage, also if the file was moved meanwhile. */
    async run<T>(work: (db: Db) => Promise<T>): Promise<T> {
      if (open === undefined) throw outage;
      const database = open;
      try {
        const result = await work(database.db);
        await checkFiles(database);
        return result;
      } catch (error) {
        throw storeError(error);
      }
    },
    emptyLog,
    /** Refuses new work, waits for the `running` work, and closes the database. */
    async close(running: Promise<void> | undefined): Promise<void> {
      closing = true;
      await running;
      clearTimeout(emptying);
      await open?.db.destroy();
    },
  };
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    const message = `The folder ${folder} cannot be created: ${messageOf(error)}. Set DATA_DIR to another folder.`;
    throw isUnavailable(error)
      ? new StoreUnavailable(outageOf(error), message)
      : new DatabaseError('unusable', message);
  });
}
