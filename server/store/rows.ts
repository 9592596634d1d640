import { bookingFields, bookingOf, fieldRules } from '../../booking/booking.ts';
import type { NewBooking, StoredBooking } from './booking.ts';
import type { Run } from './database.ts';

/** The condition in SQL for a booking that is quarantined. */
export const isQuarantined = '(spam_signals IS NOT NULL AND accepted_at IS NULL)';

/** All bookings as a table, with the columns of a `StoredBooking`. */
export const bookings = `(SELECT id, created_at, ${bookingFields.join(', ')}, request_id, language,
    CASE WHEN ${isQuarantined} THEN 'quarantined' ELSE (
      SELECT CASE WHEN count(*) FILTER (WHERE state = 'dead') > 0 THEN 'dead'
        WHEN count(*) FILTER (WHERE state = 'pending') > 0 THEN 'pending'
        WHEN count(*) > 0 THEN 'done' ELSE 'none' END
      FROM booking_private.deliveries WHERE booking_id = stored.id) END AS state,
    spam_signals, accepted_at
  FROM public.booking_requests AS stored)`;

/** Runs a statement that gives rows of `bookings`, or with more columns: those of `Row`. */
export async function findBookings<Row extends StoredBooking>(
  run: Run,
  select: string,
  values: readonly unknown[],
): Promise<(Omit<Row, 'spam_signals'> & Pick<StoredBooking, 'spam_signals'>)[]> {
  type Found = Omit<Row, 'spam_signals'> & { spam_signals: string | null };
  const { rows } = await run<Found>(select, values);
  return rows.map((row) => ({ ...row, spam_signals: row.spam_signals?.split(' ') ?? [] }));
}

/** Spam signals as they are stored: with a space between, null when there are none. */
export function spamSignalsText({ spam_signals = [] }: NewBooking): string | null {
  return spam_signals.length === 0 ? null : spam_signals.join(' ');
}

/** The columns of a `StoredDelivery`. */
export const deliveryColumns =
  'id, booking_id, channel, state, attempts, created_at, next_at, give_up_at, last_error, done_at';

/** The time in SQL that is so many milliseconds from now. */
export function later(milliseconds: string | number): string {
  return `now() + ${milliseconds} * interval '1 millisecond'`;
}

/** A booking that every check allows, to prove that one can be stored. */
export const probeBooking = bookingOf((field) => {
  const { type, min, max } = fieldRules[field];
  return type === 'email' ? 'probe@probe.invalid' : 'probe'.padEnd(min, 'e').slice(0, max);
});

/** All that a visitor wrote in SQL, a line for each field. */
export const allFields = bookingFields.join(" || '\n' || ");
