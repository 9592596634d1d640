import type { Booking } from '../../booking/booking.ts';
import type { Connection } from './postgres-connection.ts';
import { suspicionText } from './row-values.ts';
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
      const insert = `INSERT INTO public.booking_requests (created_at, name, company_name, email, suspicion, request_id)
        SELECT ${at}, name, company_name, email, suspicion, $6::uuid FROM ${rows}`;
      if (key !== undefined || !native) {
        const { count } = await run(`${insert} ORDER BY place`, values);
        return { repeated: count === 0 };
      }
      return together(async (run) => {
        // Two at once: the second looks when the first has committed.
        for (const booking of bookings) {
          await run('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [wordsOf(booking)]);
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
               FROM (SELECT desk.request_hash($4::uuid, $1, $2, $3) AS hash) AS row`,
              [booking.name, booking.company_name, booking.email, key],
            );
      return found[0]?.repeated === true;
    },
  };
}

/** The time of the request, `$1`; null: the database's own clock. */
const at = 'coalesce($1::timestamptz, now())';

const rows =
  'unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS row (name, company_name, email, suspicion, place)';

const sameWords = `SELECT FROM public.booking_requests AS earlier
  WHERE lower(earlier.email) = lower(row.email) AND earlier.created_at > ${at} - interval '${nativeRepeatWindow} milliseconds'
    AND (earlier.name, earlier.company_name, earlier.email) = (row.name, row.company_name, row.email)
    AND (row.suspicion IS NOT NULL OR earlier.suspicion IS NULL OR earlier.accepted_at IS NOT NULL)`;

function columnsOf(bookings: readonly NewBooking[]): (string | null)[][] {
  return [
    bookings.map(({ name }) => name),
    bookings.map(({ company_name }) => company_name),
    bookings.map(({ email }) => email),
    bookings.map(suspicionText),
  ];
}

function wordsOf({ name, company_name, email }: Booking): string {
  return JSON.stringify([name, company_name, email]);
}
