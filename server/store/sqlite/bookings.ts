import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import path from 'node:path';
import { bookingFields } from '../../../booking/booking.ts';
import type { Database, Run } from '../database.ts';
import { type ChannelName, givesUpAfter } from '../delivery.ts';
import { allFields, isQuarantined, later, probeBooking, spamSignalsText } from '../rows.ts';

/** The embedded database in `file`. Each operation is in a transaction of the thread's already. */
export function sqliteDatabase(run: Run, file: string, channels: readonly ChannelName[]): Database {
  const remember = (name: 'check' | 'repeat') =>
    run('INSERT OR REPLACE INTO timestamps VALUES ($1, now())', [name]);

  const insertBookings: Database['insertBookings'] = async (
    bookings,
    { key = null, native = false, language = null } = {},
  ) => {
    const rows = bookings.map((one) => ({ ...one, spam_signals: spamSignalsText(one) }));
    const inserted = await run<{ id: number }>(insert, [rows, key, native, language]);
    const ids = inserted.rows.map(({ id }) => id);
    await run(addNew, [ids, channels]);
    // A repeat waits for the disk like a new booking: an earlier answer would tell that it was there.
    if (ids.length === 0) await remember('repeat');
    return { repeated: ids.length === 0 };
  };

  return {
    run,
    transaction: (work) => work(run),
    channels,
    insertBookings,

    async check() {
      const { bavail, bsize } = statfsSync(path.dirname(file));
      if (bavail * bsize < minimumFreeSpace) throw new Error(`The disk of ${file} is full`);
      await run('SAVEPOINT probe');
      const email = `probe@${randomUUID()}.invalid`;
      await insertBookings([{ ...probeBooking, email }], { key: randomUUID() });
      await run('ROLLBACK TO probe');
      await run('RELEASE probe');
      await remember('check');
    },

    /** There is one writer at a time, so no booking is committed later with a smaller id than `filled_to`. */
    async backfill(channel) {
      const forget = "DELETE FROM channels WHERE channel LIKE 'mail%' AND NOT channel = ANY ($1)";
      await run(forget, [channels]);
      const { rows } = await run<{ last: number | null }>(
        `SELECT max(id) AS last FROM (SELECT id FROM booking_requests WHERE ${isUnfilled}
           ORDER BY id LIMIT 100)`,
        [channel],
      );
      const last = rows[0]?.last ?? null;
      if (last === null) return;
      await run(addUnfilled, [channel, last]);
      const fillTo =
        'INSERT INTO channels VALUES ($1, $2) ON CONFLICT DO UPDATE SET filled_to = excluded.filled_to';
      await run(fillTo, [channel, last]);
    },

    /** A channel whose mark is before the booking gets its delivery from `backfill`. */
    async addDeliveries(bookingId) {
      await run(addAccepted, [bookingId]);
    },
  };
}

/** With less room on the disk, in bytes, a booking may not find what it and its log need. */
const minimumFreeSpace = 4 * 1024 * 1024;

/** How long a native post is the same booking, in milliseconds. PostgreSQL's baseline has it too. */
const nativeRepeatWindow = 24 * 60 * 60 * 1000;

const isSame = bookingFields.map((field) => `stored.${field} = booking.${field}`).join(' AND ');

/** A booking that does not look like spam is no repeat of a quarantined one. */
const sameRecently = `SELECT 1 FROM booking_requests AS stored
  WHERE stored.email = booking.email COLLATE NOCASE AND created_at > ${later(-nativeRepeatWindow)}
    AND (booking.spam_signals IS NOT NULL OR NOT ${isQuarantined}) AND ${isSame}`;

/** The look-up and the insert see the same state: there is one write transaction at a time. */
const insert = `INSERT INTO booking_requests
    (created_at, ${bookingFields.join(', ')}, spam_signals, request_id, language)
  SELECT now(), ${bookingFields.join(', ')}, spam_signals, $2, $4
  FROM (SELECT ${[...bookingFields, 'spam_signals'].map((name) => `value ->> '${name}' AS ${name}`).join(', ')}
    FROM json_each($1)) AS booking
  WHERE NOT EXISTS (SELECT 1 FROM booking_requests AS stored WHERE request_id = $2 AND ${isSame})
    AND NOT EXISTS (SELECT 1 FROM tombstones WHERE hash = sha256($2 || '\n' || ${allFields}))
    AND NOT ($2 IS NULL AND $3 AND EXISTS (${sameRecently}))
    AND NOT ($2 IS NOT NULL AND EXISTS (${sameRecently} AND request_id IS NULL))
  RETURNING id`;

/** Adds due deliveries for the rows of `booking_id` and `channel` that `select` gives, unless they are there. */
function insertDeliveries(select: string): string {
  return `INSERT OR IGNORE INTO deliveries (booking_id, channel, id, created_at, next_at, give_up_at)
    SELECT booking_id, channel, gen_random_uuid(), now(), now(), ${later(givesUpAfter)} FROM (${select})`;
}

const addNew = insertDeliveries(`SELECT booking.id AS booking_id, channel.value AS channel
  FROM booking_requests AS booking, json_each($2) AS channel
  WHERE booking.id = ANY ($1) AND spam_signals IS NULL`);

const addAccepted = insertDeliveries(
  'SELECT $1 AS booking_id, channel FROM channels WHERE filled_to >= $1',
);

const isUnfilled = 'id > coalesce((SELECT filled_to FROM channels WHERE channel = $1), 0)';

/** For those that did not reach the provider by another channel. */
const addUnfilled = insertDeliveries(`SELECT id AS booking_id, $1 AS channel
  FROM booking_requests AS booking
  WHERE ${isUnfilled} AND id <= $2 AND NOT ${isQuarantined} AND NOT EXISTS (
    SELECT 1 FROM deliveries WHERE booking_id = booking.id AND state = 'done')`);
