import { bookingFields } from '../../../booking/booking.ts';
import type { Erasure } from '../delivery.ts';
import { isQuarantined, spamSignalsText, toBooking, toDelivery, toWaiting } from '../rows.ts';
import type { BookingFilter, Store } from '../store.ts';
import type { Run } from './connection.ts';
import { bumped } from './lead-changes.ts';

/** The operations on bookings. `now` gives the time, or null for the database's own clock. */
export function postgresBookings(run: Run, now: () => Date | null) {
  return {
    async insertBookings(bookings, { key, native = false, language } = {}) {
      const rows = bookings.map((one) => ({ ...one, spam_signals: spamSignalsText(one) }));
      const { count } = await run(insert, [
        now(),
        JSON.stringify(rows),
        key ?? null,
        native,
        language ?? null,
      ]);
      return { repeated: count === 0 };
    },
    async listBookings({ limit, before = Number.MAX_SAFE_INTEGER, ...filter }) {
      const { where, values } = conditionsOf(filter, before);
      const sql = `SELECT * FROM (${selectBookings}) AS booking WHERE ${where}`;
      const { rows } = await run(`${sql} ORDER BY id DESC LIMIT ${limit}`, values);
      return rows.map(toBooking);
    },
    async countBookings(filter = {}) {
      const { where, values } = conditionsOf(filter, Number.MAX_SAFE_INTEGER);
      const sql = `SELECT count(*) FROM (${selectBookings}) AS booking WHERE ${where}`;
      return Number((await run(sql, values)).rows[0]?.count);
    },
    async findBooking(id) {
      const ofBooking = 'booking_private.deliveries WHERE booking_id = $1 ORDER BY channel';
      const [bookings, deliveries] = await Promise.all([
        run(`${selectBookings} WHERE booking.id = $1`, [id]),
        run(`SELECT * FROM ${ofBooking}`, [id]),
      ]);
      const [booking] = bookings.rows.map(toBooking);
      return booking && { booking, deliveries: deliveries.rows.map(toDelivery) };
    },
    async summarizeQuarantine() {
      const { rows } = await run(
        `SELECT count(*), min(created_at) AS oldest FROM public.booking_requests WHERE ${isQuarantined}`,
      );
      return toWaiting(rows[0]);
    },
    async eraseBookings(which, limit) {
      const { where, value, still } = erasureCondition(which);
      const { rows } = await run(eraseWhere(where, still), [now(), value, limit]);
      return { erased: Number(rows[0]?.erased), undelivered: Number(rows[0]?.undelivered) };
    },
  } satisfies Partial<Store>;
}

const fields = bookingFields.join(', ');

/** All bookings, with the columns that `toBooking` reads. */
export const selectBookings = `SELECT booking.id, booking.created_at, ${fields}, request_id, language, spam_signals, accepted_at,
  CASE WHEN ${isQuarantined} THEN 'quarantined' ELSE (
   SELECT CASE WHEN bool_or(state = 'dead') THEN 'dead' WHEN bool_or(state = 'pending') THEN 'pending'
     WHEN count(*) > 0 THEN 'done' ELSE 'none' END
   FROM booking_private.deliveries WHERE booking_id = booking.id) END AS booking_state
  FROM public.booking_requests AS booking`;

/**
 * The database's triggers drop a repeat, and make the deliveries of what is not quarantined.
 * `synchronous_commit` off would acknowledge a booking before it is on disk.
 */
const insert = `INSERT INTO public.booking_requests (created_at, ${fields}, spam_signals, request_id, native_post, language)
  SELECT coalesce($1::timestamptz, now()), ${fields}, spam_signals, $3::uuid, $4::boolean, $5
  FROM json_populate_recordset(NULL::public.booking_requests, $2::json),
    (SELECT set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), true)) AS on_disk`;

/** Only the conditions that are asked for, so that the planner can use their indexes. */
function conditionsOf(filter: BookingFilter, before: number) {
  const { since, until, text, state, email, ids, withoutQuarantined } = filter;
  const values: unknown[] = [before];
  const conditions = ['id < $1'];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  add(dateOf(since), (time) => `created_at >= ${time}`);
  add(dateOf(until), (time) => `created_at < ${time}`);
  // Ignores case, by the database's locale.
  const all = `lower(${bookingFields.join(" || E'\\n' || ")})`;
  add(text, (part) => `strpos(${all}, lower(${part})) > 0`);
  // Uses the partial index of quarantined bookings.
  if (state === 'quarantined') conditions.push(isQuarantined);
  else add(state, (name) => `booking_state = ${name}`);
  if (withoutQuarantined) conditions.push(`NOT ${isQuarantined}`);
  add(ids, (list) => `id = ANY(${list})`);
  add(email, (address) => `lower(email) = lower(${address})`);
  return { where: conditions.join(' AND '), values };
}

function dateOf(milliseconds: number | undefined): Date | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds);
}

/** By age one program at a time: another one finds nothing to do. */
function erasureCondition(which: Erasure): { where: string; value: unknown; still?: string } {
  if ('ids' in which) return { where: 'id = ANY($2)', value: which.ids };
  if ('leads' in which) {
    const leads = 'FROM json_to_recordset($2) AS lead (id bigint, version integer)';
    return {
      where: `id IN (SELECT id ${leads})`,
      value: JSON.stringify(which.leads),
      still: `(id, booking_private.lead_version(id)) IN (SELECT id, version ${leads})`,
    };
  }
  return {
    where: `created_at < $2
      AND ${hasDelivery('booking_requests', 'true')}
      AND NOT ${hasDelivery('booking_requests', "state <> 'done'")}
      AND (SELECT pg_try_advisory_xact_lock(hashtext('lodemark retention')))`,
    value: new Date(which.deliveredBefore),
  };
}

/** Whether a booking of this table has a delivery like that. */
function hasDelivery(table: string, condition: string): string {
  return `EXISTS (SELECT FROM booking_private.deliveries WHERE booking_id = ${table}.id AND ${condition})`;
}

/**
 * Deliveries and leads go with their bookings by the foreign keys; the hash of each key and its values stays.
 * FOR UPDATE waits for another one's erasure, and fills the limit with what that one leaves; and for a change
 * of a lead, after which `still` is asked.
 */
function eraseWhere(where: string, still = 'true'): string {
  return `WITH chosen AS MATERIALIZED (
      SELECT id FROM public.booking_requests WHERE ${where}
      ORDER BY created_at, id LIMIT $3 FOR UPDATE),
    changed AS (
      DELETE FROM public.booking_requests WHERE id IN (SELECT id FROM chosen WHERE ${still})
      RETURNING id, request_hash),
    new_tombstones AS (
      INSERT INTO booking_private.tombstones (hash, erased_at)
      SELECT request_hash, coalesce($1::timestamptz, now()) FROM changed
      WHERE request_hash IS NOT NULL ON CONFLICT DO NOTHING),
    ${bumped}
    SELECT count(*) AS erased, count(*) FILTER (
      WHERE NOT ${hasDelivery('changed', "state = 'done'")} OR ${hasDelivery('changed', "state <> 'done'")}) AS undelivered
    FROM changed`;
}
