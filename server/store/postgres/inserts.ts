import { bookingFields } from '../../../booking/booking.ts';
import { spamSignalsText, valuesOf } from '../rows.ts';
import type { NewBooking, Store } from '../store.ts';
import type { Connection } from './connection.ts';

/**
 * What takes bookings. The database's triggers do the rest: they drop what its key and words, or a
 * tombstone, show to be a repeat, and make the deliveries of what is no suspect.
 */
export function postgresInserts(
  { run, together }: Pick<Connection, 'run' | 'together'>,
  now: () => Date | null,
): Pick<Store, 'insertBookings'> {
  return {
    async insertBookings(bookings, { key, native = false } = {}) {
      const values = [now(), ...columnsOf(bookings), key ?? null];
      const insert = `INSERT INTO public.booking_requests (created_at, ${words}, spam_signals, request_id)
        SELECT ${at}, ${words}, spam_signals, $${bookingFields.length + 3}::uuid FROM ${rows}`;
      if (key !== undefined || !native) {
        const { count } = await run(`${insert} ORDER BY place`, values);
        return { repeated: count === 0 };
      }
      return together(async (run) => {
        // Two at once: the second looks when the first has committed.
        for (const booking of bookings) {
          await run('SELECT booking_private.lock_words($1::text[])', [valuesOf(booking)]);
        }
        const { count } = await run(`${insert} WHERE NOT ${hasWords} ORDER BY place`, values);
        return { repeated: count === 0 };
      });
    },
  };
}

/** The time of the request, `$1`; null: the database's own clock. */
const at = 'coalesce($1::timestamptz, now())';

const words = bookingFields.join(', ');

/** The bookings: their words from `$2` on, and behind them their suspicions. */
const rows = `unnest(${[...bookingFields, 'spam_signals'].map((_, index) => `$${index + 2}::text[]`).join(', ')})
  WITH ORDINALITY AS row (${words}, spam_signals, place)`;

/** As `booking_private.words_of` gives them of a stored booking. */
const wordsOfRow = `ARRAY[${bookingFields.map((field) => `row.${field}`).join(', ')}]`;

/** Whether a row's words are stored already, in whatever way they came. */
const hasWords = `booking_private.has_words(${wordsOfRow}, row.email, row.spam_signals, false, ${at})`;

function columnsOf(bookings: readonly NewBooking[]): (string | null)[][] {
  return [
    ...bookingFields.map((field) => bookings.map((booking) => booking[field])),
    bookings.map(spamSignalsText),
  ];
}
