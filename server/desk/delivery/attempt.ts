import type { Logger } from 'pino';
import { hour, second } from '../../../booking/zones.ts';
import { isRehearsal } from '../rehearsal.ts';
import { type Channel, DeliveryFailure, failureOf } from './channel.ts';
import type { AcquiredDelivery, Outcome } from './leases.ts';

/** The minimum number of attempts, so that a server that was off for days still retries. */
const leastAttempts = 10;

/** The longest time between two attempts of one delivery, in milliseconds. */
const longestBackoff = hour;

/** The receiver's answer when it wants no more notices. */
const gone = 'HTTP 410';

const never = new AbortController().signal;

/** The timers that the worker uses. A simulation replaces them. */
export interface Timers {
  setTimeout(work: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

export interface AttemptOptions {
  channel: Channel;
  log: Logger;
  timers?: Timers;
  /** Returns a number from 0 to 1. */
  random?: () => number;
  /** When it is aborted, running attempts are aborted and their leases released. */
  breakOff?: AbortSignal;
}

/** Hands a delivery to its channel. Logs how that ended, and returns it. */
export async function attemptDelivery(
  acquired: AcquiredDelivery,
  options: AttemptOptions,
): Promise<Outcome> {
  const { channel, log, timers = globalThis, breakOff = never } = options;
  const { delivery, lead, isOver } = acquired;
  const tryLimit = tryLimitOf(channel);
  const limit = new AbortController();
  const timer = timers.setTimeout(() => limit.abort(), tryLimit);
  try {
    const signal = AbortSignal.any([limit.signal, breakOff]);
    if (channel.name === 'receipt' && isOver) throw new DeliveryFailure('EXPIRED', 'Expired');
    const notice = isRehearsal(lead.booking, lead.secret) ? undefined : lead;
    const receipt = await channel.deliver({ id: delivery.id, lead: notice }, signal);
    log.info(logFields(acquired), 'delivered');
    return { state: 'done', ...(receipt.refused && { warning: receipt.refused }) };
  } catch (error) {
    if (breakOff.aborted) return { state: 'untried' };
    const failure = limit.signal.aborted
      ? new DeliveryFailure('TIMEOUT', `Timed out after ${tryLimit / second} seconds`)
      : failureOf(error);
    return afterFailure(acquired, failure, options);
  } finally {
    timers.clearTimeout(timer);
  }
}

/** Milliseconds after which an attempt of this channel is aborted. */
export const tryLimitOf = ({ tryLimit = 30 * second }: Channel): number => tryLimit;

/** The fields of a log line about a delivery. They contain no visitor's values. */
export function logFields({ delivery }: AcquiredDelivery) {
  const { id, booking_id, channel, attempts } = delivery;
  return { delivery: id, lead: booking_id, channel, attempts };
}

/** Decides whether a failed delivery is retried, and when. */
function afterFailure(
  acquired: AcquiredDelivery,
  failure: DeliveryFailure,
  { channel, log, random = Math.random }: AttemptOptions,
): Outcome {
  const { attempts } = acquired.delivery;
  const isReceipt = channel.name === 'receipt';
  const known = { ...logFields(acquired), code: failure.code };
  if (isReceipt && (failure.isRefusal || acquired.isOver)) {
    log.info(known, 'a receipt was not accepted');
    return { state: 'dead', error: `Not accepted (${failure.code})` };
  }
  // A refusal of a receipt may quote the visitor's address.
  const mayQuote = isReceipt && failure.code !== 'FAULT';
  const fields = { ...known, ...(!mayQuote && { reason: failure.reason }) };
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

/**
 * Milliseconds to wait after the n-th failed attempt in a row: 10 s, 30 s, 90 s and so on up to an hour. Each wait
 * varies by 20%, so that deliveries that failed together are retried at different times.
 */
function backoff(attempts: number, random: () => number): number {
  const wait = Math.min(10 * second * 3 ** (attempts - 1), longestBackoff);
  return Math.round(wait * (0.8 + 0.4 * random()));
}
