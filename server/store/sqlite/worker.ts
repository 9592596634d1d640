import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { ChannelName } from '../delivery.ts';
import { DatabaseError, StoreUnavailable } from '../store.ts';
import { bookingOperations } from './bookings.ts';
import { applicationId, openDatabase } from './database.ts';
import { deliveryOperations } from './deliveries.ts';

/** What the thread is started with. */
export interface ThreadSettings {
  file: string;
  /** How long to wait for another program's lock, in milliseconds. */
  busyTimeout: number;
  /** The channels for which a new booking gets a delivery. */
  channels: readonly ChannelName[];
}

/** What the main thread can ask of this one. */
export type Operations = ReturnType<typeof prepareOperations>;

/** A call of an operation, made at a time in milliseconds since 1970. */
export interface Request {
  id: number;
  name: keyof Operations;
  args: unknown[];
  at: number;
}

/** The answer with the id 0 tells whether the database could be opened. `name`: the error's class. */
export type Answer = { id: number } & (
  | { result: unknown }
  | { error: { name: string; message: string } }
);

/** Which operations do not need the lock for writing. */
const readOnly: ReadonlySet<keyof Operations> = new Set([
  'listBookings',
  'countBookings',
  'findBooking',
  'summarizeDeliveries',
  'summarizeQuarantine',
]);

/**
 * The thread that owns the database. What waits when it becomes free shares one transaction and one
 * sync (group commit); the answers leave after the commit.
 */
function serve(port: MessagePort, settings: ThreadSettings): void {
  const { file, busyTimeout, channels } = settings;
  const database = openDatabase(file, busyTimeout);
  const identity = identityOf(file);
  let now = 0;
  const operations = prepareOperations(database, channels, () => now);
  const waiting: Request[] = [];

  function answerWaiting(): void {
    const requests = waiting.splice(0);
    if (requests.length === 0) return;
    const answers = answerTogether(requests);
    // SQLite goes on writing into a file that was moved or deleted: that must not be acknowledged.
    if (identityOf(file) !== identity) {
      throw new Error(`${file} was moved or deleted while it was open`);
    }
    port.postMessage(answers);
    if (requests.some(({ name }) => name === 'eraseBookings')) truncateLog(database, busyTimeout);
  }

  function answerTogether(requests: Request[]): Answer[] {
    try {
      const reads = requests.every(({ name }) => readOnly.has(name));
      database.exec(reads ? 'BEGIN' : 'BEGIN IMMEDIATE');
      const answers = requests.map(answerAlone);
      database.exec('COMMIT');
      return answers;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      const unavailable = new StoreUnavailable(messageOf(error));
      return requests.map(({ id }) => failure(id, unavailable));
    }
  }

  /** In a savepoint, so that a request that fails does not spoil the others. */
  function answerAlone({ id, name, args, at }: Request): Answer {
    now = at;
    database.exec('SAVEPOINT request');
    try {
      // The caller's types say that these arguments belong to this operation (see store.ts).
      const operation = operations[name] as (...args: unknown[]) => unknown;
      const result = operation(...args);
      database.exec('RELEASE request');
      return { id, result };
    } catch (error) {
      if (!isOwnFault(error)) throw error;
      database.exec('ROLLBACK TO request; RELEASE request');
      return failure(id, error);
    }
  }

  port.on('message', (message: Request | 'close') => {
    if (message === 'close') {
      answerWaiting();
      database.close();
      port.close();
    } else if (waiting.push(message) === 1) {
      // All messages that are here already are taken up first.
      setImmediate(answerWaiting);
    }
  });
}

/** The operations run inside a transaction of their caller and throw SQLite's own errors. */
function prepareOperations(
  database: DatabaseSync,
  channels: readonly ChannelName[],
  now: () => number,
) {
  return {
    ...bookingOperations(database, channels, now),
    ...deliveryOperations(database, now),
    /** Writes what is there already: only a commit that reaches the disk proves that one can. */
    check(): void {
      database.exec(`PRAGMA application_id = ${applicationId}`);
    },
  };
}

/** Which file the name leads to; undefined: none. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/**
 * Erased values stay in the write-ahead log until it is truncated. A long reader, such as a backup,
 * can prevent that: a later erasure does it then, or the last program that closes the file.
 */
function truncateLog(database: DatabaseSync, busyTimeout: number): void {
  database.exec(
    `PRAGMA busy_timeout = 100; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = ${busyTimeout}`,
  );
}

/**
 * Whether an error is the request's own: a broken constraint (primary result code 19,
 * https://sqlite.org/rescode.html) or a value that cannot be bound. After any other, such as a full
 * disk, the transaction may have ended by itself.
 */
function isOwnFault(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return true;
  return (Number(error.errcode) & 0xff) === 19;
}

function failure(id: number, error: unknown): Answer {
  const name = error instanceof Error ? error.name : 'Error';
  return { id, error: { name, message: messageOf(error) } };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (parentPort) {
  const { file }: ThreadSettings = workerData;
  try {
    serve(parentPort, workerData);
    parentPort.postMessage([{ id: 0, result: undefined }] satisfies Answer[]);
  } catch (error) {
    const sentence = `The database ${file} cannot be opened: ${messageOf(error)}.`;
    const refused = error instanceof DatabaseError ? error : new DatabaseError(sentence);
    parentPort.postMessage([failure(0, refused)]);
  }
}
