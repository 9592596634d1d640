import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  type ChannelName,
  channelNames,
  givesUpAfter,
  longestWait,
  type Outcome,
} from '../delivery.ts';
import { oneOf, toBooking, toDelivery, waitsForAcceptance } from '../rows.ts';
import type { Hold, Result } from './messages.ts';
import { bookingColumns, deliveryColumns, timestamp } from './rows.ts';

/** How many bookings are looked through at a time for ones without a delivery. */
const fillSize = 100;

/** The operations on deliveries. `at` is the time in milliseconds since 1970. */
export function prepareDeliveries(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT OR IGNORE INTO deliveries (booking_id, channel, id, created_at, next_at, give_up_at)
     VALUES (?1, ?2, ?3, ?4, ?4, ?5)`,
  );
  const filledTo = database.prepare('SELECT filled_to FROM channels WHERE channel = ?');
  const fillTo = database.prepare(
    'INSERT INTO channels VALUES (?1, ?2) ON CONFLICT DO UPDATE SET filled_to = ?2',
  );
  const filledBeyond = database.prepare('SELECT channel FROM channels WHERE filled_to >= ?');
  const markAccepted = database.prepare(
    `UPDATE booking_requests SET accepted_at = ?2 WHERE id = ?1 AND ${waitsForAcceptance}`,
  );
  const bookingsAfter = database.prepare(
    `SELECT id, ${waitsForAcceptance} OR EXISTS (SELECT 1 FROM deliveries
       WHERE booking_id = booking_requests.id AND state = 'done') AS needs_none
     FROM booking_requests WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const booking = database.prepare(
    `SELECT ${bookingColumns} FROM booking_requests AS booking WHERE booking.id = ?`,
  );
  const lease = database.prepare(
    `UPDATE deliveries SET lease = ?3, next_at = ?4, attempts = attempts + 1
     WHERE channel = ?1 AND booking_id = (SELECT booking_id FROM deliveries
       WHERE channel = ?1 AND state = 'pending' AND (next_at <= ?2 OR next_at > ?5) ORDER BY booking_id LIMIT 1)
     RETURNING ${deliveryColumns}`,
  );
  const held = `WHERE booking_id = ?1 AND channel = ?2 AND lease = ?3 AND state = 'pending'`;
  const done = database.prepare(
    `UPDATE deliveries SET state = 'done', lease = NULL, channel_down = 0, done_at = ?4 ${held}`,
  );
  const pending = database.prepare(
    `UPDATE deliveries SET lease = NULL, next_at = ?4, last_error = ?5, channel_down = ?6 ${held}`,
  );
  const dead = database.prepare(
    `UPDATE deliveries SET state = 'dead', lease = NULL, channel_down = 0, last_error = ?4 ${held}`,
  );
  const untried = database.prepare(
    `UPDATE deliveries SET lease = NULL, next_at = ?4, attempts = attempts - 1 ${held}`,
  );
  const retry = database.prepare(
    `UPDATE deliveries SET next_at = ?2 WHERE channel = ?1 AND booking_id IN (SELECT booking_id
       FROM deliveries WHERE channel = ?1 AND state = 'pending' AND next_at > ?2 AND channel_down = 1 AND lease IS NULL
       ORDER BY booking_id LIMIT ?3)`,
  );
  const fresh =
    "state = 'pending', attempts = 0, lease = NULL, channel_down = 0, done_at = NULL, next_at = ?1, give_up_at = ?2";
  const replayBooking = database.prepare(`UPDATE deliveries SET ${fresh} WHERE booking_id = ?3`);
  const replayDead = database.prepare(`UPDATE deliveries SET ${fresh} WHERE state = 'dead'`);
  const finished = "state = 'done', lease = NULL, channel_down = 0, done_at = ?1";
  const finishBooking = database.prepare(
    `UPDATE deliveries SET ${finished} WHERE booking_id = ?2 AND state <> 'done'`,
  );
  const finishDead = database.prepare(`UPDATE deliveries SET ${finished} WHERE state = 'dead'`);
  const countPending = database.prepare(
    "SELECT count(*) AS count, min(created_at) AS oldest FROM deliveries WHERE channel = ? AND state = 'pending'",
  );
  const countDead = database.prepare(
    "SELECT count(*) AS count FROM deliveries WHERE channel = ? AND state = 'dead'",
  );

  function add(bookingId: number, channel: ChannelName, at: number): void {
    insert.run(bookingId, channel, randomUUID(), timestamp(at), timestamp(at + givesUpAfter));
  }

  /** Ids rise in the order of commits: one writer at a time. So nothing can appear behind the mark. */
  function fill(channel: ChannelName, at: number): void {
    const rows = bookingsAfter.all(Number(filledTo.get(channel)?.filled_to ?? 0), fillSize);
    for (const { id, needs_none } of rows) if (!needs_none) add(Number(id), channel, at);
    const last = rows.at(-1);
    if (last !== undefined) fillTo.run(channel, Number(last.id));
  }

  /** Where the mark is behind the suspect, `fill` makes its deliveries. */
  function accept(id: number, at: number): Result {
    if (Number(markAccepted.run(id, timestamp(at)).changes) === 0) return { accepted: false };
    const channels = filledBeyond.all(id).map(({ channel }) => oneOf(channelNames, channel));
    for (const channel of channels) add(id, channel, at);
    return { accepted: true, count: channels.length };
  }

  function acquired(channel: ChannelName, leaseFor: number, at: number): Result {
    const token = randomUUID();
    const take = () =>
      lease.get(
        channel,
        timestamp(at),
        token,
        timestamp(at + leaseFor),
        timestamp(at + longestWait),
      );
    let row = take();
    if (row === undefined) {
      fill(channel, at);
      row = take();
    }
    if (row === undefined) return {};
    const delivery = toDelivery(row);
    const found = booking.get(delivery.booking_id);
    return found === undefined
      ? {}
      : { acquired: { delivery, booking: toBooking(found), lease: token } };
  }

  function settle({ booking, channel, lease }: Hold, outcome: Outcome, at: number): Result {
    const { changes } = write();
    return { held: Number(changes) > 0 };

    function write() {
      switch (outcome.state) {
        case 'done':
          return done.run(booking, channel, lease, timestamp(at));
        case 'pending': {
          const channelDown = outcome.channelDown ? 1 : 0;
          const next = timestamp(outcome.nextAt);
          return pending.run(booking, channel, lease, next, outcome.error, channelDown);
        }
        case 'dead':
          return dead.run(booking, channel, lease, outcome.error);
        case 'untried':
          return untried.run(booking, channel, lease, timestamp(at));
      }
    }
  }

  return {
    accept,
    add,
    acquired,
    settle,
    retryUnavailable: (channel: ChannelName, limit: number, at: number): Result => ({
      count: Number(retry.run(channel, timestamp(at), limit).changes),
    }),
    replay(bookingId: number | undefined, at: number): Result {
      const times = [timestamp(at), timestamp(at + givesUpAfter)] as const;
      const { changes } =
        bookingId === undefined ? replayDead.run(...times) : replayBooking.run(...times, bookingId);
      return { count: Number(changes) };
    },
    finish(bookingId: number | undefined, at: number): Result {
      const time = timestamp(at);
      const { changes } =
        bookingId === undefined ? finishDead.run(time) : finishBooking.run(time, bookingId);
      return { count: Number(changes) };
    },
    summarize: (): Result => ({
      channels: channelNames.map((channel) => {
        const waiting = countPending.get(channel);
        return {
          channel,
          pending: Number(waiting?.count),
          dead: Number(countDead.get(channel)?.count),
          oldest: waiting?.oldest == null ? null : String(waiting.oldest),
        };
      }),
    }),
  };
}
