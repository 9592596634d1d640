import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { bookingFields } from '../../../booking/booking.ts';
import { isoTimeOrNull, toBooking, toDelivery, waitsForAcceptance } from '../rows.ts';
import type { BookingFilter } from '../store.ts';
import type { Result } from './messages.ts';
import { bookingColumns, deliveryColumns, sameAddress, timestamp } from './rows.ts';

/** As many bookings of a time are found by their index; of more it is quicker to go through them all. */
const narrowTime = 10_000;

/** What only reads. `text` is looked for without regard to case, in every script. */
export function prepareLists(database: DatabaseSync) {
  database.function('lowercase', { deterministic: true }, (text) => String(text).toLowerCase());
  const booking = database.prepare(
    `SELECT ${bookingColumns} FROM booking_requests AS booking WHERE booking.id = ?`,
  );
  const deliveries = database.prepare(
    `SELECT ${deliveryColumns} FROM deliveries WHERE booking_id = ? ORDER BY channel`,
  );
  const inNarrowTime = database.prepare(
    `SELECT count(*) AS count FROM
       (SELECT 1 FROM booking_requests WHERE ${inTime('created_at')} LIMIT ${narrowTime + 1})`,
  );
  // One statement for each combination of filters: the planner chooses the index by what is asked.
  const prepared = new Map<string, StatementSync>();

  function statement(sql: string): StatementSync {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  }

  function prepareCondition(filter: BookingFilter) {
    const anyTime = filter.since === undefined && filter.until === undefined;
    const narrow = !anyTime && Number(inNarrowTime.get(...edgesOf(filter))?.count) <= narrowTime;
    return conditionOf(filter, narrow);
  }

  const quarantined = database.prepare(
    `SELECT count(*) AS count, min(created_at) AS oldest FROM booking_requests WHERE ${waitsForAcceptance}`,
  );

  return {
    quarantined(): Result {
      const row = quarantined.get();
      return {
        quarantined: { count: Number(row?.count), oldest: isoTimeOrNull(row?.oldest ?? null) },
      };
    },
    list(limit: number, before: number, filter: BookingFilter): Result {
      const { condition, values } = prepareCondition(filter);
      const rows = statement(
        `SELECT ${bookingColumns} FROM booking_requests AS booking
         WHERE booking.id < ? AND ${condition} ORDER BY booking.id DESC LIMIT ?`,
      ).all(before, ...values, limit);
      return { bookings: rows.map(toBooking) };
    },
    count(filter: BookingFilter): Result {
      const { condition, values } = prepareCondition(filter);
      const sql = `SELECT count(*) AS count FROM booking_requests AS booking WHERE ${condition}`;
      return { count: Number(statement(sql).get(...values)?.count) };
    },
    find: (id: number): Result => ({
      bookings: booking.all(id).map(toBooking),
      deliveries: deliveries.all(id).map(toDelivery),
    }),
  };
}

/** The filter as SQL, with the values in the order of its question marks. `narrow`: few are in its time. */
function conditionOf(filter: BookingFilter, narrow: boolean) {
  const { since, until, text, state, email, withoutQuarantined } = filter;
  const conditions: string[] = ['true'];
  const values: SQLInputValue[] = [];
  const add = (condition: string, ...given: SQLInputValue[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (since !== undefined || until !== undefined) {
    const within = narrow
      ? `booking.id IN (SELECT id FROM booking_requests WHERE ${inTime('created_at')})`
      : // With the plus the planner goes by the ids, and so sorts nothing.
        inTime('+booking.created_at');
    add(within, ...edgesOf(filter));
  }
  if (state !== undefined) add(inState[state]);
  if (withoutQuarantined) add(`NOT ${waitsForAcceptance}`);
  if (email !== undefined) add(sameAddress('?'), email, email);
  if (text !== undefined) {
    const sought = text.toLowerCase();
    add(containsText, sought, sought);
  }
  return { condition: conditions.join(' AND '), values };
}

const inTime = (column: string) => `${column} >= ? AND ${column} < ?`;

function edgesOf({ since, until }: BookingFilter): [string, string] {
  // Every timestamp is between these as text.
  return [
    since === undefined ? '' : timestamp(since),
    until === undefined ? '~' : timestamp(until),
  ];
}

const words = bookingFields.join(' || char(10) || ');

/** SQLite lowers ASCII alone, five times as fast: the function of ours is left for other letters. */
const containsText = `CASE WHEN octet_length(${words}) = length(${words})
  THEN instr(lower(${words}), ?) > 0 ELSE instr(lowercase(${words}), ?) > 0 END`;

/** Few are dead or wait, whatever is stored: those are found by their own indexes. */
const open = (state: string) =>
  `booking.id IN (SELECT booking_id FROM deliveries WHERE state = '${state}')`;
const some = 'EXISTS (SELECT 1 FROM deliveries WHERE booking_id = booking.id)';
const inState = {
  dead: open('dead'),
  pending: `${open('pending')} AND NOT ${open('dead')}`,
  done: `${some} AND NOT ${open('pending')} AND NOT ${open('dead')}`,
  none: `NOT ${some} AND NOT ${waitsForAcceptance}`,
  quarantined: waitsForAcceptance,
} as const;
