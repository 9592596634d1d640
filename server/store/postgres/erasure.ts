import type { Erasure } from '../delivery.ts';
import type { Store } from '../store.ts';
import type { Connection } from './connection.ts';

/**
 * Erases bookings; their deliveries go with them by the table's foreign key, and the hash of each
 * key with its words stays. By age one program at a time: another one finds nothing to do.
 */
export function postgresErasure(
  { run }: Pick<Connection, 'run'>,
  now: () => Date | null,
): Pick<Store, 'eraseBookings'> {
  return {
    async eraseBookings(which, limit) {
      const { where, value } = conditionOf(which);
      const { rows } = await run(
        // What another one is erasing is waited for, and the limit filled with what is left.
        `WITH chosen AS MATERIALIZED (
           SELECT id FROM public.booking_requests WHERE ${where}
           ORDER BY created_at, id LIMIT $3 FOR UPDATE),
         gone AS (
           DELETE FROM public.booking_requests WHERE id IN (SELECT id FROM chosen)
           RETURNING id, request_hash),
         buried AS (
           INSERT INTO booking_private.tombstones (hash, erased_at)
           SELECT request_hash, coalesce($1::timestamptz, now()) FROM gone
           WHERE request_hash IS NOT NULL ON CONFLICT DO NOTHING)
         SELECT count(*) AS erased, count(*) FILTER (WHERE NOT EXISTS (
           SELECT FROM booking_private.deliveries WHERE booking_id = gone.id AND state = 'done') OR EXISTS (
           SELECT FROM booking_private.deliveries WHERE booking_id = gone.id AND state <> 'done')
         ) AS undelivered FROM gone`,
        [now(), value, limit],
      );
      return { erased: Number(rows[0]?.erased), undelivered: Number(rows[0]?.undelivered) };
    },
  };
}

function conditionOf(which: Erasure): { where: string; value: unknown } {
  if ('id' in which) return { where: 'id = $2', value: which.id };
  if ('email' in which) return { where: 'lower(email) = lower($2)', value: which.email };
  return {
    where: `created_at < $2 AND (SELECT pg_try_advisory_xact_lock(hashtext('lodemark retention')))`,
    value: new Date(which.before),
  };
}
