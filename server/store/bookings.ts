import type { Database, Dialect, Run } from './database.ts';
import type { Erasure } from './delivery.ts';
import { bumpRevision } from './leads.ts';
import {
  allFields,
  isoTime,
  isoTimeOrNull,
  isQuarantined,
  toBooking,
  toWaitingSummary,
} from './rows.ts';
import type { BookingFilter, Store } from './store.ts';

/** The operations on bookings that are stored. */
export function bookingOperations({ run, transaction, now, sql }: Database) {
  return {
    async listBookings({ limit, before, ...filter }) {
      const { where, values } = conditionsOf(sql, filter, before);
      const select = `SELECT * FROM ${sql.bookings} AS booking WHERE ${where}`;
      const { rows } = await run(`${select} ORDER BY id DESC LIMIT $${values.push(limit)}`, values);
      return rows.map(toBooking);
    },

    async countBookings(filter = {}) {
      const { where, values } = conditionsOf(sql, filter);
      const select = `SELECT count(*) AS count FROM ${sql.bookings} AS booking WHERE ${where}`;
      return Number((await run(select, values)).rows[0]?.count);
    },

    async summarizeQuarantine() {
      const { rows } = await run(
        `SELECT count(*) AS count, min(created_at) AS oldest
         FROM public.booking_requests WHERE ${isQuarantined}`,
      );
      return toWaitingSummary(rows[0]);
    },

    /** Deliveries and leads go with their bookings by the foreign keys. */
    eraseBookings: (which, limit) =>
      transaction(async (run) => {
        const ids = await chooseErased(run, sql, which, limit);
        const { rows } = await run(
          `SELECT count(*) AS count FROM ${sql.bookings} AS booking
           WHERE ${sql.isOneOf('id', '$1')} AND booking_state <> 'done'`,
          [ids],
        );
        await run(
          `INSERT INTO booking_private.tombstones (hash, erased_at)
           SELECT ${sql.requestHash}, ${sql.now} FROM public.booking_requests
           WHERE ${sql.isOneOf('id', '$2')} AND request_id IS NOT NULL ON CONFLICT DO NOTHING`,
          [now(), ids],
        );
        const remove = `DELETE FROM public.booking_requests WHERE ${sql.isOneOf('id', '$1')}`;
        const { count } = await run(remove, [ids]);
        if (count > 0) await bumpRevision(run);
        return { erased: count, undelivered: Number(rows[0]?.count) };
      }),

    async recordCopy(file) {
      const insert = `INSERT INTO booking_private.copies VALUES ($2, ${sql.now})
        ON CONFLICT (file) DO UPDATE SET written_at = excluded.written_at`;
      await run(insert, [now(), file]);
    },

    async listCopies() {
      const { rows } = await run('SELECT * FROM booking_private.copies ORDER BY file');
      return rows.map((row) => ({ file: String(row.file), written_at: isoTime(row.written_at) }));
    },

    async findSecret() {
      const { rows } = await run('SELECT secret FROM booking_private.installation');
      return String(rows[0]?.secret);
    },

    async findRetention() {
      const { rows } = await run(
        `SELECT coalesce((SELECT at FROM booking_private.timestamps WHERE name = 'retention'),
          (SELECT max(created_at) FROM public.booking_requests)) AS at`,
      );
      return isoTimeOrNull(rows[0]?.at);
    },

    async recordRetention() {
      const insert = `INSERT INTO booking_private.timestamps VALUES ('retention', ${sql.now})
        ON CONFLICT (name) DO UPDATE SET at = excluded.at`;
      await run(insert, [now()]);
    },
  } satisfies Partial<Store>;
}

/** Only the conditions that are asked for, so that the database can use their indexes. */
function conditionsOf(sql: Dialect, filter: BookingFilter, before = Number.MAX_SAFE_INTEGER) {
  const { since, until, text, email, ids, state, withoutQuarantined } = filter;
  const values: unknown[] = [before];
  const conditions = ['id < $1'];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  add(dateOf(since), (time) => `${sql.createdAt} >= ${time}`);
  add(dateOf(until), (time) => `${sql.createdAt} < ${time}`);
  add(text, (part) => sql.contains(allFields, part));
  add(email, sql.isEmail);
  add(ids, (list) => sql.isOneOf('id', list));
  // By the condition of its index.
  if (state === 'quarantined') conditions.push(isQuarantined);
  else add(state, (name) => `booking_state = ${name}`);
  if (withoutQuarantined) conditions.push(`NOT ${isQuarantined}`);
  return { where: conditions.join(' AND '), values };
}

function dateOf(milliseconds: number | undefined): Date | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds);
}

/** The bookings to erase, which nobody else erases or changes until the end of the transaction. */
async function chooseErased(run: Run, sql: Dialect, which: Erasure, limit: number) {
  const select = async (where: string, value: unknown) => {
    const { rows } = await run(
      `SELECT id FROM ${sql.bookings} AS booking WHERE ${where}
       ORDER BY created_at, id LIMIT $2 ${sql.lock('FOR UPDATE')}`,
      [value, limit],
    );
    return rows.map(({ id }) => Number(id));
  };
  if ('deliveredBefore' in which)
    return select("created_at < $1 AND booking_state = 'done'", new Date(which.deliveredBefore));
  if ('ids' in which) return select(sql.isOneOf('id', '$1'), which.ids);
  const seen = new Map(which.leads.map(({ id, version }) => [id, version]));
  const ids = await select(sql.isOneOf('id', '$1'), [...seen.keys()]);
  // Asked behind the lock, for which another one's change may have been waited.
  const { rows } = await run(
    `SELECT booking_id, version FROM booking_private.leads WHERE ${sql.isOneOf('booking_id', '$1')}`,
    [ids],
  );
  const versions = new Map(rows.map((row) => [Number(row.booking_id), Number(row.version)]));
  return ids.filter((id) => seen.get(id) === (versions.get(id) ?? 0));
}
