import type { DatabaseSync } from 'node:sqlite';
import type { Result } from './sqlite-messages.ts';
import {
  bookingColumns,
  deliveryColumns,
  timestamp,
  toBooking,
  toDelivery,
} from './sqlite-rows.ts';
import type { BookingFilter } from './store.ts';

/** What only reads. `text` is looked for without regard to case, in every script. */
export function prepareLists(database: DatabaseSync) {
  database.function('lowercase', { deterministic: true }, (text) => String(text).toLowerCase());
  const matching = `(?1 IS NULL OR created_at >= ?1) AND (?2 IS NULL OR created_at < ?2)
    AND (?3 IS NULL OR instr(lowercase(name || char(10) || company_name || char(10) || email), ?3) > 0)
    AND (?4 IS NULL OR booking_state = ?4) AND (?5 IS NULL OR email COLLATE NOCASE = ?5)`;
  const list = database.prepare(
    `SELECT ${bookingColumns} FROM booking_requests AS booking
     WHERE booking.id < ?6 AND ${matching} ORDER BY booking.id DESC LIMIT ?7`,
  );
  const count = database.prepare(
    `SELECT count(*) AS count FROM (SELECT ${bookingColumns} FROM booking_requests AS booking) WHERE ${matching}`,
  );
  const booking = database.prepare(
    `SELECT ${bookingColumns} FROM booking_requests AS booking WHERE booking.id = ?`,
  );
  const deliveries = database.prepare(
    `SELECT ${deliveryColumns} FROM deliveries WHERE booking_id = ? ORDER BY channel`,
  );
  return {
    list: (limit: number, before: number, filter: BookingFilter): Result => ({
      bookings: list.all(...parametersOf(filter), before, limit).map(toBooking),
    }),
    count: (filter: BookingFilter): Result => ({
      count: Number(count.get(...parametersOf(filter))?.count),
    }),
    find: (id: number): Result => ({
      bookings: booking.all(id).map(toBooking),
      deliveries: deliveries.all(id).map(toDelivery),
    }),
  };
}

/** In the order of `?1` to `?5`. */
function parametersOf({ since, until, text, state, email }: BookingFilter) {
  return [
    since === undefined ? null : timestamp(since),
    until === undefined ? null : timestamp(until),
    text?.toLowerCase() ?? null,
    state ?? null,
    email ?? null,
  ];
}
