import { bookingFields } from '../../booking/booking.ts';
import type { Connection } from './postgres-connection.ts';
import { suspicionText, wordsOf } from './rows.ts';
import { type NewBooking, nativeRepeatWindow, type Store } from './store.ts';

/**
 * What takes bookings. The database's triggers do the rest: they drop what its key and words, or a
 * tombstone, show to be a repeat, and make the deliveries of what is no suspect.
 */
export function postgresInserts(
  { run, together }: Pick<Connection, 'run' | 'together'>,
  now: () => Date | null,
): Pick<Store, 'insertBookings' | 'isRepeat'> {
  return {
    async insertBookings(bookings, { key, native = false } = {}) {
      const values = [now(), ...columnsOf(bookings), key ?? null];
      const insert = `INSERT INTO public.booking_requests (created_at, ${words}, suspicion, request_id)
        SELECT ${at}, ${words}, suspicion, $${bookingFields.length + 3}::uuid FROM ${rows}`;
      if (key !== undefined || !native) {
        const { count } = await run(`${insert} ORDER BY place`, values);
        return { repeated: count === 0 };
      }
      return together(async (run) => {
        // Two at once: the second looks when the first has committed.
        for (const booking of bookings) {
          await run('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [
            JSON.stringify(wordsOf(booking)),
          ]);
        }
        const { count } = await run(
          `${insert} WHERE NOT EXISTS (${sameWords}) ORDER BY place`,
          values,
        );
        return { repeated: count === 0 };
      });
    },
    async isRepeat(booking, { key, native }) {
      if (key === undefined && !native) return false;
      const values = [now(), ...columnsOf([booking])];
      const { rows: found } =
        key === undefined
          ? await run(`SELECT EXISTS (${sameWords}) AS repeated FROM ${rows}`, values)
          : await run(
              `SELECT EXISTS (SELECT FROM public.booking_requests WHERE request_hash = hash)
                 OR EXISTS (SELECT FROM desk.tombstones WHERE tombstones.hash = row.hash) AS repeated
               FROM (SELECT desk.request_hash($1::uuid, ${bookingFields.map((_, index) => `$${index + 2}`).join(', ')}) AS hash) AS row`,
              [key, ...wordsOf(booking)],
            );
      return found[0]?.repeated === true;
    },
  };
}

/** The time of the request, `$1`; null: the database's own clock. */
const at = 'coalesce($1::timestamptz, now())';

const words = bookingFields.join(', ');

/** The bookings: their words from `$2` on, and behind them their suspicions. */
const rows = `unnest(${[...bookingFields, 'suspicion'].map((_, index) => `$${index + 2}::text[]`).join(', ')})
  WITH ORDINALITY AS row (${words}, suspicion, place)`;

const sameWords = `SELECT FROM public.booking_requests AS earlier
  WHERE lower(earlier.email) = lower(row.email) AND earlier.created_at > ${at} - interval '${nativeRepeatWindow} milliseconds'
    AND (${wordsIn('earlier')}) = (${wordsIn('row')})
    AND (row.suspicion IS NOT NULL OR earlier.suspicion IS NULL OR earlier.accepted_at IS NOT NULL)`;

function columnsOf(bookings: readonly NewBooking[]): (string | null)[][] {
  return [
    ...bookingFields.map((field) => bookings.map((booking) => booking[field])),
    bookings.map(suspicionText),
  ];
}

/** The words of one of the two rows that are compared. */
function wordsIn(row: 'earlier' | 'row'): string {
  return bookingFields.map((field) => `${row}.${field}`).join(', ');
}
