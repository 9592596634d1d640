import type { BookingFilter, StoredBooking, WaitingSummary } from './booking.ts';
import type { Database, Run } from './database.ts';
import type { Erasure } from './delivery.ts';
import { bumpRevision } from './leads.ts';
import { allFields, bookings, findBookings, isQuarantined } from './rows.ts';

/** The operations on bookings that are stored. */
export const bookingOperations = {
  /** At most `limit` bookings whose ids are below `before`, the newest first. */
  async listBookings(
    { run }: Database,
    { limit, before, ...filter }: BookingFilter & { limit: number; before?: number },
  ) {
    const { where, values } = conditionsOf(filter, before);
    const select = `SELECT * FROM ${bookings} AS booking WHERE ${where}
      ORDER BY id DESC LIMIT $${values.push(limit)}`;
    return findBookings<StoredBooking>(run, select, values);
  },

  async countBookings({ run }: Database, filter: BookingFilter = {}) {
    const { where, values } = conditionsOf(filter);
    const select = `SELECT count(*) AS count FROM ${bookings} AS booking WHERE ${where}`;
    return (await run<{ count: number }>(select, values)).rows[0]?.count ?? 0;
  },

  async summarizeQuarantine({ run }: Database) {
    const { rows } = await run<WaitingSummary>(
      `SELECT count(*) AS count, min(created_at) AS oldest
       FROM public.booking_requests WHERE ${isQuarantined}`,
    );
    return rows[0] ?? { count: 0, oldest: null };
  },

  /**
   * Erases at most `limit` bookings; deliveries and leads go with them by the foreign keys. A hash of each
   * key and its values stays.
   */
  eraseBookings: ({ transaction }: Database, which: Erasure, limit: number) =>
    transaction(async (run) => {
      const ids = await chooseErased(run, which, limit);
      const { count: undelivered } = await run(
        `SELECT 1 FROM ${bookings} AS booking WHERE id = ANY ($1) AND state <> 'done'`,
        [ids],
      );
      await run(
        `INSERT INTO booking_private.tombstones (hash, erased_at)
         SELECT request_hash, now() FROM public.booking_requests
         WHERE id = ANY ($1) AND request_id IS NOT NULL ON CONFLICT DO NOTHING`,
        [ids],
      );
      const remove = 'DELETE FROM public.booking_requests WHERE id = ANY ($1)';
      const { count: erased } = await run(remove, [ids]);
      if (erased > 0) await bumpRevision(run);
      return { erased, undelivered };
    }),

  /** Remembers a file that bookings were written into, by its absolute path. */
  async recordCopy({ run }: Database, file: string) {
    await run(
      `INSERT INTO booking_private.copies VALUES ($1, now())
       ON CONFLICT (file) DO UPDATE SET written_at = excluded.written_at`,
      [file],
    );
  },

  /** The files that bookings were written into, and when. */
  async listCopies({ run }: Database) {
    const select = 'SELECT file, written_at FROM booking_private.copies ORDER BY file';
    return (await run<{ file: string; written_at: string }>(select)).rows;
  },

  /** A random secret of the installation, the same for all that works on this database. */
  async findSecret({ run }: Database) {
    const { rows } = await run<{ secret: string }>(
      'SELECT secret FROM booking_private.installation',
    );
    return String(rows[0]?.secret);
  },

  /** When `recordRetention` was last called, or else the time of the newest booking. */
  async findRetention({ run }: Database) {
    const { rows } = await run<{ at: string | null }>(
      `SELECT coalesce((SELECT at FROM booking_private.timestamps WHERE name = 'retention'),
        (SELECT max(created_at) FROM public.booking_requests)) AS at`,
    );
    return rows[0]?.at ?? null;
  },

  /** Remembers that bookings were erased by their age now. */
  async recordRetention({ run }: Database) {
    await run(
      `INSERT INTO booking_private.timestamps VALUES ('retention', now())
       ON CONFLICT (name) DO UPDATE SET at = excluded.at`,
    );
  },
};

/** Only the conditions that are asked for, so that the database can use their indexes. */
function conditionsOf(filter: BookingFilter, before = Number.MAX_SAFE_INTEGER) {
  const { since, until, text, email, ids, state, withoutQuarantined } = filter;
  const values: unknown[] = [before];
  const conditions = ['id < $1'];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  if (since !== undefined) add(new Date(since), (time) => `${createdAt} >= ${time}`);
  if (until !== undefined) add(new Date(until), (time) => `${createdAt} < ${time}`);
  add(text, (part) => `strpos(lower(${allFields}), lower(${part})) > 0`);
  add(email, (address) => `lower(email) = lower(${address})`);
  add(ids, (list) => `id = ANY (${list})`);
  // By the condition of its index.
  if (state === 'quarantined') conditions.push(isQuarantined);
  else add(state, (name) => `state = ${name}`);
  if (withoutQuarantined) conditions.push(`NOT ${isQuarantined}`);
  return { where: conditions.join(' AND '), values };
}

/** By its index in PostgreSQL alone: SQLite would sort, and goes by the ids, in which a list is ordered. */
const createdAt = 'CASE WHEN true THEN created_at END';

/** The bookings to erase, which nobody else erases or changes until the end of the transaction. */
async function chooseErased(run: Run, which: Erasure, limit: number): Promise<number[]> {
  const select = async (where: string, value: unknown) => {
    const { rows } = await run<{ id: number }>(
      `SELECT id FROM ${bookings} AS booking WHERE ${where}
       ORDER BY created_at, id LIMIT $2 FOR UPDATE`,
      [value, limit],
    );
    return rows.map(({ id }) => id);
  };
  if ('deliveredBefore' in which)
    return select("created_at < $1 AND state = 'done'", new Date(which.deliveredBefore));
  if ('ids' in which) return select('id = ANY ($1)', which.ids);
  const seen = new Map(which.leads.map(({ id, version }) => [id, version]));
  const ids = await select('id = ANY ($1)', [...seen.keys()]);
  // Asked behind the lock, for which another one's change may have been waited.
  const { rows } = await run<{ id: number; version: number }>(
    'SELECT booking_id AS id, version FROM booking_private.leads WHERE booking_id = ANY ($1)',
    [ids],
  );
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  return ids.filter((id) => seen.get(id) === (versions.get(id) ?? 0));
}
