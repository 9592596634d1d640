import { createHash, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { bookingFields, bookingOf } from '../../../booking/booking.ts';
import type { Run } from '../database.ts';
import { type ChannelName, givesUpAfter } from '../delivery.ts';
import { isQuarantined, spamSignalsText, valuesOf } from '../rows.ts';
import type { InsertOptions, NewBooking, Store } from '../store.ts';

/**
 * Stores bookings. `channels`: by which they have to reach the provider. `now`: milliseconds since 1970.
 * `remember` writes the time of something.
 */
export function insertBookingsOn(
  database: DatabaseSync,
  channels: readonly ChannelName[],
  now: () => number,
  remember: (name: 'repeat') => void,
): Store['insertBookings'] {
  const addDelivery = prepareDeliveryInsert(database, now);
  const insert = database.prepare(
    `INSERT INTO booking_requests (created_at, request_id, language, spam_signals, ${bookingFields.join(', ')})
     VALUES (?, ?, ?, ?, ${bookingFields.map(() => '?').join(', ')})`,
  );
  const same = bookingFields.map((field) => `${field} = $${field}`).join(' AND ');
  // A booking that does not look like spam is no repeat of a quarantined one.
  const sameRecently = `email = $email COLLATE NOCASE AND created_at > $since
    AND ($quarantined OR NOT ${isQuarantined}) AND ${same}`;
  const from = 'SELECT 1 FROM booking_requests WHERE';
  const nativeRepeat = database.prepare(`${from} ${sameRecently} LIMIT 1`);
  const keyedRepeat = database.prepare(
    `${from} request_id = $key AND ${same}
     UNION ALL SELECT 1 FROM tombstones WHERE hash = $hash
     UNION ALL ${from} request_id IS NULL AND ${sameRecently} LIMIT 1`,
  );

  function isRepeat(booking: NewBooking, { key, native }: InsertOptions): boolean {
    const since = new Date(now() - nativeRepeatWindow).toISOString();
    const quarantined = Number(spamSignalsText(booking) !== null);
    const values = { ...bookingOf((field) => booking[field]), since, quarantined };
    if (key === undefined) return native === true && nativeRepeat.get(values) !== undefined;
    const hash = sha256([key, ...valuesOf(booking)].join('\n'));
    return keyedRepeat.get({ ...values, key, hash }) !== undefined;
  }

  /** The look-up and the insert see the same state: there is one write transaction at a time. */
  return async (bookings, options = {}) => {
    const fresh = bookings.filter((booking) => !isRepeat(booking, options));
    for (const booking of fresh) {
      const signals = spamSignalsText(booking);
      const { key = null, language = null } = options;
      const head = [new Date(now()).toISOString(), key, language, signals];
      const { lastInsertRowid } = insert.run(...head, ...valuesOf(booking));
      if (signals !== null) continue;
      for (const channel of channels) addDelivery(Number(lastInsertRowid), channel);
    }
    // A repeat waits for the disk like a new booking: an earlier answer would tell that it was there.
    if (fresh.length === 0) remember('repeat');
    return { repeated: fresh.length === 0 };
  };
}

/** How long a native post is the same booking, in milliseconds. PostgreSQL's baseline has it too. */
const nativeRepeatWindow = 24 * 60 * 60 * 1000;

/** In hex. Of a random key and a booking's values: nobody can find these by trying. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Adds deliveries to bookings that are stored already. */
export function laterDeliveries(
  database: DatabaseSync,
  run: Run,
  channels: readonly ChannelName[],
  now: () => number,
) {
  const addDelivery = prepareDeliveryInsert(database, now);
  return {
    /** There is one writer at a time, so no booking is committed later with a smaller id than `filled_to`. */
    async backfill(channel: ChannelName) {
      const forget = `DELETE FROM channels
        WHERE channel LIKE 'mail%' AND channel NOT IN (SELECT value FROM json_each($1))`;
      await run(forget, [channels]);
      const { rows } = await run(
        `SELECT id, ${isQuarantined} OR EXISTS (SELECT 1 FROM deliveries
           WHERE booking_id = booking_requests.id AND state = 'done') AS needs_none
         FROM booking_requests
         WHERE id > coalesce((SELECT filled_to FROM channels WHERE channel = $1), 0)
         ORDER BY id LIMIT 100`,
        [channel],
      );
      for (const { id, needs_none } of rows) if (!needs_none) addDelivery(Number(id), channel);
      const fillTo =
        'INSERT INTO channels VALUES ($1, $2) ON CONFLICT DO UPDATE SET filled_to = $2';
      if (rows.length > 0) await run(fillTo, [channel, rows.at(-1)?.id]);
    },

    /** A channel whose mark is before the booking gets its delivery from `backfill`. */
    async addDeliveries(bookingId: number) {
      const { rows } = await run('SELECT channel FROM channels WHERE filled_to >= $1', [bookingId]);
      for (const { channel } of rows) addDelivery(bookingId, String(channel));
    },
  };
}

/** Returns a function that adds a due delivery of a booking, unless there is one. */
function prepareDeliveryInsert(database: DatabaseSync, now: () => number) {
  const insert = database.prepare(
    `INSERT OR IGNORE INTO deliveries (booking_id, channel, id, created_at, next_at, give_up_at)
     VALUES (?1, ?2, ?3, ?4, ?4, ?5)`,
  );
  return (bookingId: number, channel: ChannelName): void => {
    const giveUpAt = new Date(now() + givesUpAfter).toISOString();
    insert.run(bookingId, channel, randomUUID(), new Date(now()).toISOString(), giveUpAt);
  };
}
