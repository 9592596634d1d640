import { randomUUID } from 'node:crypto';
import type { Database, Dialect } from './database.ts';
import {
  type ChannelName,
  type DeliverySelection,
  givesUpAfter,
  isMail,
  longestWait,
  type Outcome,
} from './delivery.ts';
import { bumpRevision } from './leads.ts';
import { isoTimeOrNull, isQuarantined, toBooking, toDelivery } from './rows.ts';
import type { AcquiredDelivery, Store } from './store.ts';

/** The operations by which the outbox delivers, and by which an operator looks after deliveries. */
export function deliveryOperations(database: Database) {
  const { run, transaction, now, sql, channels, backfill, addDeliveries } = database;
  // Passes over a row that another worker acquires at the same moment, and waits for nobody.
  const acquire = `UPDATE booking_private.deliveries
    SET lease = $3, next_at = ${sql.later('$4')}, attempts = attempts + 1
    WHERE channel = $2 AND booking_id = (
      SELECT booking_id FROM booking_private.deliveries
      WHERE channel = $2 AND state = 'pending'
        AND (next_at <= ${sql.now} OR next_at > ${sql.later(`${longestWait}`)})
      ORDER BY booking_id LIMIT 1 ${sql.lock('FOR UPDATE SKIP LOCKED')})
    RETURNING *`;

  /** Changes the delivery while its lease is not lost; `values` from $5 on. */
  async function updateHeld(acquired: AcquiredDelivery, set: string, ...values: unknown[]) {
    const { delivery, lease } = acquired;
    const { count } = await run(
      // PostgreSQL takes no value that the statement does not name.
      `UPDATE booking_private.deliveries SET ${set} WHERE ${sql.now} IS NOT NULL
         AND booking_id = $2 AND channel = $3 AND lease = $4 AND state = 'pending'`,
      [now(), delivery.booking_id, delivery.channel, lease, ...values],
    );
    return count > 0;
  }

  /** Ends leases too. Gives the booking of each delivery that it changed. */
  async function update(which: DeliverySelection, set: string, where = 'true') {
    const { bookings, dead, channel } = which;
    const values: unknown[] = [now()];
    const conditions = [where, dead ? "state = 'dead'" : 'true'];
    if (bookings !== undefined)
      conditions.push(sql.isOneOf('booking_id', `$${values.push(bookings)}`));
    if (channel !== undefined) {
      const name = `$${values.push(channel)}`;
      conditions.push(`substr(channel || ':', 1, length(${name}) + 1) = ${name} || ':'`);
    }
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
      const next = async () => (await run(acquire, [now(), channel, lease, leaseFor])).rows[0];
      let row = await next();
      if (row === undefined) {
        if (channel === channels.find(isMail)) await takeOver(database, channel);
        await backfill(channel);
        row = await next();
      }
      if (row === undefined) return undefined;
      const delivery = toDelivery(row);
      const select = `SELECT * FROM ${sql.bookings} AS booking WHERE id = $1`;
      const [booking] = (await run(select, [delivery.booking_id])).rows.map(toBooking);
      return booking && { delivery, booking, lease };
    },

    renewLease: (acquired, leaseFor) =>
      updateHeld(acquired, `next_at = ${sql.later('$5')}`, leaseFor),

    completeDelivery(acquired, outcome) {
      const [set, ...values] = changesOf(sql, outcome);
      return updateHeld(acquired, `lease = NULL, ${set}`, ...values);
    },

    async retryUnavailable(channel, limit) {
      const { count } = await run(
        `UPDATE booking_private.deliveries SET next_at = ${sql.now}
         WHERE channel = $2 AND booking_id IN (
           SELECT booking_id FROM booking_private.deliveries
           WHERE channel = $2 AND state = 'pending' AND next_at > ${sql.now}
             AND channel_down AND lease IS NULL
           ORDER BY booking_id LIMIT $3 ${sql.lock('FOR UPDATE SKIP LOCKED')})`,
        [now(), channel, limit],
      );
      return count;
    },

    replayDeliveries: (which) =>
      update(
        which,
        `state = 'pending', attempts = 0, done_at = NULL,
         next_at = ${sql.now}, give_up_at = ${sql.later(`${givesUpAfter}`)}`,
      ),

    markDeliveriesDone: (which) =>
      update(which, `state = 'done', done_at = ${sql.now}`, "state <> 'done'"),

    acceptBooking: (id) =>
      transaction(async (run) => {
        const accept = `UPDATE public.booking_requests SET accepted_at = ${sql.now}
          WHERE id = $2 AND ${isQuarantined}`;
        const { count } = await run(accept, [now(), id]);
        if (count === 0) return { accepted: false, due: 0 };
        await addDeliveries(id);
        const select = 'SELECT 1 FROM booking_private.deliveries WHERE booking_id = $1';
        const { count: due } = await run(select, [id]);
        await bumpRevision(run);
        return { accepted: true, due };
      }),

    async summarizeDeliveries() {
      // Each half reads its own index.
      const { rows } = await run(
        `SELECT channel, sum(pending) AS pending, sum(dead) AS dead, min(oldest) AS oldest FROM (
           SELECT channel, count(*) AS pending, 0 AS dead, min(created_at) AS oldest
           FROM booking_private.deliveries WHERE state = 'pending' GROUP BY channel
           UNION ALL SELECT channel, 0, count(*), NULL
           FROM booking_private.deliveries WHERE state = 'dead' GROUP BY channel
         ) AS halves GROUP BY channel ORDER BY channel`,
      );
      return rows.map(({ channel, pending, dead, oldest }) => ({
        channel: String(channel),
        pending: Number(pending),
        dead: Number(dead),
        oldest: isoTimeOrNull(oldest),
      }));
    },
  } satisfies Partial<Store>;
}

/** The columns that an outcome changes, with their values from $5 on. */
function changesOf(sql: Dialect, outcome: Outcome): [set: string, ...values: unknown[]] {
  switch (outcome.state) {
    case 'done':
      return [`state = 'done', channel_down = false, done_at = ${sql.now}`];
    case 'pending': {
      const { nextAt, error, channelDown } = outcome;
      const set = 'next_at = $5, last_error = $6, channel_down = $7';
      return [set, new Date(nextAt), error, channelDown];
    }
    case 'dead':
      return ["state = 'dead', channel_down = false, last_error = $5", outcome.error];
    case 'untried':
      return [`next_at = ${sql.now}, attempts = attempts - 1`];
  }
}

/** Takes over what is open for addresses that are configured no more, unless another worker holds it. */
async function takeOver(database: Database, channel: ChannelName): Promise<void> {
  const { run, transaction, now, sql, channels } = database;
  const isFree = `(lease IS NULL OR next_at <= ${sql.now})`;
  // Each state has its own index.
  const openIn = (state: 'pending' | 'dead') =>
    `SELECT booking_id, channel FROM booking_private.deliveries
     WHERE state = '${state}' AND channel LIKE 'mail%' AND NOT ${sql.isOneOf('channel', '$2')}
       AND ${isFree}`;
  // Mostly there are none, and then there is no transaction. Each is looked at again when it is deleted.
  const open = await run(`${openIn('pending')} UNION ALL ${openIn('dead')}`, [now(), channels]);
  if (open.rows.length === 0) return;
  await transaction(async (run) => {
    for (const { booking_id, channel: former } of open.rows) {
      const { rows } = await run(
        `DELETE FROM booking_private.deliveries
         WHERE booking_id = $2 AND channel = $3 AND state <> 'done' AND ${isFree} RETURNING *`,
        [now(), booking_id, former],
      );
      for (const { id, created_at, last_error } of rows) {
        await run(
          `INSERT INTO booking_private.deliveries
             (booking_id, channel, id, created_at, last_error, next_at, give_up_at)
           VALUES ($2, $3, $4, $5, $6, ${sql.now}, ${sql.later(`${givesUpAfter}`)})
           ON CONFLICT DO NOTHING`,
          [now(), booking_id, channel, id, created_at, last_error],
        );
      }
    }
  });
}
