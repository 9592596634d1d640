import type { Logger } from 'pino';
import type { AcquiredDelivery, Outcome } from '../store/delivery.ts';
import type { Store } from '../store/store.ts';
import { type Channel, DeliveryFailure } from './channel.ts';
import { backoff, createCircuitBreaker, longestBackoff, longestOpen } from './circuit-breaker.ts';

/** After this time another worker may acquire the delivery of one that died. In milliseconds. */
const leaseFor = 120_000;

/** A try that lasts longer goes on beside the next ones. In milliseconds. */
const slowAfter = 30_000;

/** How many tries may last longer at a time. */
const mostSlow = 5;

/** Tried less often nothing is given up, so that a server that was switched off for days gives up nothing. */
const leastAttempts = 10;

interface Options {
  store: Store;
  channel: Channel;
  log: Logger;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns 0 to 1. */
  random?: () => number;
  /** After how long a try is aborted, in milliseconds. */
  tryLimit?: number;
  /** Aborted: no more tries begin. */
  stop?: AbortSignal;
  /** Aborted: the tries in flight are broken off, and their leases released. */
  breakOff?: AbortSignal;
}

const never = new AbortController().signal;

/** Delivers through one channel, and waits while the channel as a whole is unavailable. */
export function createDeliveryWorker(options: Options) {
  const { store, channel, log, now, random = Math.random } = options;
  const { tryLimit = channel.tryLimit ?? 30_000, stop = never, breakOff = never } = options;
  const inFlight = new Set<Promise<Outcome>>();
  let begun = false;
  const retryUnavailable = (limit: number) => store.retryUnavailable(channel.name, limit);
  const breaker = createCircuitBreaker(retryUnavailable, now, random);

  /**
   * Delivers what is due, one after the other, the oldest booking first. Returns how many were
   * delivered and how many failed. The slow tries are counted when they have ended.
   */
  async function deliverDue() {
    const tries = { delivered: 0, failed: 0 };
    while (!stop.aborted && !breaker.isOpen() && inFlight.size < mostSlow) {
      const acquired = await store.acquireDelivery(channel.name, leaseFor);
      if (acquired === undefined) {
        // After what is due, and not if that failed: what waits has its own time then.
        if (begun || tries.failed > 0) break;
        begun = true;
        await breaker.retryWaiting();
        continue;
      }
      const trying: Promise<Outcome> = deliver(acquired).finally(() => inFlight.delete(trying));
      inFlight.add(trying);
      const counted = trying.then(({ state }) => {
        tries[state === 'done' ? 'delivered' : 'failed'] += 1;
      });
      const slow = new Promise((resolve) => setTimeout(resolve, slowAfter).unref());
      await Promise.race([counted, slow]);
    }
    begun = true;
    return tries;
  }

  async function deliver(acquired: AcquiredDelivery): Promise<Outcome> {
    const renewal = setInterval(() => {
      store.renewLease(acquired, leaseFor).catch(() => {});
    }, leaseFor / 2);
    const outcome = await tryOnce(acquired).finally(() => clearInterval(renewal));
    if (!(await store.completeDelivery(acquired, outcome))) {
      log.warn(
        logFields(acquired),
        'the result of a try came too late: its lease had ended, or the booking was erased',
      );
    }
    if (outcome.state === 'done') await breaker.recordSuccess();
    return outcome;
  }

  async function tryOnce(acquired: AcquiredDelivery): Promise<Outcome> {
    const limit = AbortSignal.timeout(tryLimit);
    const signal = AbortSignal.any([limit, breakOff]);
    const { delivery, booking } = acquired;
    try {
      // The booking is delivered even if the quarantined ones cannot be counted.
      const { count } = await store.summarizeQuarantine().catch(() => ({ count: 0 }));
      signal.throwIfAborted();
      await channel.deliver({ id: delivery.id, booking, quarantined: count }, signal);
      log.info(logFields(acquired), 'delivered');
      return { state: 'done' };
    } catch (error) {
      const failure =
        error instanceof DeliveryFailure
          ? error
          : new DeliveryFailure('rejected', 'FAULT', String(error));
      if (failure.kind === 'unknown') return failed(acquired, failure);
      if (breakOff.aborted) return { state: 'untried' };
      if (!limit.aborted) return failed(acquired, failure);
      const message = `No end after ${tryLimit / 1000} seconds`;
      return failed(acquired, new DeliveryFailure('unavailable', 'TIMEOUT', message));
    }
  }

  function failed(
    acquired: AcquiredDelivery,
    { kind, code, message: error, log: reasons, retryAfter }: DeliveryFailure,
  ): Outcome {
    const { id, attempts, give_up_at } = acquired.delivery;
    const fields = { ...logFields(acquired), code, ...reasons };
    const asked = Math.min(retryAfter, longestBackoff);
    if (kind === 'unavailable') breaker.recordFailure(id, asked);
    const isLast = attempts >= leastAttempts && now() >= Date.parse(give_up_at);
    if (kind === 'gone' || isLast) {
      log.error(fields, 'a delivery is dead: see ./lodemark doctor');
      return { state: 'dead', error };
    }
    log.warn(fields, 'a delivery failed and will be tried again');
    const most = kind === 'unavailable' ? longestOpen : longestBackoff;
    const wait = kind === 'unknown' ? most : backoff(attempts, random, most);
    const nextAt = now() + Math.max(wait, asked);
    return { state: 'pending', nextAt, error, channelDown: kind === 'unavailable' };
  }

  return {
    deliverDue,
    /** Resolves when the tries in flight have ended, with their outcomes. */
    triesInFlight: () => Promise.all(inFlight),
  };
}

function logFields({ delivery: { id, booking_id, channel, attempts } }: AcquiredDelivery) {
  return { delivery: id, booking: booking_id, channel, attempts };
}
