import { bookingFields } from '../../../booking/booking.ts';
import { waitsForAcceptance } from '../rows.ts';

/** Times are kept as ISO 8601 in UTC, so that they compare as text. Takes milliseconds since 1970. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The columns that `toBooking` reads, of `booking_requests` under the name `booking`. */
export const bookingColumns = `booking.id, booking.created_at, ${bookingFields.join(', ')}, request_id,
  spam_signals, accepted_at,
  CASE WHEN ${waitsForAcceptance} THEN 'quarantined' ELSE (
   SELECT CASE WHEN sum(state = 'dead') > 0 THEN 'dead' WHEN sum(state = 'pending') > 0 THEN 'pending'
     WHEN count(*) > 0 THEN 'done' ELSE 'none' END
   FROM deliveries WHERE booking_id = booking.id) END AS booking_state`;

/** What finds a booking by its address, without regard to case, in both of its indexes (database/sqlite/0003). */
export function sameAddress(parameter: string): string {
  const within = (filed: number) =>
    `SELECT id FROM booking_requests WHERE filed = ${filed} AND email COLLATE NOCASE = ${parameter}`;
  return `booking.id IN (${within(0)} UNION ALL ${within(1)})`;
}

/** The columns that `toDelivery` reads. */
export const deliveryColumns =
  'id, booking_id, channel, state, attempts, created_at, next_at, give_up_at, last_error, done_at';
