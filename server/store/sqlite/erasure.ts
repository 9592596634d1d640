import type { DatabaseSync } from 'node:sqlite';
import type { Booking } from '../../../booking/booking.ts';
import type { Erasure } from '../delivery.ts';
import { toBooking } from '../rows.ts';
import type { Result } from './messages.ts';
import { bookingColumns, sameAddress, timestamp } from './rows.ts';

/** Erases bookings; their deliveries go with them by the table's foreign key. */
export function prepareErasure(
  database: DatabaseSync,
  tombstoneOf: (key: string, booking: Booking) => string,
) {
  const from = `SELECT ${bookingColumns} FROM booking_requests AS booking`;
  const withId = database.prepare(`${from} WHERE booking.id = ?`);
  const withEmail = database.prepare(
    `${from} WHERE ${sameAddress('?1')} ORDER BY booking.id LIMIT ?2`,
  );
  // Ids rise with the time, but for a clock that was wrong once: so the time itself decides.
  const before = database.prepare(
    `${from} WHERE booking.created_at < ?1 ORDER BY booking.created_at LIMIT ?2`,
  );
  const bury = database.prepare('INSERT OR IGNORE INTO tombstones (hash, erased_at) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM booking_requests WHERE id = ?');

  function find(which: Erasure, limit: number) {
    if ('id' in which) return withId.all(which.id);
    if ('email' in which) return withEmail.all(which.email, limit);
    return before.all(timestamp(which.before), limit);
  }

  return (which: Erasure, limit: number, at: number): Result => {
    const bookings = find(which, limit).map(toBooking);
    for (const booking of bookings) {
      const { id, request_id } = booking;
      if (request_id !== null) bury.run(tombstoneOf(request_id, booking), timestamp(at));
      remove.run(id);
    }
    const undelivered = bookings.filter(({ state }) => state !== 'done');
    return { count: bookings.length, undelivered: undelivered.length };
  };
}
