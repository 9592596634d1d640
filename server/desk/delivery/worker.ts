import type { Logger } from 'pino';
import { hour } from '../../../booking/zones.ts';
import { messageOf } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { isRehearsal } from '../rehearsal.ts';
import { type Channel, DeliveryFailure } from './channel.ts';
import {
  type AcquiredDelivery,
  acquireDelivery,
  completeDelivery,
  type Outcome,
  retryWaiting,
} from './leases.ts';

const second = 1_000;

/**
 * Milliseconds. A lease lasts this much longer than the longest attempt. Then another worker takes over from a crashed
 * one.
 */
const leaseMargin = 60 * second;

/** The maximum number of attempts that run in parallel. */
const mostAttempts = 5;

/** The minimum number of attempts, so that a server that was off for days still retries. */
const leastAttempts = 10;

/** The longest time between two attempts of one delivery, in milliseconds. */
const longestBackoff = hour;

/** Milliseconds before the worker tries again to record an outcome. */
const recordInterval = second;

/** The shortest time between two calls of `retryWaiting`, in milliseconds. */
const retryInterval = 60 * second;

/** The timers that the worker uses. A simulation replaces them. */
export interface Timers {
  setTimeout(work: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

export interface WorkerOptions {
  store: Store;
  channel: Channel;
  log: Logger;
  timers?: Timers;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  /** Returns a number from 0 to 1. */
  random?: () => number;
  /** When it is aborted, no more attempts begin. */
  stop?: AbortSignal;
  /** When it is aborted, running attempts are aborted and their leases released. */
  breakOff?: AbortSignal;
}

/** The receiver's answer when it wants no more notices. */
const gone = 'HTTP 410';

/** The code of an error that no channel expects. */
const fault = 'FAULT';

const never = new AbortController().signal;

/** Creates a worker that delivers a channel's due notices. A delivery that keeps failing does not delay the others. */
export function createWorker(options: WorkerOptions) {
  const { store, channel, log, timers = globalThis, now = () => performance.now() } = options;
  const { random = Math.random, stop = never, breakOff = never } = options;
  const inFlight = new Set<Promise<void>>();
  const { tryLimit = 30 * second } = channel;
  const isReceipt = channel.name === 'receipt';
  let retriedAt = Number.NEGATIVE_INFINITY;
  const counts = { delivered: 0, failed: 0 };

  /** Delivers everything due, and resolves when nothing more is due. */
  async function deliverDue(): Promise<void> {
    while (!stop.aborted) {
      if (inFlight.size >= mostAttempts) {
        await Promise.race(inFlight);
        continue;
      }
      const acquired = await acquireDelivery(store, channel.name, tryLimit + leaseMargin);
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
    const outcome = await tryOnce(acquired);
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
        if (breakOff.aborted) throw err;
        log.warn({ err, ...logFields(acquired) }, 'the result of an attempt is not recorded yet');
        await new Promise<void>((resolve) => {
          timers.setTimeout(resolve, recordInterval);
        });
      }
    }
  }

  async function tryOnce(acquired: AcquiredDelivery): Promise<Outcome> {
    const { delivery, lead } = acquired;
    const limit = new AbortController();
    const timer = timers.setTimeout(() => limit.abort(), tryLimit);
    try {
      const signal = AbortSignal.any([limit.signal, breakOff]);
      if (isReceipt && acquired.isOver) throw new DeliveryFailure('EXPIRED', 'Expired');
      const notice = isRehearsal(lead.booking, lead.secret) ? undefined : lead;
      const receipt = await channel.deliver({ id: delivery.id, lead: notice }, signal);
      log.info(logFields(acquired), 'delivered');
      return { state: 'done', ...(receipt.refused && { warning: receipt.refused }) };
    } catch (error) {
      if (breakOff.aborted) return { state: 'untried' };
      const isLate = limit.signal.aborted;
      if (error instanceof DeliveryFailure && !isLate) return failed(acquired, error);
      const text = isLate ? `Timed out after ${tryLimit / second} seconds` : messageOf(error);
      return failed(acquired, new DeliveryFailure(isLate ? 'TIMEOUT' : fault, text));
    } finally {
      timers.clearTimeout(timer);
    }
  }

  function failed(acquired: AcquiredDelivery, failure: DeliveryFailure): Outcome {
    const { attempts } = acquired.delivery;
    const known = { ...logFields(acquired), code: failure.code };
    // A retry fixes neither a refusal nor a bug.
    const isFinal = failure.isRefusal || failure.code === fault;
    if (isReceipt && (isFinal || acquired.isOver)) {
      log.info(known, 'a receipt was not accepted');
      return { state: 'dead', error: `Not accepted (${failure.code})` };
    }
    // A refusal of a receipt may quote the visitor's address.
    const fields = { ...known, ...(!isReceipt && { reason: failure.reason }) };
    const isLast = attempts >= leastAttempts && acquired.isOver;
    if (failure.code === gone || isLast) {
      log.error(fields, 'a delivery is dead: see ./lodemark doctor');
      return { state: 'dead', error: failure.message };
    }
    log.warn(fields, 'a delivery failed and will be retried');
    const asked = Math.min(failure.retryAfter, longestBackoff);
    const retryAfter = Math.max(backoff(attempts, random), asked);
    return { state: 'pending', retryAfter, error: failure.message };
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

/**
 * Milliseconds to wait after the n-th failed attempt in a row: 10 s, 30 s, 90 s and so on up to an hour. Each wait
 * varies by 20%, so that deliveries that failed together are retried at different times.
 */
function backoff(attempts: number, random: () => number): number {
  const wait = Math.min(10 * second * 3 ** (attempts - 1), longestBackoff);
  return Math.round(wait * (0.8 + 0.4 * random()));
}

function logFields({ delivery: { id, booking_id, channel, attempts } }: AcquiredDelivery) {
  return { delivery: id, lead: booking_id, channel, attempts };
}
