import { randomUUID } from 'node:crypto';
import {
  type ChannelName,
  channelNames,
  givesUpAfter,
  longestWait,
  type Outcome,
} from '../delivery.ts';
import { isoTimeOrNull, toBooking, toDelivery, waitsForAcceptance } from '../rows.ts';
import type { Store } from '../store.ts';
import type { Connection } from './connection.ts';
import { bookingColumns } from './rows.ts';

/** How many bookings are looked through at a time for ones without a delivery. */
const fillSize = 100;

/** The same as in the database's trigger. */
const triedFor = `interval '${givesUpAfter} milliseconds'`;

/** The time of a request, as `$1` of every statement; null: the database's own clock. */
const at = 'coalesce($1::timestamptz, now())';

const fresh = `state = 'pending', attempts = 0, lease = NULL, channel_down = false, done_at = NULL,
  next_at = ${at}, give_up_at = ${at} + ${triedFor}`;

type Operations = Pick<
  Store,
  | 'acquireDelivery'
  | 'completeDelivery'
  | 'retryUnavailable'
  | 'replayDeliveries'
  | 'markDeliveriesDone'
  | 'acceptBooking'
  | 'summarizeDeliveries'
>;

/** The operations on deliveries. `now` gives the time, or null for the database's own. */
export function postgresDeliveries(
  { run }: Pick<Connection, 'run'>,
  now: () => Date | null,
): Operations {
  /** A row that another worker is about to take is passed over, not waited for. */
  async function take(channel: ChannelName, leaseFor: number, lease: string) {
    const { rows } = await run(
      `WITH due AS MATERIALIZED (
         SELECT booking_id FROM booking_private.deliveries
         WHERE channel = $2 AND state = 'pending'
           AND (next_at <= ${at} OR next_at > ${at} + $5 * interval '1 millisecond')
         ORDER BY booking_id LIMIT 1 FOR UPDATE SKIP LOCKED)
       UPDATE booking_private.deliveries AS delivery
       SET lease = $3, next_at = ${at} + $4 * interval '1 millisecond', attempts = attempts + 1
       FROM due WHERE delivery.booking_id = due.booking_id AND delivery.channel = $2
       RETURNING delivery.*`,
      [now(), channel, lease, leaseFor, longestWait],
    );
    return rows.map(toDelivery)[0];
  }

  /**
   * Makes deliveries for bookings that came before the channel was configured and have reached the
   * provider by no other. Whoever comes second waits for the row of the channel and goes on where the first one ended.
   */
  async function fill(channel: ChannelName): Promise<boolean> {
    const { count } = await run(
      `WITH mark AS MATERIALIZED (
         SELECT filled_to, fill_until FROM booking_private.channels
         WHERE channel = $2 AND filled_to < fill_until FOR UPDATE),
       early AS MATERIALIZED (
         SELECT id, ${waitsForAcceptance} OR EXISTS (SELECT FROM booking_private.deliveries
           WHERE booking_id = booking_requests.id AND state = 'done') AS needs_none FROM public.booking_requests, mark
         WHERE id > filled_to AND id <= fill_until ORDER BY id LIMIT ${fillSize}),
       made AS (
         INSERT INTO booking_private.deliveries (booking_id, channel, created_at, next_at, give_up_at)
         SELECT id, $2, ${at}, ${at}, ${at} + ${triedFor} FROM early WHERE NOT needs_none ON CONFLICT DO NOTHING)
       UPDATE booking_private.channels SET filled_to = coalesce((SELECT max(id) FROM early), mark.fill_until)
       FROM mark WHERE channel = $2`,
      [now(), channel],
    );
    return count > 0;
  }

  return {
    async acquireDelivery(channel, leaseFor) {
      const lease = randomUUID();
      let delivery = await take(channel, leaseFor, lease);
      if (delivery === undefined && (await fill(channel))) {
        delivery = await take(channel, leaseFor, lease);
      }
      if (delivery === undefined) return undefined;
      const { rows } = await run(
        `SELECT ${bookingColumns} FROM public.booking_requests AS booking WHERE booking.id = $1`,
        [delivery.booking_id],
      );
      const [booking] = rows.map(toBooking);
      return booking && { delivery, booking, lease };
    },
    async completeDelivery({ delivery: { booking_id, channel }, lease }, outcome) {
      const { set, values } = resultOf(outcome);
      const { count } = await run(
        `UPDATE booking_private.deliveries SET lease = NULL, ${set}
         WHERE booking_id = $2 AND channel = $3 AND lease = $4 AND state = 'pending' AND ${at} IS NOT NULL`,
        [now(), booking_id, channel, lease, ...values],
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
    async replayDeliveries(which) {
      const [where, values] =
        which === 'dead' ? ["state = 'dead'", []] : ['booking_id = $2', [which.booking]];
      const { count } = await run(`UPDATE booking_private.deliveries SET ${fresh} WHERE ${where}`, [
        now(),
        ...values,
      ]);
      return count;
    },
    async markDeliveriesDone(which) {
      const [where, values] =
        which === 'dead'
          ? ["state = 'dead'", []]
          : ["state <> 'done' AND booking_id = $2", [which.booking]];
      const { count } = await run(
        `UPDATE booking_private.deliveries SET state = 'done', lease = NULL, channel_down = false, done_at = ${at} WHERE ${where}`,
        [now(), ...values],
      );
      return count;
    },
    async acceptBooking(id) {
      const { rows } = await run(
        `WITH accepted AS (
           UPDATE public.booking_requests SET accepted_at = ${at}
           WHERE id = $2 AND ${waitsForAcceptance} RETURNING id),
         made AS (
           INSERT INTO booking_private.deliveries (booking_id, channel, created_at, next_at, give_up_at)
           SELECT id, channel, ${at}, ${at}, ${at} + ${triedFor} FROM accepted, booking_private.channels
           ON CONFLICT DO NOTHING RETURNING channel)
         SELECT (SELECT count(*) FROM accepted) AS accepted, (SELECT count(*) FROM made) AS due,
           (SELECT pg_notify('booking_deliveries', '') FROM made LIMIT 1)::text AS told`,
        [now(), id],
      );
      return { accepted: Number(rows[0]?.accepted) > 0, due: Number(rows[0]?.due) };
    },
    async summarizeDeliveries() {
      const { rows } = await run(
        `SELECT channel, pending, oldest, dead FROM unnest($1::text[]) AS channel,
           LATERAL (SELECT count(*) AS pending, min(created_at) AS oldest FROM booking_private.deliveries AS d
             WHERE d.channel = channel.channel AND state = 'pending') AS waiting,
           LATERAL (SELECT count(*) AS dead FROM booking_private.deliveries AS d
             WHERE d.channel = channel.channel AND state = 'dead') AS given_up`,
        [channelNames],
      );
      return channelNames.map((channel) => {
        const row = rows.find((one) => one.channel === channel);
        return {
          channel,
          pending: Number(row?.pending),
          dead: Number(row?.dead),
          oldest: isoTimeOrNull(row?.oldest ?? null),
        };
      });
    },
  };
}

/** What to write, and its values from `$5` on. */
function resultOf(outcome: Outcome): { set: string; values: unknown[] } {
  switch (outcome.state) {
    case 'done':
      return { set: `state = 'done', channel_down = false, done_at = ${at}`, values: [] };
    case 'pending':
      return {
        set: 'next_at = $5, last_error = $6, channel_down = $7',
        values: [new Date(outcome.nextAt), outcome.error, outcome.channelDown],
      };
    case 'dead':
      return {
        set: "state = 'dead', channel_down = false, last_error = $5",
        values: [outcome.error],
      };
    case 'untried':
      return { set: `next_at = ${at}, attempts = attempts - 1`, values: [] };
  }
}
