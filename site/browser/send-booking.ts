import { bookingFields } from '../../booking/booking.ts';
import { honeypotField } from '../../booking/spam.ts';
import type { Unsent } from './unsent.ts';

/** The data interface as the page knows it. */
export interface DataInterface {
  /** The address that takes the insert. */
  endpoint: string;
  publicKey: string;
  sendIdempotencyKey: boolean;
}

/** A booking on its way, with what is in the trap: the device keeps no such thing. */
export interface Sent extends Unsent {
  trap?: string;
}

/** Answered, and not with what may be over soon. */
export class NotTaken extends Error {
  override name = 'NotTaken';
}

/** In milliseconds: one try, the pauses between tries, and all of it from the click on. */
const patience = { oneTry: 10_000, pauses: [1_000, 2_000, 4_000], whole: 28_000 };

/**
 * Inserts one booking in PostgREST's dialect, trying again where that may help, for 28 s at most
 * from `pressed` on (milliseconds of `performance.now`). Resolves when the server has acknowledged
 * it; throws with the real reason otherwise, which is for the console only: a `NotTaken` where
 * another try would be refused too. Without an
 * Idempotency-Key there is one try: another could store it twice (RFC 9110 §9.2.2).
 */
export async function sendBooking(
  unsent: Sent,
  dataInterface: DataInterface,
  pressed = performance.now(),
): Promise<void> {
  const end = pressed + patience.whole;
  const pauses = dataInterface.sendIdempotencyKey ? [...patience.pauses] : [];
  for (;;) {
    const failure = await tryOnce(unsent, dataInterface, end - performance.now());
    if (!failure) return;
    const pause = pauses.shift();
    const left = end - performance.now();
    if (!failure.passing || pause === undefined || pause >= left) throw failure.error;
    const asked = failure.retryAfter ?? 0;
    // What the server asks for is honoured only where it leaves time for another try.
    const wait = asked > pause && asked < left ? asked : pause;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Where it says so, a data interface ignores what is no column. */
const columns = `?columns=${bookingFields.join()}`;

interface Failure {
  error: unknown;
  /** Whether it may be over soon. */
  passing: boolean;
  /** Milliseconds that the server asks to wait (RFC 9110 §10.2.3). */
  retryAfter?: number;
}

async function tryOnce(
  { booking, key, trap }: Sent,
  { endpoint, publicKey, sendIdempotencyKey }: DataInterface,
  left: number,
): Promise<Failure | undefined> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), Math.min(patience.oneTry, left));
  try {
    const response = await fetch(trap ? endpoint + columns : endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        apikey: publicKey,
        // A plain PostgREST refuses a bearer that is not a JWT.
        ...(publicKey.startsWith('eyJ') && { Authorization: `Bearer ${publicKey}` }),
        ...(sendIdempotencyKey && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(trap ? { ...booking, [honeypotField]: trap } : booking),
      // A visitor who leaves at once still sends it.
      keepalive: true,
      // What another address answers is no acknowledgment.
      redirect: 'error',
      signal: stop.signal,
    });
    // PostgREST's answer to an insert. Something between may answer with a page of its own and 200.
    if (response.status === 201) return;
    const reason = `${response.status} ${await response.text()}`;
    const passing = [502, 503, 504].includes(response.status);
    return {
      error: passing ? new Error(reason) : new NotTaken(reason),
      passing,
      retryAfter: milliseconds(response.headers.get('Retry-After')),
    };
  } catch (error) {
    return { error, passing: true };
  } finally {
    clearTimeout(timer);
  }
}

/** Seconds or a date; NaN, which no comparison holds for, when it is neither. */
function milliseconds(retryAfter: string | null): number {
  return Number(retryAfter) * 1000 || Date.parse(retryAfter ?? '') - Date.now();
}
