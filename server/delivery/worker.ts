import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import type { AcquiredDelivery, Outcome } from '../store/delivery.ts';
import type { Store } from '../store/store.ts';
import { isLastTry, waitAfter } from './backoff.ts';
import { type Channel, DeliveryFailure } from './channel.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';

/** A worker that dies gives its work back after this time. In milliseconds. */
const leaseFor = 120_000;

export interface DelivererOptions {
  store: Store;
  channel: Channel;
  log: Logger;
  /** Milliseconds since 1970. */
  now: () => number;
  /** 0 to 1. */
  random?: () => number;
  /** After how long a try is cut off as a whole, in milliseconds. */
  tryLimit?: number;
}

export interface Deliverer {
  /** Delivers what is due, one after the other, the oldest booking first. Gives how many were delivered and how many failed. */
  deliverDue(): Promise<{ delivered: number; failed: number }>;
  /** Breaks off the try in hand, if any, and gives its lease back; begins no other. */
  breakOff(): void;
  /** Begins no other try. */
  finish(): void;
}

/**
 * Works for one channel. When the channel as a whole is away it pauses, looks again after ever
 * longer waits, and when the channel is back takes up what waited for it, in order of age.
 */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { store, channel, log, now, random = Math.random, tryLimit = 30_000 } = options;
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  let finishing = false;
  const retryUnavailable = (limit: number) => store.retryUnavailable(channel.name, limit);
  const breaker = createCircuitBreaker(retryUnavailable, now, random);

  async function deliverDue() {
    const tries = { delivered: 0, failed: 0 };
    while (!finishing && !breaker.isPaused()) {
      const acquired = await store.acquireDelivery(channel.name, leaseFor);
      if (acquired === undefined) {
        if (await breaker.look()) continue;
        break;
      }
      const { state } = await attempt(acquired);
      tries[state === 'done' ? 'delivered' : 'failed'] += 1;
    }
    return tries;
  }

  async function attempt(acquired: AcquiredDelivery): Promise<Outcome> {
    const outcome = await tryOnce(acquired);
    if (!(await store.completeDelivery(acquired, outcome))) {
      log.warn(
        about(acquired),
        'the result of a try came too late: its lease had ended, or the booking was erased',
      );
    }
    if (outcome.state === 'done') await breaker.foundThere();
    return outcome;
  }

  async function tryOnce(acquired: AcquiredDelivery): Promise<Outcome> {
    const limit = AbortSignal.timeout(tryLimit);
    const signal = AbortSignal.any([limit, ending.signal]);
    try {
      await orAborted(send(acquired, signal), signal);
      log.info(about(acquired), 'delivered');
      return { state: 'done' };
    } catch (error) {
      if (ending.signal.aborted) return { state: 'untried' };
      return failed(acquired, limit.aborted ? cutOff(tryLimit) : toFailure(error));
    }
  }

  async function send({ delivery, booking }: AcquiredDelivery, signal: AbortSignal): Promise<void> {
    const counted = store.summarizeQuarantine().then(({ count }) => count);
    // A booking goes out, whatever else cannot be told.
    const quarantined = await counted.catch(() => 0);
    signal.throwIfAborted();
    await channel.deliver({ id: delivery.id, booking, quarantined }, signal);
  }

  function failed(
    acquired: AcquiredDelivery,
    { kind, code, message: error }: DeliveryFailure,
  ): Outcome {
    const { attempts, give_up_at } = acquired.delivery;
    if (kind === 'unavailable') breaker.foundAway(acquired.delivery.id);
    if (kind === 'gone' || isLastTry(attempts, Date.parse(give_up_at), now())) {
      log.error({ ...about(acquired), code }, 'a delivery is dead: see npm run bookings -- doctor');
      return { state: 'dead', error };
    }
    log.warn({ ...about(acquired), code }, 'a delivery failed and will be tried again');
    const nextAt = now() + waitAfter(attempts, random);
    return { state: 'pending', nextAt, error, channelDown: kind === 'unavailable' };
  }

  return {
    deliverDue,
    finish() {
      finishing = true;
    },
    breakOff() {
      finishing = true;
      ending.abort();
    },
  };
}

function about({ delivery: { id, booking_id, channel, attempts } }: AcquiredDelivery) {
  return { delivery: id, booking: booking_id, channel, attempts };
}

/** A channel that does not heed the signal is left behind. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return Promise.race([work, aborted.promise]).finally(() =>
    signal.removeEventListener('abort', abort),
  );
}

function cutOff(tryLimit: number): DeliveryFailure {
  return new DeliveryFailure('unavailable', 'TIMEOUT', `No end after ${tryLimit / 1000} seconds`);
}

function toFailure(error: unknown): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new DeliveryFailure('refused', 'FAULT', message);
}
