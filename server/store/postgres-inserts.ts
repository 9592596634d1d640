import type { Connection } from './postgres-connection.ts';
import { suspicionText } from './row-values.ts';
import type { NewBooking, Store } from './store.ts';

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
        for (const { name, company_name, email } of bookings) {
          await run('SELECT desk.lock_words($1, $2, $3)', [name, company_name, email]);
        }
        const { count } = await run(
          `${insert} WHERE NOT ${hasWords(false)} ORDER BY place`,
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
          ? await run(`SELECT ${hasWords(false)} AS repeated FROM ${rows}`, values)
          : await run(
              `SELECT EXISTS (SELECT FROM public.booking_requests WHERE request_hash = hash)
                 OR EXISTS (SELECT FROM desk.tombstones WHERE tombstones.hash = keyed.hash)
                 OR ${hasWords(true)} AS repeated
               FROM ${rows}, desk.request_hash($6::uuid, name, company_name, email) AS keyed (hash)`,
              [...values, key],
            );
      return found[0]?.repeated === true;
    },
  };
}

/** The time of the request, `$1`; null: the database's own clock. */
const at = 'coalesce($1::timestamptz, now())';

const rows =
  'unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS row (name, company_name, email, suspicion, place)';

/** Whether a row's words are stored already: without a key, or in whatever way they came. */
function hasWords(keyless: boolean): string {
  return `desk.has_words(row.name, row.company_name, row.email, row.suspicion, ${keyless}, ${at})`;
}

function columnsOf(bookings: readonly NewBooking[]): (string | null)[][] {
  return [
    bookings.map(({ name }) => name),
    bookings.map(({ company_name }) => company_name),
    bookings.map(({ email }) => email),
    bookings.map(suspicionText),
  ];
}
