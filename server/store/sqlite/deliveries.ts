import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
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
import type { AcquiredDelivery, SyncOperations } from '../store.ts';
import { timestamp } from './database.ts';
import { bumpRevision } from './lead-events.ts';

/** How many bookings are searched at a time for ones without a delivery. */
const backfillSize = 100;

/** The store's operations on deliveries, and the channels configured. `now`: milliseconds since 1970. */
export function deliveryOperations(
  database: DatabaseSync,
  channels: readonly ChannelName[],
  now: () => number,
) {
  const addDelivery = prepareDeliveryInsert(database, now);
  const acquire = database.prepare(
    `UPDATE deliveries SET lease = $lease, next_at = $leaseEnd, attempts = attempts + 1
     WHERE channel = $channel AND booking_id = (
       SELECT booking_id FROM deliveries
       WHERE channel = $channel AND state = 'pending' AND (next_at <= $now OR next_at > $tooLate)
       ORDER BY booking_id LIMIT 1)
     RETURNING *`,
  );

  /** There is one writer at a time, so no booking is committed later with a smaller id than `filled_to`. */
  function backfill(channel: ChannelName): void {
    const mark = database.prepare('SELECT filled_to FROM channels WHERE channel = ?').get(channel);
    const rows = database
      .prepare(
        `SELECT id, ${isQuarantined} OR EXISTS (SELECT 1 FROM deliveries
           WHERE booking_id = booking_requests.id AND state = 'done') AS needs_none
         FROM booking_requests WHERE id > ? ORDER BY id LIMIT ?`,
      )
      .all(Number(mark?.filled_to ?? 0), backfillSize);
    for (const { id, needs_none } of rows) if (!needs_none) addDelivery(Number(id), channel);
    const last = rows.at(-1);
    if (last === undefined) return;
    database
      .prepare('INSERT INTO channels VALUES (?1, ?2) ON CONFLICT DO UPDATE SET filled_to = ?2')
      .run(channel, Number(last.id));
  }

  const isFormer = `channel LIKE 'mail%' AND channel NOT IN (SELECT value FROM json_each($channels))`;
  const forget = database.prepare(`DELETE FROM channels WHERE ${isFormer}`);
  // Each half reads its own index. What another worker holds is its own until its lease ends.
  const [pending, dead] = ['pending', 'dead'].map(
    (state) => `SELECT booking_id, channel FROM deliveries
      WHERE state = '${state}' AND (lease IS NULL OR next_at <= $now) AND ${isFormer}`,
  );
  const selectFormer = database.prepare(`${pending} UNION ALL ${dead}`);
  const row = 'WHERE booking_id = ? AND channel = ?';
  const move = database.prepare(`UPDATE OR IGNORE deliveries SET ${afresh}, channel = ? ${row}`);
  const remove = database.prepare(`DELETE FROM deliveries ${row}`);
  const configured = { channels: JSON.stringify(channels) };

  /** Takes over what is open of addresses that are configured no more. */
  function takeOver(channel: ChannelName): void {
    forget.run(configured);
    for (const former of selectFormer.all({ ...configured, now: timestamp(now()) })) {
      const key = [Number(former.booking_id), String(former.channel)];
      if (move.run(...timesFrom(now()), channel, ...key).changes === 0) remove.run(...key);
    }
  }

  /** Runs an update and gives how many rows it changed. */
  function update(sql: string, ...values: SQLInputValue[]): number {
    return Number(database.prepare(`UPDATE deliveries SET ${sql}`).run(...values).changes);
  }

  /** Runs an update of these and gives the booking of each. */
  function updateAll(set: string, times: SQLInputValue[], which: DeliverySelection): number[] {
    const { where, values } = selected(which);
    const sql = `UPDATE deliveries SET ${set} AND ${where} RETURNING booking_id`;
    const rows = database.prepare(sql).all(...times, ...values);
    return rows.map(({ booking_id }) => Number(booking_id));
  }

  return {
    acquireDelivery(channel, leaseFor) {
      const lease = randomUUID();
      const [time, leaseEnd] = [timestamp(now()), timestamp(now() + leaseFor)];
      const tooLate = timestamp(now() + longestWait);
      const next = () => acquire.get({ channel, lease, leaseEnd, now: time, tooLate });
      let row = next();
      if (row === undefined && channel === channels.find(isMail)) takeOver(channel);
      if (row === undefined) backfill(channel);
      row ??= next();
      if (row === undefined) return undefined;
      const delivery = toDelivery(row);
      const find = database.prepare('SELECT * FROM bookings WHERE id = ?');
      const booking = find.get(delivery.booking_id);
      return booking && { delivery, booking: toBooking(booking), lease };
    },

    renewLease(acquired, leaseFor) {
      const end = timestamp(now() + leaseFor);
      return update(`next_at = ? WHERE ${held}`, end, ...heldBy(acquired)) > 0;
    },

    completeDelivery(acquired, outcome) {
      const columns = columnsOf(outcome, acquired.delivery, new Date(now()));
      const set = Object.keys(columns).map((column) => `${column} = ?`);
      const sql = `lease = NULL, ${set} WHERE ${held}`;
      return update(sql, ...Object.values(columns).map(toSql), ...heldBy(acquired)) > 0;
    },

    retryUnavailable(channel, limit) {
      return update(
        `next_at = ?2 WHERE channel = ?1 AND booking_id IN (
           SELECT booking_id FROM deliveries
           WHERE channel = ?1 AND state = 'pending' AND next_at > ?2
             AND channel_down = 1 AND lease IS NULL
           ORDER BY booking_id LIMIT ?3)`,
        channel,
        timestamp(now()),
        limit,
      );
    },

    replayDeliveries: (which) => updateAll(`${afresh} WHERE true`, timesFrom(now()), which),

    markDeliveriesDone(which) {
      const set = "state = 'done', lease = NULL, channel_down = 0, done_at = ?";
      return updateAll(`${set} WHERE state <> 'done'`, [timestamp(now())], which);
    },

    /** A channel whose mark is before the booking gets its delivery from `backfill`. */
    acceptBooking(id) {
      const { changes } = database
        .prepare(`UPDATE booking_requests SET accepted_at = ? WHERE id = ? AND ${isQuarantined}`)
        .run(timestamp(now()), id);
      if (changes === 0) return { accepted: false, due: 0 };
      const filled = database.prepare('SELECT channel FROM channels WHERE filled_to >= ?').all(id);
      for (const { channel } of filled) addDelivery(id, String(channel));
      bumpRevision(database);
      return { accepted: true, due: filled.length };
    },

    summarizeDeliveries() {
      return database.prepare(selectSummaries('deliveries')).all().map(toSummary);
    },
  } satisfies Partial<SyncOperations>;
}

/** Prepares the statement that adds a due delivery of a booking, unless there is one. Returns a function that runs it. */
export function prepareDeliveryInsert(database: DatabaseSync, now: () => number) {
  const insert = database.prepare(
    `INSERT OR IGNORE INTO deliveries (booking_id, channel, id, created_at, next_at, give_up_at)
     VALUES (?1, ?2, ?3, ?4, ?4, ?5)`,
  );
  return (bookingId: number, channel: ChannelName): void => {
    insert.run(bookingId, channel, randomUUID(), ...timesFrom(now()));
  };
}

/** What makes a delivery due as if it were new, with the values of `timesFrom`. */
const afresh = `state = 'pending', attempts = 0, lease = NULL, channel_down = 0, done_at = NULL,
  next_at = ?, give_up_at = ?`;

/** When a delivery that is made now is due, and when it gives up. */
function timesFrom(now: number): [nextAt: string, giveUpAt: string] {
  return [timestamp(now), timestamp(now + givesUpAfter)];
}

function selected({ bookings, dead, channel }: DeliverySelection) {
  const conditions = [
    dead ? "state = 'dead'" : 'true',
    bookings === undefined ? 'true' : isOneOf('booking_id'),
    channel === undefined ? 'true' : "instr(channel || ':', ? || ':') = 1",
  ];
  const values = [bookings && JSON.stringify(bookings), channel];
  return {
    where: conditions.join(' AND '),
    values: values.filter((value) => value !== undefined),
  };
}

/** The condition that a column has one of the numbers in a JSON array. */
export const isOneOf = (column: string) => `${column} IN (SELECT value FROM json_each(?))`;

/** The row of a delivery while its lease is not lost. */
const held = "booking_id = ? AND channel = ? AND lease = ? AND state = 'pending'";

function heldBy({ delivery: { booking_id, channel }, lease }: AcquiredDelivery): SQLInputValue[] {
  return [booking_id, channel, lease];
}

function toSql(value: string | number | boolean | Date | null): SQLInputValue {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? Number(value) : value;
}
