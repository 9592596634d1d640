import { quotaExceeded, type SharedQuotas } from '../store.ts';
import type { Connection } from './connection.ts';

/** How often the addresses are forgotten whose window is over, in milliseconds. */
const sweepEvery = 60 * 60 * 1000;

/**
 * Counts in `booking_private.rate_limits`, by the database's clock. Throws `StatementRefused` when the database
 * is there and cannot count, else what every operation of the store throws.
 */
export function postgresQuotas(run: Connection['run']): {
  quotas: SharedQuotas;
  close(): void;
} {
  let sweep: NodeJS.Timeout | undefined;
  const forget = () => {
    run(`DELETE FROM booking_private.rate_limits WHERE expire <= ${clock}`).catch(() => {});
  };
  return {
    quotas:
      ({ requests, seconds }) =>
      async (address) => {
        if (sweep === undefined) {
          sweep = setInterval(forget, sweepEvery).unref();
          forget();
        }
        const key = `bookings:${address}`;
        const { rows } = await run(take, [key, 1, requests, seconds * 1000]);
        const window = rows[0]?.taken ?? null;
        if (window === null) return quotaExceeded(Number(rows[0]?.wait));
        return {
          wait: 0,
          async refund() {
            // What cannot be given back now is free again when the window is over.
            await run(refund, [key, 1, window]).catch(() => {});
          },
        };
      },
    close: () => clearInterval(sweep),
  };
}

const clock = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/**
 * Looks first, so that those who are refused wait for no lock and write nothing. Of those who looked
 * at the same time, the row's lock lets one after the other try what is left.
 */
const take = `WITH clock AS MATERIALIZED (SELECT ${clock} AS now),
  counted AS (SELECT points, expire FROM booking_private.rate_limits, clock WHERE key = $1 AND expire > now),
  taken AS (
    INSERT INTO booking_private.rate_limits AS quota (key, points, expire)
    SELECT $1, $2::integer, now + $4::bigint FROM clock
    WHERE $2 <= $3::integer AND NOT EXISTS (SELECT FROM counted WHERE points + $2 > $3)
    ON CONFLICT (key) DO UPDATE SET (points, expire) = (
      SELECT CASE WHEN over THEN $2 ELSE quota.points + $2 END,
        CASE WHEN over THEN excluded.expire ELSE quota.expire END
      FROM (SELECT quota.expire <= excluded.expire - $4 AS over) AS the_window)
    WHERE quota.expire <= excluded.expire - $4 OR quota.points + $2 <= $3
    RETURNING expire)
  SELECT (SELECT expire FROM taken) AS taken,
    coalesce((SELECT expire FROM counted) - now, $4) AS wait FROM clock`;

const refund = `UPDATE booking_private.rate_limits SET points = greatest(points - $2, 0)
  WHERE key = $1 AND expire = $3`;
