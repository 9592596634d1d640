import type { StoredDelivery } from './delivery.ts';
import { codesOf, oneOf, textOrNull } from './row-values.ts';
import type { StoredBooking } from './store.ts';

type Row = Readonly<Record<string, unknown>>;

/** Times are kept as ISO 8601 in UTC, so that they compare as text. Takes milliseconds since 1970. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** A booking that has no deliveries because it looks like spam. */
export const waitsForAcceptance = '(suspicion IS NOT NULL AND accepted_at IS NULL)';

/** The columns that `toBooking` reads, of `booking_requests` under the name `booking`. */
export const bookingColumns = `booking.id, booking.created_at, name, company_name, email, request_id,
  suspicion, accepted_at,
  CASE WHEN ${waitsForAcceptance} THEN 'suspect' ELSE (
   SELECT CASE WHEN sum(state = 'dead') > 0 THEN 'dead' WHEN sum(state = 'pending') > 0 THEN 'pending'
     WHEN count(*) > 0 THEN 'done' ELSE 'none' END
   FROM deliveries WHERE booking_id = booking.id) END AS booking_state`;

/** What finds a booking by its address, without regard to case, in both of its indexes (database/sqlite/0003). */
export function sameAddress(parameter: string): string {
  const within = (filed: number) =>
    `SELECT id FROM booking_requests WHERE filed = ${filed} AND email COLLATE NOCASE = ${parameter}`;
  return `booking.id IN (${within(0)} UNION ALL ${within(1)})`;
}

export function toBooking(row: Row): StoredBooking {
  return {
    id: Number(row.id),
    created_at: String(row.created_at),
    name: String(row.name),
    company_name: String(row.company_name),
    email: String(row.email),
    request_id: textOrNull(row.request_id),
    state: oneOf(['pending', 'done', 'dead', 'none', 'suspect'], row.booking_state),
    suspicion: codesOf(row.suspicion),
    accepted_at: textOrNull(row.accepted_at),
  };
}

/** The columns that `toDelivery` reads. */
export const deliveryColumns =
  'id, booking_id, channel, state, attempts, created_at, next_at, give_up_at, last_error, done_at';

export function toDelivery(row: Row): StoredDelivery {
  return {
    id: String(row.id),
    booking_id: Number(row.booking_id),
    channel: oneOf(['mail', 'webhook'], row.channel),
    state: oneOf(['pending', 'done', 'dead'], row.state),
    attempts: Number(row.attempts),
    created_at: String(row.created_at),
    next_at: String(row.next_at),
    give_up_at: String(row.give_up_at),
    last_error: textOrNull(row.last_error),
    done_at: textOrNull(row.done_at),
  };
}
