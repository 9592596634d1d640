import { Webhook } from 'standardwebhooks';
import { bookingOf } from '../../booking/booking.ts';
import type { Config } from '../config/config.ts';
import type { StoredBooking } from '../store/store.ts';
import { type Channel, DeliveryFailure } from './channel.ts';

/**
 * A signed webhook (https://www.standardwebhooks.com): `webhook-id` is the delivery's id; the
 * signature covers the id, the time of the try and the body.
 */
export function webhookChannel({ url, secret }: NonNullable<Config['webhook']>): Channel {
  const signer = new Webhook(secret);
  return {
    name: 'webhook',
    // The path can contain a token.
    target: new URL(url).origin,
    async deliver({ id, booking, quarantined }, signal) {
      const now = new Date();
      const body = JSON.stringify(eventOf(booking, quarantined, now));
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal,
        headers: {
          'Content-Type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': signer.sign(id, now, body),
        },
        body,
      }).catch((error) => {
        throw networkFailure(error);
      });
      // The status alone decides, so the body is not waited for: it may be endless.
      response.body?.cancel().catch(() => {});
      if (!response.ok) throw statusFailure(response);
      return `HTTP ${response.status}`;
    },
  };
}

/** Without a booking the event of a test. `quarantined`: how many bookings wait to be accepted. */
function eventOf(booking: StoredBooking | undefined, quarantined: number, now: Date) {
  if (booking === undefined)
    return { type: 'booking.test', timestamp: now.toISOString(), data: {} };
  const { id, created_at, language } = booking;
  const data = { id, created_at, ...bookingOf((field) => booking[field]), language, quarantined };
  return { type: 'booking.created', timestamp: created_at, data };
}

function networkFailure(error: unknown): DeliveryFailure {
  // The message of fetch is always 'fetch failed'; the reason is in `cause`.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code ?? 'FETCH') : 'FETCH';
  const message = cause instanceof Error && cause.message !== '' ? cause.message : code;
  return new DeliveryFailure('unavailable', code, message);
}

/** Redirects, server errors and refused access concern every notice; other statuses this one alone. */
function statusFailure({ status, statusText }: Response): DeliveryFailure {
  const code = `HTTP ${status}`;
  if (status === 410) return new DeliveryFailure('gone', code, `${code} ${statusText}`);
  const redirected = status >= 300 && status < 400;
  const unavailable = redirected || status >= 500 || [401, 403, 404, 408, 429].includes(status);
  const message = `${code} ${statusText}${redirected ? ': redirects are not followed' : ''}`;
  return new DeliveryFailure(unavailable ? 'unavailable' : 'rejected', code, message);
}
