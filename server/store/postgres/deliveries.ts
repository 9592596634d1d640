import { randomUUID } from 'node:crypto';
import {
  type ChannelName,
  type DeliverySelection,
  givesUpAfter,
  isMail,
  longestWait,
} from '../delivery.ts';
import {
  columnsOf,
  isQuarantined,
  selectSummaries,
  toBooking,
  toDelivery,
  toSummary,
} from '../rows.ts';
import type { Store } from '../store.ts';
import { selectBookings } from './bookings.ts';
import type { Run } from './connection.ts';
import { bumped } from './lead-changes.ts';

/**
 * The operations on deliveries, and the channels configured. `now` gives the time, or null for the
 * database's own clock.
 */
export function postgresDeliveries(
  run: Run,
  channels: readonly ChannelName[],
  now: () => Date | null,
) {
  /** Ends leases too. Gives the booking of each delivery that it changed. */
  async function update(which: DeliverySelection, where: string, set: string) {
    const { bookings, dead, channel } = which;
    const values: unknown[] = [now()];
    const conditions = [where, dead ? "state = 'dead'" : 'true'];
    if (bookings !== undefined) conditions.push(`booking_id = ANY($${values.push(bookings)})`);
    if (channel !== undefined)
      conditions.push(`strpos(channel || ':', $${values.push(channel)} || ':') = 1`);
    const { rows } = await run(
      `UPDATE booking_private.deliveries SET lease = NULL, channel_down = false, ${set}
       WHERE ${conditions.join(' AND ')} RETURNING booking_id`,
      values,
    );
    return rows.map(({ booking_id }) => Number(booking_id));
  }

  return {
    async acquireDelivery(channel, leaseFor) {
      const lease = randomUUID();
      const next = () => run(acquire, [now(), channel, lease, leaseFor, longestWait]);
      let due = await next();
      if (due.count === 0) {
        const isFirst = channel === channels.find(isMail);
        const taken = isFirst ? await run(takeOver, [now(), channel, channels]) : { count: 0 };
        const { count } = await run(backfill, [now(), channel]);
        if (taken.count + count > 0) due = await next();
      }
      const [delivery] = due.rows.map(toDelivery);
      if (delivery === undefined) return undefined;
      const { rows } = await run(`${selectBookings} WHERE booking.id = $1`, [delivery.booking_id]);
      const [booking] = rows.map(toBooking);
      return booking && { delivery, booking, lease };
    },
    async renewLease({ delivery: { booking_id, channel }, lease }, leaseFor) {
      const { count } = await run(
        `UPDATE booking_private.deliveries SET next_at = ${at} + $5 * interval '1 millisecond' WHERE ${held}`,
        [now(), booking_id, channel, lease, leaseFor],
      );
      return count > 0;
    },
    async completeDelivery({ delivery, lease }, outcome) {
      const columns = columnsOf(outcome, delivery, now());
      const set = Object.keys(columns).map((column, index) => {
        const value = `$${index + 5}`;
        const isTime = column.endsWith('_at');
        return `${column} = ${isTime ? `coalesce(${value}::timestamptz, ${at})` : value}`;
      });
      const { count } = await run(
        `UPDATE booking_private.deliveries SET lease = NULL, ${set}
         WHERE ${held} AND ${at} IS NOT NULL`,
        [now(), delivery.booking_id, delivery.channel, lease, ...Object.values(columns)],
      );
      return count > 0;
    },
    async retryUnavailable(channel, limit) {
      const { count } = await run(
        `UPDATE booking_private.deliveries SET next_at = ${at} WHERE channel = $2 AND booking_id IN (
           SELECT booking_id FROM booking_private.deliveries
           WHERE channel = $2 AND state = 'pending' AND next_at > ${at} AND channel_down AND lease IS NULL
           ORDER BY booking_id LIMIT $3 FOR UPDATE SKIP LOCKED)`,
        [now(), channel, limit],
      );
      return count;
    },
    replayDeliveries: (which) =>
      update(
        which,
        'true',
        `state = 'pending', attempts = 0, done_at = NULL, next_at = ${at},
         give_up_at = ${at} + interval '${givesUpAfter} milliseconds'`,
      ),
    markDeliveriesDone: (which) =>
      update(which, "state <> 'done'", `state = 'done', done_at = ${at}`),
    async acceptBooking(id) {
      // A trigger makes the deliveries.
      const { count } = await run(
        `WITH changed AS (
           UPDATE public.booking_requests SET accepted_at = ${at} WHERE id = $2 AND ${isQuarantined} RETURNING id),
         ${bumped}
         SELECT id FROM changed`,
        [now(), id],
      );
      if (count === 0) return { accepted: false, due: 0 };
      const sql = 'SELECT count(*) FROM booking_private.deliveries WHERE booking_id = $1';
      return { accepted: true, due: Number((await run(sql, [id])).rows[0]?.count) };
    },
    async summarizeDeliveries() {
      const { rows } = await run(selectSummaries('booking_private.deliveries'));
      return rows.map(toSummary);
    },
  } satisfies Partial<Store>;
}

/** The row of a delivery while its lease is not lost. */
const held = "booking_id = $2 AND channel = $3 AND lease = $4 AND state = 'pending'";

/** The time of a request, the first parameter of each statement. */
export const at = 'coalesce($1::timestamptz, now())';

/** Passes over a row that another worker acquires at the same moment, and waits for nobody. */
const acquire = `WITH due AS MATERIALIZED (
    SELECT booking_id FROM booking_private.deliveries
    WHERE channel = $2 AND state = 'pending'
      AND (next_at <= ${at} OR next_at > ${at} + $5 * interval '1 millisecond')
    ORDER BY booking_id LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE booking_private.deliveries AS delivery
  SET lease = $3, next_at = ${at} + $4 * interval '1 millisecond', attempts = attempts + 1
  FROM due WHERE delivery.booking_id = due.booking_id AND delivery.channel = $2
  RETURNING delivery.*`;

/** Open deliveries of addresses that are configured no more, in a state that has its own index. */
const goneIn = (state: 'pending' | 'dead') =>
  `SELECT booking_id, channel FROM booking_private.deliveries
   WHERE state = '${state}' AND channel LIKE 'mail%' AND channel <> ALL ($3::text[])
     AND (lease IS NULL OR next_at <= ${at})`;

/** Those that another worker holds are its own until their lease ends. */
const takeOver = `WITH gone AS (
    DELETE FROM booking_private.deliveries
    WHERE (booking_id, channel) IN (${goneIn('pending')} UNION ALL ${goneIn('dead')}) RETURNING *)
  INSERT INTO booking_private.deliveries (booking_id, channel, id, created_at, next_at, give_up_at, last_error)
  SELECT booking_id, $2, id, created_at, ${at}, ${at} + interval '${givesUpAfter} milliseconds', last_error
  FROM gone ON CONFLICT DO NOTHING`;

/**
 * Adds the deliveries of at most 100 bookings from before the channel was added, unless they reached
 * the provider by another channel. The lock on a booking keeps it from being erased meanwhile.
 */
const backfill = `WITH channel AS MATERIALIZED (
    SELECT backfill_after FROM booking_private.channels
    WHERE channel = $2 AND backfill_after IS NOT NULL FOR UPDATE SKIP LOCKED),
  batch AS MATERIALIZED (
    SELECT id, ${isQuarantined} OR EXISTS (SELECT FROM booking_private.deliveries
      WHERE booking_id = booking.id AND state = 'done') AS needs_none
    FROM public.booking_requests AS booking WHERE id > (SELECT backfill_after FROM channel)
    ORDER BY id LIMIT 100 FOR KEY SHARE),
  added AS (
    INSERT INTO booking_private.deliveries (booking_id, channel, created_at, next_at, give_up_at)
    SELECT id, $2, ${at}, ${at}, ${at} + interval '${givesUpAfter} milliseconds'
    FROM batch WHERE NOT needs_none ON CONFLICT DO NOTHING)
  UPDATE booking_private.channels AS updated
  SET backfill_after = (SELECT CASE WHEN count(*) = 100 THEN max(id) END FROM batch)
  FROM channel WHERE updated.channel = $2 AND updated.backfill_after = channel.backfill_after`;
