import { randomUUID } from 'node:crypto';
import type { StoredBooking } from './booking.ts';
import type { Database } from './database.ts';
import {
  type AcquiredDelivery,
  type ChannelName,
  type ChannelSummary,
  type DeliverySelection,
  givesUpAfter,
  isMail,
  longestWait,
  type Outcome,
  type StoredDelivery,
} from './delivery.ts';
import { bumpRevision } from './leads.ts';
import { bookings, deliveryColumns, findBookings, isQuarantined, later } from './rows.ts';

/** The operations by which the outbox delivers, and by which an operator looks after deliveries. */
export const deliveryOperations = {
  /**
   * Leases the due delivery of the oldest booking for `leaseFor` milliseconds and counts a try. When none
   * is due, bookings from before the channel was configured that no other channel delivered get theirs, a
   * few at a time. The first address also takes over what is open for one that is configured no more,
   * unless it has a delivery of that booking itself: else that one would wait for ever.
   */
  async acquireDelivery(database: Database, channel: ChannelName, leaseFor: number) {
    const { run, channels, backfill } = database;
    const lease = randomUUID();
    const next = () => run<StoredDelivery>(acquire, [channel, lease, leaseFor]);
    let [delivery] = (await next()).rows;
    if (delivery === undefined) {
      if (channel === channels.find(isMail)) await takeOver(database, channel);
      await backfill(channel);
      [delivery] = (await next()).rows;
    }
    if (delivery === undefined) return undefined;
    const select = `SELECT * FROM ${bookings} AS booking WHERE id = $1`;
    const [booking] = await findBookings<StoredBooking>(run, select, [delivery.booking_id]);
    return booking && { delivery, booking, lease };
  },

  /** Lets the lease end `leaseFor` milliseconds from now. False when it was lost. */
  renewLease: (database: Database, acquired: AcquiredDelivery, leaseFor: number) =>
    updateHeld(database, acquired, `next_at = ${later('$4')}`, leaseFor),

  /** Writes the outcome and ends the lease. False, with nothing written, when the lease was lost. */
  completeDelivery(database: Database, acquired: AcquiredDelivery, outcome: Outcome) {
    const [set, ...values] = changesOf(outcome);
    return updateHeld(database, acquired, `lease = NULL, ${set}`, ...values);
  },

  /** Makes deliveries due that only wait for their channel, at most `limit`. Gives how many. */
  async retryUnavailable({ run }: Database, channel: ChannelName, limit: number) {
    const { count } = await run(
      `UPDATE booking_private.deliveries SET next_at = now()
       WHERE channel = $1 AND booking_id IN (
         SELECT booking_id FROM booking_private.deliveries
         WHERE channel = $1 AND state = 'pending' AND next_at > now()
           AND channel_down AND lease IS NULL
         ORDER BY booking_id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [channel, limit],
    );
    return count;
  },

  /** Sends them again. Gives the booking of each. */
  replayDeliveries: (database: Database, which: DeliverySelection) =>
    update(
      database,
      which,
      `state = 'pending', attempts = 0, done_at = NULL,
       next_at = now(), give_up_at = ${later(givesUpAfter)}`,
    ),

  /** Ends those that are open, as delivered by hand. Gives the booking of each. */
  markDeliveriesDone: (database: Database, which: DeliverySelection) =>
    update(database, which, "state = 'done', done_at = now()", "state <> 'done'"),

  /** Makes the deliveries of a quarantined booking due, `due` of them. `accepted`: it was quarantined. */
  acceptBooking: ({ transaction, addDeliveries }: Database, id: number) =>
    transaction(async (run) => {
      const accept = `UPDATE public.booking_requests SET accepted_at = now()
        WHERE id = $1 AND ${isQuarantined}`;
      if ((await run(accept, [id])).count === 0) return { accepted: false, due: 0 };
      await addDeliveries(id);
      const select = 'SELECT 1 FROM booking_private.deliveries WHERE booking_id = $1';
      const { count: due } = await run(select, [id]);
      await bumpRevision(run);
      return { accepted: true, due };
    }),

  /** Of the channels that have pending or dead deliveries, configured or not. Each half reads its index. */
  async summarizeDeliveries({ run }: Database) {
    const { rows } = await run<ChannelSummary>(
      `SELECT channel, sum(pending) AS pending, sum(dead) AS dead, min(oldest) AS oldest FROM (
         SELECT channel, count(*) AS pending, 0 AS dead, min(created_at) AS oldest
         FROM booking_private.deliveries WHERE state = 'pending' GROUP BY channel
         UNION ALL SELECT channel, 0, count(*), NULL
         FROM booking_private.deliveries WHERE state = 'dead' GROUP BY channel
       ) AS halves GROUP BY channel ORDER BY channel`,
    );
    return rows;
  },
};

/** Passes over a row that another worker acquires at the same moment, and waits for nobody. */
const acquire = `UPDATE booking_private.deliveries
  SET lease = $2, next_at = ${later('$3')}, attempts = attempts + 1
  WHERE channel = $1 AND booking_id = (
    SELECT booking_id FROM booking_private.deliveries
    WHERE channel = $1 AND state = 'pending'
      AND (next_at <= now() OR next_at > ${later(longestWait)})
    ORDER BY booking_id LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING ${deliveryColumns}`;

/** Changes the delivery while its lease is not lost; `values` from $4 on. */
async function updateHeld(
  { run }: Database,
  { delivery, lease }: AcquiredDelivery,
  set: string,
  ...values: unknown[]
): Promise<boolean> {
  const { count } = await run(
    `UPDATE booking_private.deliveries SET ${set}
     WHERE booking_id = $1 AND channel = $2 AND lease = $3 AND state = 'pending'`,
    [delivery.booking_id, delivery.channel, lease, ...values],
  );
  return count > 0;
}

/** Ends leases too. Gives the booking of each delivery that it changed. */
async function update({ run }: Database, which: DeliverySelection, set: string, where = 'true') {
  const { bookings, dead, channel } = which;
  const values: unknown[] = [];
  const conditions = [where, dead ? "state = 'dead'" : 'true'];
  if (bookings !== undefined) conditions.push(`booking_id = ANY ($${values.push(bookings)})`);
  if (channel !== undefined) {
    const name = `$${values.push(channel)}`;
    conditions.push(`substr(channel || ':', 1, length(${name}) + 1) = ${name} || ':'`);
  }
  const { rows } = await run<{ booking_id: number }>(
    `UPDATE booking_private.deliveries SET lease = NULL, channel_down = false, ${set}
     WHERE ${conditions.join(' AND ')} RETURNING booking_id`,
    values,
  );
  return rows.map(({ booking_id }) => booking_id);
}

/** The columns that an outcome changes, with their values from $4 on. */
function changesOf(outcome: Outcome): [set: string, ...values: unknown[]] {
  switch (outcome.state) {
    case 'done':
      return ["state = 'done', channel_down = false, done_at = now()"];
    case 'pending': {
      const { nextAt, error, channelDown } = outcome;
      const set = 'next_at = $4, last_error = $5, channel_down = $6';
      return [set, new Date(nextAt), error, channelDown];
    }
    case 'dead':
      return ["state = 'dead', channel_down = false, last_error = $4", outcome.error];
    case 'untried':
      return ['next_at = now(), attempts = attempts - 1'];
  }
}

/** Takes over what is open for addresses that are configured no more, unless another worker holds it. */
function takeOver({ transaction, channels }: Database, channel: ChannelName): Promise<void> {
  // Each state has its own index.
  const openIn = (state: 'pending' | 'dead') =>
    `SELECT booking_id, channel FROM booking_private.deliveries
     WHERE state = '${state}' AND channel LIKE 'mail%' AND NOT channel = ANY ($1)`;
  return transaction(async (run) => {
    const { rows } = await run<StoredDelivery>(
      `DELETE FROM booking_private.deliveries
       WHERE (booking_id, channel) IN (${openIn('pending')} UNION ALL ${openIn('dead')})
         AND state <> 'done' AND (lease IS NULL OR next_at <= now())
       RETURNING ${deliveryColumns}`,
      [channels],
    );
    for (const { booking_id, id, created_at, last_error } of rows) {
      await run(
        `INSERT INTO booking_private.deliveries
           (booking_id, channel, id, created_at, last_error, next_at, give_up_at)
         VALUES ($1, $2, $3, $4, $5, now(), ${later(givesUpAfter)}) ON CONFLICT DO NOTHING`,
        [booking_id, channel, id, created_at, last_error],
      );
    }
  });
}
