import { createHmac } from 'node:crypto';
import type { Run } from '../database.ts';
import { quotaExceeded, type SharedQuotas } from '../store.ts';

/**
 * Counts requests in `booking_private.rate_limits`, by the database's clock. Throws like every
 * operation of the store. `key` is the same for all servers and not in the database, which so holds
 * no visitor's address.
 */
export function postgresQuotas(run: Run, key: string | Buffer): SharedQuotas {
  let nextSweep = 0;
  return (quota) => async (plainAddress) => {
    const address = createHmac('sha256', key).update(plainAddress).digest('base64url');
    if (performance.now() >= nextSweep) {
      nextSweep = performance.now() + quota.seconds * 1000;
      const sweep = 'DELETE FROM booking_private.rate_limits WHERE window_ends <= now()';
      run(sweep).catch(() => {});
    }
    const { rows } = await run<Count>(consume, [address, quota.seconds, quota.requests]);
    const { window_ends, wait } = rows[0] ?? {};
    if (window_ends == null) return quotaExceeded(wait ?? 0);
    return {
      wait: 0,
      async refund() {
        // If it fails, the request is forgotten with its window.
        await run(refund, [address, window_ends]).catch(() => {});
      },
    };
  };
}

type Count = Partial<{ window_ends: string | null; wait: number | null }>;

/**
 * Counts a request unless the quota is used up: then `window_ends` is NULL. The first request after a
 * window begins the next window.
 */
const consume = `WITH counted AS (
  INSERT INTO booking_private.rate_limits AS quota (address, requests, window_ends)
  VALUES ($1, 1, now() + $2 * interval '1 second')
  ON CONFLICT (address) DO UPDATE SET
    requests = CASE WHEN quota.window_ends <= now() THEN 1 ELSE quota.requests + 1 END,
    window_ends = CASE WHEN quota.window_ends <= now() THEN excluded.window_ends ELSE quota.window_ends END
  WHERE quota.window_ends <= now() OR quota.requests < $3
  RETURNING window_ends)
  SELECT (SELECT window_ends::text FROM counted),
    (SELECT ceil(extract(epoch FROM window_ends - now()) * 1000)
      FROM booking_private.rate_limits WHERE address = $1) AS wait`;

const refund = `UPDATE booking_private.rate_limits SET requests = requests - 1
  WHERE address = $1 AND window_ends = $2::timestamptz AND requests > 0`;
