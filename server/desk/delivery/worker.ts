import { minute, second } from '../../../booking/zones.ts';
import type { Store } from '../../store/store.ts';
import { type AttemptOptions, attemptDelivery, logFields, tryLimitOf } from './attempt.ts';
import {
  type AcquiredDelivery,
  acquireDelivery,
  completeDelivery,
  type Outcome,
  retryWaiting,
} from './leases.ts';

/**
 * Milliseconds. A lease lasts this much longer than the longest attempt. Then another worker takes over from a crashed
 * one.
 */
const leaseMargin = minute;

/** The maximum number of attempts that run in parallel. */
const mostAttempts = 5;

/** Milliseconds before the worker tries again to record an outcome. */
const recordInterval = second;

/** The shortest time between two calls of `retryWaiting`, in milliseconds. */
const retryInterval = minute;

export interface WorkerOptions extends AttemptOptions {
  store: Store;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  /** When it is aborted, no more attempts begin. */
  stop?: AbortSignal;
}

/** Creates a worker that delivers a channel's due notices. A delivery that keeps failing does not delay the others. */
export function createWorker(options: WorkerOptions) {
  const { store, channel, log, timers = globalThis, now = () => performance.now() } = options;
  const inFlight = new Set<Promise<void>>();
  const leaseFor = tryLimitOf(channel) + leaseMargin;
  let retriedAt = Number.NEGATIVE_INFINITY;
  const counts = { delivered: 0, failed: 0 };

  /** Delivers everything due, and resolves when nothing more is due. */
  async function deliverDue(): Promise<void> {
    while (!options.stop?.aborted) {
      if (inFlight.size >= mostAttempts) {
        await Promise.race(inFlight);
        continue;
      }
      const acquired = await acquireDelivery(store, channel.name, leaseFor);
      if (acquired === undefined) return;
      const attempt: Promise<void> = deliver(acquired)
        .catch((err: unknown) =>
          log.error({ err, ...logFields(acquired) }, 'the result of an attempt was not recorded'),
        )
        .finally(() => inFlight.delete(attempt));
      inFlight.add(attempt);
    }
  }

  async function deliver(acquired: AcquiredDelivery): Promise<void> {
    const outcome = await attemptDelivery(acquired, options);
    counts[outcome.state === 'done' ? 'delivered' : 'failed'] += 1;
    if (!(await record(acquired, outcome)))
      log.warn(
        logFields(acquired),
        'the result of an attempt came too late: its lease had ended, or the lead was erased',
      );
    if (outcome.state !== 'done' || now() - retriedAt < retryInterval) return;
    // The channel works again: its waiting deliveries become due.
    retriedAt = now();
    await retryWaiting(store, channel.name);
  }

  /** Keeps trying to record the outcome. Without a record, the notice is sent twice. Returns whether the lease was held. */
  async function record(acquired: AcquiredDelivery, outcome: Outcome): Promise<boolean> {
    for (;;) {
      try {
        return await completeDelivery(store, acquired, outcome);
      } catch (err) {
        if (options.breakOff?.aborted) throw err;
        log.warn({ err, ...logFields(acquired) }, 'the result of an attempt is not recorded yet');
        await new Promise<void>((resolve) => {
          timers.setTimeout(resolve, recordInterval);
        });
      }
    }
  }

  return {
    deliverDue,
    /** Resolves when running attempts have ended. */
    async whenIdle(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    /** The number of attempts with this result since the worker was created. */
    counts,
  };
}
