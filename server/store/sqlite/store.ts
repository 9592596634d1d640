import { mkdir } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type OperationName, operationsBy } from '../operations.ts';
import { DatabaseError, type Store, StoreOverloaded, StoreUnavailable } from '../store.ts';
import { databaseFile, isDiskFault } from './database.ts';
import type { Answer, Request, ThreadSettings } from './worker.ts';

export interface SqliteOptions extends Partial<Omit<ThreadSettings, 'file'>> {
  /** The folder of the database; created with mode 0700 where it is missing. */
  folder: string;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Called for every crash of the database's thread, which is then started again. */
  onCrash?: (error: Error) => void;
}

/**
 * The store in one SQLite file, which its own thread works on; when that crashes it is started again. While
 * the disk is full or read-only it opens all the same, and every operation throws `StoreUnavailable`.
 * Throws `DatabaseError` when the folder cannot be used or the file is not ours, damaged or another
 * version's.
 */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { folder, channels = [], busyTimeout = 4000 } = options;
  const { now = Date.now, onCrash = () => {} } = options;
  const waiting: PromiseWithResolvers<unknown>[] = [];
  let worker: Worker | undefined;
  let ended = Promise.resolve();
  let delay = restartDelay.first;
  let closing = false;
  let reason = 'The database is not open';

  async function start(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
      const Kind = isDiskFault(error) ? StoreUnavailable : DatabaseError;
      throw new Kind(
        `The folder ${folder} cannot be made: ${error.message}. Set DATA_DIR to one that can.`,
      );
    });
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { file: databaseFile(folder), busyTimeout, channels },
      // Objects live for one request: V8 would let the young ones grow to 48 MB under load.
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    });
    let cause = new Error('The thread of the database ended');
    started.on('error', (error: Error) => {
      cause = error;
    });
    started.on('message', (answers: Answer[]) => answers.forEach(settleNext));
    worker = started;
    ended = new Promise((resolve) => {
      started.on('exit', () => {
        worker = undefined;
        for (const { reject } of waiting.splice(0)) reject(new StoreUnavailable(cause.message));
        resolve();
      });
    });
    await nextAnswer();
    delay = restartDelay.first;
    void ended.then(() => restart(cause));
  }

  function restart(cause: Error): void {
    if (closing) return;
    onCrash(cause);
    reason = cause.message;
    setTimeout(() => {
      if (!closing) start().catch(restart);
    }, delay).unref();
    delay = Math.min(2 * delay, restartDelay.longest);
  }

  function nextAnswer(): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    waiting.push(answer);
    return answer.promise;
  }

  function settleNext(answer: Answer): void {
    const request = waiting.shift();
    if ('error' in answer) request?.reject(new errors[answer.error](answer.message));
    else request?.resolve(answer.result);
  }

  async function call(name: OperationName, args: unknown[]): Promise<unknown> {
    if (closing || worker === undefined) throw new StoreUnavailable(reason);
    if (waiting.length >= mostWaiting)
      throw new StoreOverloaded(`${mostWaiting} requests are waiting`);
    const request: Request = { name, args, at: now() };
    worker.postMessage(request);
    return nextAnswer();
  }

  await start().catch((error) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    restart(error);
  });
  return {
    ...operationsBy(call),
    async close() {
      closing = true;
      worker?.postMessage('close');
      await ended;
    },
  };
}

/** How many requests may wait. */
const mostWaiting = 1_000;

/** The classes of the errors that come from the thread. */
const errors = { DatabaseError, StoreUnavailable, Error };

/** How long to wait after a crash, in milliseconds: twice as long each time that it does not open. */
const restartDelay = { first: 200, longest: 3_000 };
