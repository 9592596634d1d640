import { Webhook } from 'standardwebhooks';
import { bookingOf } from '../../booking/booking.ts';
import type { Config } from '../config/config.ts';
import type { StoredBooking } from '../store/store.ts';
import { type Channel, DeliveryFailure } from './channel.ts';

/** How much of an answer is read, in bytes: it is only for the operator's eyes. */
const answerLimit = 1024;

/** How long the rest of an answer is waited for, in milliseconds: its status has said all that counts. */
const answerPatience = 2_000;

/**
 * A webhook by Standard Webhooks (https://www.standardwebhooks.com): `webhook-id` is the
 * delivery's id, the signature covers it, the time of the try and the body.
 */
export function webhookChannel(
  { url, secret }: NonNullable<Config['webhook']>,
  now: () => number,
): Channel {
  const signer = new Webhook(secret);
  return {
    name: 'webhook',
    // The path can hold a token.
    target: new URL(url).origin,
    async deliver({ id, booking }, signal) {
      const at = new Date(now());
      const body = JSON.stringify(booking === undefined ? testEvent(at) : eventOf(booking));
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal,
        headers: {
          'Content-Type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': signer.sign(id, at, body),
        },
        body,
      }).catch((error) => {
        throw failureToReach(error);
      });
      const text = await readSome(response).catch(() => '');
      if (!response.ok) throw failureFor(response);
      return `HTTP ${response.status} ${text}`.trim();
    },
  };
}

function eventOf(booking: StoredBooking) {
  const { id, created_at } = booking;
  const data = { id, created_at, ...bookingOf((field) => booking[field]) };
  return { type: 'booking.created', timestamp: created_at, data };
}

function testEvent(at: Date) {
  return { type: 'booking.test', timestamp: at.toISOString(), data: {} };
}

/** The beginning of the answer, as far as it comes soon; the rest is not fetched. */
async function readSome({ body }: Response): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  const patience = setTimeout(cancel, answerPatience);
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < answerLimit) {
    const { value } = await reader.read();
    if (value === undefined) break;
    chunks.push(value);
    length += value.length;
  }
  clearTimeout(patience);
  cancel();
  return Buffer.concat(chunks).toString('utf8', 0, answerLimit);
}

function failureToReach(error: unknown): DeliveryFailure {
  // fetch says 'fetch failed' and puts the reason below.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code ?? 'FETCH') : 'FETCH';
  const message = cause instanceof Error && cause.message !== '' ? cause.message : code;
  return new DeliveryFailure('unavailable', code, message);
}

/** What a gateway, the door or a broken receiver answers concerns every notice, as a rule; other refusals are this one's own. */
function failureFor({ status, statusText }: Response): DeliveryFailure {
  const code = `HTTP ${status}`;
  if (status === 410) return new DeliveryFailure('gone', code, `${code} ${statusText}`);
  const redirect = status >= 300 && status < 400 ? ': redirects are not followed' : '';
  const away = redirect !== '' || status >= 500 || [401, 403, 404, 408, 429].includes(status);
  return new DeliveryFailure(
    away ? 'unavailable' : 'refused',
    code,
    `${code} ${statusText}${redirect}`,
  );
}
