import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Booking, bookingFields, bookingOf } from '../../../booking/booking.ts';
import type { ChannelName, Erasure } from '../delivery.ts';
import {
  isQuarantined,
  spamSignalsText,
  toBooking,
  toDelivery,
  toWaiting,
  valuesOf,
} from '../rows.ts';
import type { BookingFilter, InsertOptions, NewBooking, SyncOperations } from '../store.ts';
import { timestamp } from './database.ts';
import { isOneOf, prepareDeliveryInsert } from './deliveries.ts';
import { bumpRevision } from './lead-events.ts';

/**
 * The store's operations on bookings. `channels`: by which a new booking has to reach the provider.
 * `now`: milliseconds since 1970. `remember` writes the time of something.
 */
export function bookingOperations(
  database: DatabaseSync,
  channels: readonly ChannelName[],
  now: () => number,
  remember: (name: 'repeat') => void,
) {
  // SQLite's own `lower` knows ASCII alone.
  database.function('lowercase', { deterministic: true }, (text) => String(text).toLowerCase());
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
    const since = timestamp(now() - nativeRepeatWindow);
    const quarantined = Number(spamSignalsText(booking) !== null);
    const values = { ...bookingOf((field) => booking[field]), since, quarantined };
    if (key === undefined) return native === true && nativeRepeat.get(values) !== undefined;
    return keyedRepeat.get({ ...values, key, hash: tombstoneOf(key, booking) }) !== undefined;
  }

  return {
    /** The look-up and the insert see the same state: there is one write transaction at a time. */
    insertBookings(bookings, options = {}) {
      const fresh = bookings.filter((booking) => !isRepeat(booking, options));
      for (const booking of fresh) {
        const signals = spamSignalsText(booking);
        const { key = null, language = null } = options;
        const head = [timestamp(now()), key, language, signals];
        const { lastInsertRowid } = insert.run(...head, ...valuesOf(booking));
        if (signals !== null) continue;
        for (const channel of channels) addDelivery(Number(lastInsertRowid), channel);
      }
      // A repeat waits for the disk like a new booking: an earlier answer would tell that it was there.
      if (fresh.length === 0) remember('repeat');
      return { repeated: fresh.length === 0 };
    },

    listBookings({ limit, before = Number.MAX_SAFE_INTEGER, ...filter }) {
      const { where, values } = conditionsOf(filter);
      const sql = `SELECT * FROM bookings WHERE id < ? AND ${where} ORDER BY id DESC LIMIT ?`;
      const rows = database.prepare(sql).all(before, ...values, limit);
      return rows.map(toBooking);
    },

    countBookings(filter = {}) {
      const { where, values } = conditionsOf(filter);
      const sql = `SELECT count(*) AS count FROM bookings WHERE ${where}`;
      return Number(database.prepare(sql).get(...values)?.count);
    },

    findBooking(id) {
      const booking = database.prepare('SELECT * FROM bookings WHERE id = ?').get(id);
      const sql = 'SELECT * FROM deliveries WHERE booking_id = ? ORDER BY channel';
      const deliveries = database.prepare(sql).all(id).map(toDelivery);
      return booking && { booking: toBooking(booking), deliveries };
    },

    summarizeQuarantine() {
      const sql = `SELECT count(*) AS count, min(created_at) AS oldest
        FROM booking_requests WHERE ${isQuarantined}`;
      return toWaiting(database.prepare(sql).get());
    },

    /** The deliveries and the lead go with their booking by the tables' foreign keys. */
    eraseBookings(which, limit) {
      const { where, value } = erasedBy(which);
      const sql = `SELECT * FROM bookings WHERE ${where} ORDER BY created_at, id LIMIT ?`;
      const bookings = database.prepare(sql).all(value, limit).map(toBooking);
      const insertTombstone = database.prepare('INSERT OR IGNORE INTO tombstones VALUES (?, ?)');
      const remove = database.prepare('DELETE FROM booking_requests WHERE id = ?');
      for (const booking of bookings) {
        const { id, request_id: key } = booking;
        if (key !== null) insertTombstone.run(tombstoneOf(key, booking), timestamp(now()));
        remove.run(id);
      }
      if (bookings.length > 0) bumpRevision(database);
      const undelivered = bookings.filter(({ state }) => state !== 'done');
      return { erased: bookings.length, undelivered: undelivered.length };
    },
  } satisfies Partial<SyncOperations>;
}

/** How long a native post is the same booking, in milliseconds. PostgreSQL's baseline has it too. */
const nativeRepeatWindow = 24 * 60 * 60 * 1000;

/** The key is random, so nobody can find the values by trying. */
function tombstoneOf(key: string, booking: Booking): string {
  return createHash('sha256')
    .update([key, ...valuesOf(booking)].join('\n'))
    .digest('hex');
}

/** A filter as SQL, with the values of its question marks. */
function conditionsOf(filter: BookingFilter): { where: string; values: SQLInputValue[] } {
  const { since, until, text, email, ids, state, withoutQuarantined } = filter;
  const conditions = ['true'];
  const values: SQLInputValue[] = [];
  const add = (condition: string, value: SQLInputValue) => {
    conditions.push(condition);
    values.push(value);
  };
  // With the plus SQLite goes by the ids, in which a list is ordered, and sorts nothing.
  if (since !== undefined) add('+created_at >= ?', timestamp(since));
  if (until !== undefined) add('+created_at < ?', timestamp(until));
  if (text !== undefined) {
    add(`instr(lowercase(${bookingFields.join(' || char(10) || ')}), ?)`, text.toLowerCase());
  }
  if (ids !== undefined) add(isOneOf('id'), JSON.stringify(ids));
  if (email !== undefined) add('email = ? COLLATE NOCASE', email);
  // By the condition of its index.
  if (state === 'quarantined') conditions.push(isQuarantined);
  else if (state !== undefined) add('booking_state = ?', state);
  if (withoutQuarantined) conditions.push(`NOT ${isQuarantined}`);
  return { where: conditions.join(' AND '), values };
}

function erasedBy(which: Erasure): { where: string; value: SQLInputValue } {
  if ('ids' in which) return { where: isOneOf('id'), value: JSON.stringify(which.ids) };
  if ('leads' in which) {
    const version = 'coalesce((SELECT version FROM leads WHERE booking_id = id), 0)';
    const leads = "SELECT value ->> 'id', value ->> 'version' FROM json_each(?1)";
    const where = `id IN (SELECT value ->> 'id' FROM json_each(?1)) AND (id, ${version}) IN (${leads})`;
    return { where, value: JSON.stringify(which.leads) };
  }
  const value = timestamp(which.deliveredBefore);
  return { where: "created_at < ? AND booking_state = 'done'", value };
}
