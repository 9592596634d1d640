import type { StoredDelivery } from './delivery.ts';
import type { Row } from './postgres-connection.ts';
import { codesOf, oneOf, textOrNull } from './row-values.ts';
import type { StoredBooking } from './store.ts';

/** A booking that has no deliveries because it looks like spam. */
export const waitsForAcceptance = '(suspicion IS NOT NULL AND accepted_at IS NULL)';

/** The columns that `toBooking` reads, of `booking_requests` under the name `booking`. */
export const bookingColumns = `booking.id, booking.created_at, name, company_name, email, request_id,
  suspicion, accepted_at,
  CASE WHEN ${waitsForAcceptance} THEN 'suspect' ELSE (
   SELECT CASE WHEN bool_or(state = 'dead') THEN 'dead' WHEN bool_or(state = 'pending') THEN 'pending'
     WHEN count(*) > 0 THEN 'done' ELSE 'none' END
   FROM desk.deliveries WHERE booking_id = booking.id) END AS booking_state`;

export function toBooking(row: Row): StoredBooking {
  return {
    id: Number(row.id),
    created_at: isoTime(row.created_at),
    name: String(row.name),
    company_name: String(row.company_name),
    email: String(row.email),
    request_id: textOrNull(row.request_id),
    state: oneOf(['pending', 'done', 'dead', 'none', 'suspect'], row.booking_state),
    suspicion: codesOf(row.suspicion),
    accepted_at: isoTimeOrNull(row.accepted_at),
  };
}

export function toDelivery(row: Row): StoredDelivery {
  return {
    id: String(row.id),
    booking_id: Number(row.booking_id),
    channel: oneOf(['mail', 'webhook'], row.channel),
    state: oneOf(['pending', 'done', 'dead'], row.state),
    attempts: Number(row.attempts),
    created_at: isoTime(row.created_at),
    next_at: isoTime(row.next_at),
    give_up_at: isoTime(row.give_up_at),
    last_error: textOrNull(row.last_error),
    done_at: isoTimeOrNull(row.done_at),
  };
}

export function isoTimeOrNull(value: unknown): string | null {
  return value === null ? null : isoTime(value);
}

function isoTime(value: unknown): string {
  if (!(value instanceof Date)) throw new Error('The database gave no time where one belongs');
  return value.toISOString();
}
