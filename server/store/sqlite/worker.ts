import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { ChannelName } from '../delivery.ts';
import { callOn, type OperationName, onlyReads } from '../operations.ts';
import { DatabaseError, messageOf } from '../store.ts';
import { sqliteDatabase } from './bookings.ts';
import { isDiskFault, openDatabase } from './database.ts';
import { runOn } from './run.ts';

/** What the thread is started with. */
export interface ThreadSettings {
  file: string;
  /** How long to wait for another program's lock, in milliseconds. */
  busyTimeout: number;
  /** The channels for which a new booking gets a delivery. */
  channels: readonly ChannelName[];
}

/** A call, made at a time in milliseconds since 1970. */
export interface Request {
  name: OperationName;
  args: unknown[];
  at: number;
}

/**
 * A result, or an error's class and message. They come in the order of the requests, after one that tells
 * whether the database was opened.
 */
export type Answer =
  | { result: unknown }
  | { error: 'DatabaseError' | 'StoreUnavailable' | 'Error'; message: string };

/** Works on requests. Those that wait share one transaction and one sync (group commit), then are answered. */
function serve(port: MessagePort, { file, busyTimeout, channels }: ThreadSettings): void {
  const database = openDatabase(file, busyTimeout);
  const opened = identitiesOf(file);
  let now = 0;
  const run = runOn(database, () => now);
  const engine = sqliteDatabase(run, file, channels);
  const waiting: Request[] = [];
  let working = Promise.resolve();
  const answer = () => {
    working = working.then(answerWaiting);
  };
  port.on('message', (message: Request | 'close') => {
    if (message === 'close') {
      answer();
      void working.then(() => {
        database.close();
        port.close();
      });
    } else if (waiting.push(message) === 1) {
      // After all messages that have arrived.
      setImmediate(answer);
    }
  });

  async function answerWaiting(): Promise<void> {
    const requests = waiting.splice(0);
    if (requests.length === 0) return;
    const answers = await runInTransaction(requests);
    // SQLite goes on writing into files that were moved or deleted: that must not be acknowledged.
    const current = identitiesOf(file);
    const lost = opened.findIndex((identity, index) => identity !== current[index]);
    if (lost !== -1) {
      // Of the log nothing is lost while its database is there and no other program began a new one.
      if (lost > 0 && current[1] === undefined) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      throw new Error(`${file}${suffixes[lost]} was moved or deleted while it was open`);
    }
    port.postMessage(answers);
    if (requests.some(({ name }) => name === 'eraseBookings')) truncateLog(database, busyTimeout);
  }

  async function runInTransaction(requests: Request[]): Promise<Answer[]> {
    try {
      const needNoLock = requests.every(({ name }) => onlyReads(name));
      database.exec(needNoLock ? 'BEGIN' : 'BEGIN IMMEDIATE');
      const answers: Answer[] = [];
      for (const request of requests) answers.push(await runInSavepoint(request));
      database.exec('COMMIT');
      return answers;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      const message = messageOf(error);
      return requests.map(() => ({ error: 'StoreUnavailable', message }));
    }
  }

  /** In a savepoint, so that a request that fails does not spoil the others. */
  async function runInSavepoint({ name, args, at }: Request): Promise<Answer> {
    now = at;
    database.exec('SAVEPOINT request');
    try {
      const result = await callOn(engine, name, args);
      database.exec('RELEASE request');
      return { result };
    } catch (error) {
      if (!isRequestError(error)) throw error;
      database.exec('ROLLBACK TO request; RELEASE request');
      return { error: 'Error', message: messageOf(error) };
    }
  }
}

/** The endings of an open database's files: its log and the index of that (https://sqlite.org/wal.html). */
const suffixes = ['', '-wal', '-shm'];

/** Which files have their names now; undefined: none. */
function identitiesOf(file: string): (string | undefined)[] {
  return suffixes.map((suffix) => {
    const found = statSync(file + suffix, { throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  });
}

/** Erased values stay in the log until then. Where a backup reads, a later erasure or the end does it. */
function truncateLog(database: DatabaseSync, busyTimeout: number): void {
  database.exec('PRAGMA busy_timeout = 100; PRAGMA wal_checkpoint(TRUNCATE)');
  database.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
}

/**
 * Whether it is the request's own: a broken constraint (19, https://sqlite.org/rescode.html) or a value
 * that cannot be bound. Any other, such as a full disk, may have ended the transaction.
 */
function isRequestError(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return true;
  return (Number(error.errcode) & 0xff) === 19;
}

function started(port: MessagePort, settings: ThreadSettings): Answer {
  try {
    serve(port, settings);
    return { result: undefined };
  } catch (cause) {
    const error = isDiskFault(cause) ? 'StoreUnavailable' : 'DatabaseError';
    if (cause instanceof DatabaseError) return { error, message: cause.message };
    const message = `The database ${settings.file} cannot be opened: ${messageOf(cause)}.`;
    return { error, message };
  }
}

if (parentPort) parentPort.postMessage([started(parentPort, workerData)]);
