import { Worker } from 'node:worker_threads';
import { DatabaseError, StoreOverloaded, StoreUnavailable } from '../store.ts';
import type { Answer, FromWorker, Operation, Request, Result, WorkerSettings } from './messages.ts';

/** How long to wait after a crash, in milliseconds: twice as long each time that it does not open. */
const respawnDelay = { first: 200, longest: 3_000 };

export interface Thread {
  /** Throws `StoreUnavailable` or `StoreOverloaded`; any other error is the operation's own. */
  ask(operation: Operation): Promise<Result>;
  /** Finishes what waits, then ends the thread. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(result: Result): void;
  reject(error: Error): void;
}

/**
 * Starts the worker thread that owns the database, and starts it again when it crashes.
 * At most `queueLimit` operations wait at a time. Throws `DatabaseRefused` when it cannot open.
 */
export async function startThread(
  settings: WorkerSettings,
  queueLimit: number,
  onCrash: (error: Error) => void,
): Promise<Thread> {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closing = false;
  let delay = respawnDelay.first;
  let worker: Worker | undefined;
  let ended = Promise.resolve();

  function spawn(): Promise<void> {
    const opened = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: settings,
      // Its objects live for one request: V8 would let the young ones take 48 MB under load.
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    });
    let cause = new Error('The thread of the database ended');
    worker = started;
    ended = gone.promise;
    started.on('error', (error: Error) => {
      cause = error;
    });
    started.on('message', (message: FromWorker) => {
      if (message === 'opened') {
        delay = respawnDelay.first;
        opened.resolve();
      } else if ('refused' in message) cause = new DatabaseError(message.refused);
      else message.answers.forEach(settle);
    });
    started.on('exit', () => {
      worker = undefined;
      for (const { reject } of waiting.values()) reject(new StoreUnavailable(cause.message));
      waiting.clear();
      opened.reject(cause);
      gone.resolve();
    });
    return opened.promise.then(() => {
      if (!closing) gone.promise.then(() => respawn(cause));
    });
  }

  function respawn(cause: Error): void {
    if (closing) return;
    onCrash(cause);
    setTimeout(() => {
      if (!closing) spawn().catch(respawn);
    }, delay).unref();
    delay = Math.min(2 * delay, respawnDelay.longest);
  }

  function settle(answer: Answer): void {
    const request = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('result' in answer) request?.resolve(answer.result);
    else
      request?.reject(
        answer.unavailable ? new StoreUnavailable(answer.error) : new Error(answer.error),
      );
  }

  await spawn();
  return {
    async ask(operation) {
      if (closing || worker === undefined) throw new StoreUnavailable('The database is not open');
      if (waiting.size >= queueLimit)
        throw new StoreOverloaded(`${queueLimit} requests are waiting`);
      const request: Request = { id: ++lastId, operation };
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      waiting.set(request.id, { resolve, reject });
      worker.postMessage(request);
      return promise;
    },
    async close() {
      closing = true;
      worker?.postMessage('close');
      await ended;
    },
  };
}
