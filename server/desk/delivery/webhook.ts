import { Webhook } from 'standardwebhooks';
import { bookingOf } from '../../../booking/booking.ts';
import type { Config } from '../../config/config.ts';
import type { Channel, Notice, Receipt } from './channel.ts';
import { contactBy, leadLinks } from './notice.ts';
import { jsonMessage, post } from './post.ts';

type Receiver = NonNullable<Config['webhook']>;

/** The channel that posts bookings to WEBHOOK_URL. */
export function webhookChannel(webhook: Receiver, config: Config): Channel {
  return {
    name: 'webhook',
    // The path can contain a token.
    target: new URL(webhook.url).origin,
    deliver: (notice, signal) => callWebhook(webhook, notice.id, eventOf(notice, config), signal),
  };
}

/**
 * Posts an event to WEBHOOK_URL, signed as https://www.standardwebhooks.com describes, and returns the response's
 * status. `id` must be the same for every attempt. Throws `DeliveryFailure`.
 */
export function callWebhook(
  { url, secrets }: Receiver,
  id: string,
  event: object,
  signal: AbortSignal,
): Promise<Receipt> {
  const now = new Date();
  const { headers, body } = jsonMessage(event);
  // Each secret adds one signature, so that a receiver can rotate its secret.
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, body));
  const signed = {
    ...headers,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
  return post('WEBHOOK_URL', url, { headers: signed, body }, signal);
}

/** Returns `booking.test` if there is no lead. */
function eventOf({ lead }: Notice, config: Config) {
  if (lead === undefined)
    return { type: 'booking.test', timestamp: new Date().toISOString(), data: {} };
  const { booking, earlier } = lead;
  const { id, created_at, language, time_zone } = booking;
  const deadline = contactBy(booking, config.contactPromise);
  const data = {
    id,
    created_at,
    ...bookingOf((field) => booking[field]),
    language,
    time_zone,
    contact_by: deadline === undefined ? null : new Date(deadline).toISOString(),
    asked_before: earlier.map((other) => ({
      id: other.id,
      created_at: other.created_at,
      state: other.state,
      ...bookingOf((field) => other[field]),
    })),
    links: leadLinks(lead, config),
  };
  return { type: 'booking.created', timestamp: created_at, data };
}
