import { type RawBuilder, sql } from 'kysely';

/** The differences between the two engines' SQL. */
export interface Dialect {
  /** The engine's current time, plus `offset` milliseconds. */
  clock(offset?: number): RawBuilder<string>;
  /** Whether a column has this text, ignoring the case of ASCII letters. It uses the column's index. */
  isSameText(column: RawBuilder<unknown>, text: RawBuilder<unknown>): RawBuilder<boolean>;
  /** Locks the rows: no other transaction can change or erase them until this one ends. */
  lock<Query extends Lockable<Query>>(query: Query): Query;
  /** Like `lock`, but skips rows that another transaction has locked. */
  lockFree<Query extends Lockable<Query>>(query: Query): Query;
  /** Raises the sequence of booking numbers, so that the next one is above `id`. */
  raiseSequence(id: number): RawBuilder<unknown>;
}

/** A Kysely query that selects rows. */
interface Lockable<Query> {
  forNoKeyUpdate(): Query & Lockable<Query>;
  skipLocked(): Query;
}

/** SQLite has one writer at a time, so it needs no row locks. sqlite-file.ts registers the function `clock`. */
export const sqlite: Dialect = {
  clock: (offset = 0) => sql`clock(${sql.lit(offset)})`,
  isSameText: (column, text) => sql`${column} = ${text} COLLATE NOCASE`,
  lock: (query) => query,
  lockFree: (query) => query,
  // Before the first booking, sqlite_sequence has no row for this table.
  raiseSequence: (id) => sql`
    INSERT OR REPLACE INTO sqlite_sequence (rowid, name, seq)
    SELECT min(rowid), 'booking_requests', max(coalesce(max(seq), 0), ${id})
    FROM sqlite_sequence WHERE name = 'booking_requests'`,
};

/** PostgreSQL's columns have the collation "C", so that `lower` changes only ASCII letters. */
export const postgres: Dialect = {
  clock: (offset = 0) =>
    offset === 0
      ? sql`booking_private.clock()`
      : sql`(booking_private.clock() + ${sql.lit(offset)} * interval '1 millisecond')`,
  isSameText: (column, text) => sql`lower(${column}) = lower(${text}::text COLLATE "C")`,
  lock: (query) => query.forNoKeyUpdate(),
  lockFree: (query) => query.forNoKeyUpdate().skipLocked(),
  raiseSequence: (id) =>
    sql`SELECT setval('public.booking_requests_id_seq', greatest(${id}, last_value)) FROM public.booking_requests_id_seq`,
};
