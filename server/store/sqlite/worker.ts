import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';
import { DatabaseError } from '../store.ts';
import { openDatabase } from './database.ts';
import { fileWhenIdle } from './filing.ts';
import type { Answer, FromWorker, Request, ToWorker, WorkerSettings } from './messages.ts';
import { prepareOperations, type RunOperation } from './operations.ts';

/**
 * The thread that owns the database. Whatever waits when it becomes free shares one transaction
 * and one sync (group commit); the answers leave after the commit.
 */
function serve(port: MessagePort, settings: WorkerSettings): void {
  const send = (message: FromWorker) => port.postMessage(message);
  const database = open(settings, send);
  if (database === undefined) return;
  const run = prepareOperations(database);
  const fileLater = fileWhenIdle(database);
  const identity = identityOf(settings.file);
  send('opened');
  port.on('message', (first: ToWorker) => {
    const messages = [first, ...waitingOn(port)];
    const requests = messages.filter((message) => message !== 'close');
    if (requests.length > 0) {
      const answers = answerTogether(database, run, requests);
      // SQLite goes on writing into a file that was moved or deleted: what is lost is not acknowledged.
      if (identityOf(settings.file) !== identity) {
        throw new Error(`${settings.file} was moved or deleted while it was open`);
      }
      send({ answers });
    }
    if (requests.some(({ operation }) => operation.name === 'erase')) {
      emptyLog(database, settings.busyTimeout);
    }
    if (requests.some(({ operation }) => operation.name === 'insert')) fileLater();
    if (messages.includes('close')) {
      database.close();
      port.close();
    }
  });
}

function open(settings: WorkerSettings, send: (message: FromWorker) => void) {
  try {
    return openDatabase(settings.file, settings.busyTimeout);
  } catch (error) {
    const sentence = `The database ${settings.file} cannot be opened: ${messageOf(error)}.`;
    send({ refused: error instanceof DatabaseError ? error.message : sentence });
    return undefined;
  }
}

/** Which file the name leads to; undefined: none. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function* waitingOn(port: MessagePort): Generator<ToWorker> {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
    yield next.message;
  }
}

function answerTogether(database: DatabaseSync, run: RunOperation, requests: Request[]): Answer[] {
  try {
    database.exec(requests.some(writes) ? 'BEGIN IMMEDIATE' : 'BEGIN');
    const answers = requests.map((request) => answerAlone(database, run, request));
    database.exec('COMMIT');
    return answers;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    return requests.map(({ id }) => ({ id, error: messageOf(error), unavailable: true }));
  }
}

/** A savepoint for each, so that one request's failure does not spoil the others'. */
function answerAlone(database: DatabaseSync, run: RunOperation, request: Request): Answer {
  const { id, operation } = request;
  database.exec('SAVEPOINT request');
  try {
    const result = run(operation);
    database.exec('RELEASE request');
    return { id, result };
  } catch (error) {
    // A full disk, a failed write: the request is not at fault, and the transaction may have ended by itself.
    if (!isOwnFault(error)) throw error;
    database.exec('ROLLBACK TO request; RELEASE request');
    return { id, error: messageOf(error), unavailable: false };
  }
}

/**
 * What was erased is still in the write-ahead log until that is worked in and cut off. A long
 * reader, such as a backup, can be in the way: then the log is cut off by a later erasure or when
 * the last program closes the file.
 */
function emptyLog(database: DatabaseSync, busyTimeout: number): void {
  database.exec('PRAGMA busy_timeout = 100');
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // The erasure itself is committed.
  } finally {
    database.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
  }
}

function writes({ operation }: Request): boolean {
  return !['list', 'count', 'find', 'summarize', 'quarantined'].includes(operation.name);
}

/**
 * A broken constraint (primary result code 19, https://sqlite.org/rescode.html), or a value that
 * cannot be bound at all.
 */
function isOwnFault(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return true;
  return (Number(error.errcode) & 0xff) === 19;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (parentPort) serve(parentPort, workerData);
