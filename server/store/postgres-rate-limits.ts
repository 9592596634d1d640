import { createHmac } from 'node:crypto';
import { type QueryResult, type RawBuilder, sql } from 'kysely';
import { type Quota, quotaExceeded, type SharedQuotas } from './store.ts';

/** Runs one statement without a transaction. Throws like every operation of the store. */
type Run = <T>(statement: RawBuilder<T>) => Promise<QueryResult<T>>;

/**
 * Counts requests in `booking_private.rate_limits`, by the database's clock. Throws the errors of `run`. Addresses are
 * stored as hashes with `key`, which is the same for all servers and not in the database.
 */
export function postgresQuotas(run: Run, key: string | Buffer): SharedQuotas {
  let nextSweep = 0;
  return (quota) => async (plainAddress, count) => {
    // No window has room for this many, not even an empty one.
    if (count > quota.requests) return quotaExceeded(quota.seconds * 1000);
    const address = createHmac('sha256', key).update(plainAddress).digest('base64url');
    if (performance.now() >= nextSweep) {
      nextSweep = performance.now() + quota.seconds * 1000;
      // If it fails, the next sweep deletes these rows.
      run(sweep).catch(() => {});
    }
    const [counted] = (await run(consume(address, quota, count))).rows;
    if (counted?.window_ends == null) return quotaExceeded(counted?.wait ?? 0);
    const windowEnds = counted.window_ends;
    return {
      wait: 0,
      async refund() {
        const update = sql`UPDATE booking_private.rate_limits SET requests = requests - ${count}
          WHERE address = ${address} AND window_ends = ${windowEnds}::timestamptz AND requests >= ${count}`;
        // If it fails, the requests stay counted until their window ends.
        await run(update).catch(() => {});
      },
    };
  };
}

const sweep = sql`
  DELETE FROM booking_private.rate_limits WHERE window_ends <= booking_private.clock()`;

interface Count {
  window_ends: string | null;
  wait: number | null;
}

/**
 * Counts the requests if the quota has room for them. Otherwise `window_ends` is NULL. The first request after a
 * window begins the next window.
 */
const consume = (address: string, { seconds, requests }: Quota, count: number) => sql<Count>`
  WITH counted AS (
    INSERT INTO booking_private.rate_limits AS quota (address, requests, window_ends)
    VALUES (${address}, ${count}, booking_private.clock() + ${seconds} * interval '1 second')
    ON CONFLICT (address) DO UPDATE SET
      requests = CASE WHEN quota.window_ends <= booking_private.clock() THEN ${count} ELSE quota.requests + ${count} END,
      window_ends = CASE WHEN quota.window_ends <= booking_private.clock()
        THEN excluded.window_ends ELSE quota.window_ends END
    WHERE quota.window_ends <= booking_private.clock() OR quota.requests + ${count} <= ${requests}
    RETURNING window_ends)
  SELECT (SELECT window_ends::text FROM counted) AS window_ends,
    (SELECT ceil(extract(epoch FROM window_ends - booking_private.clock()) * 1000)
      FROM booking_private.rate_limits WHERE address = ${address}) AS wait`;
