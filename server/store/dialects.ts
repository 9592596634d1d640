import { type RawBuilder, sql } from 'kysely';

/** Every difference between the engines that a statement meets. */
export interface Dialect {
  /** The engine's own time now, or so many milliseconds later. */
  clock(offset?: number): RawBuilder<string>;
  /** Whether the column `email` is this address, in any case of its letters. By its index. */
  isAddress(address: string): RawBuilder<boolean>;
  /** The same of the column `company_name`. */
  isCompany(name: string): RawBuilder<boolean>;
  /** The UTC date of a column, as `2026-01-31`. */
  utcDate(column: string): RawBuilder<string>;
  /** Keeps the rows from being changed or erased by others until the end of the transaction. */
  lock<Query extends Lockable<Query>>(query: Query): Query;
  /** The same, and leaves out rows that another one holds. */
  lockFree<Query extends Lockable<Query>>(query: Query): Query;
  /** Raises the sequence of booking numbers, so that the next one is above `id`. */
  raiseSequence(id: number): RawBuilder<unknown>;
}

/** A query of Kysely's that selects rows. */
interface Lockable<Query> {
  forNoKeyUpdate(): Query & Lockable<Query>;
  skipLocked(): Query;
}

/** SQLite has one writer at a time, who needs no locks. `clock` is the program's function (sqlite.ts). */
export const sqlite: Dialect = {
  clock: (offset = 0) => sql`clock(${sql.lit(offset)})`,
  isAddress: (address) => sql`email = ${address} COLLATE NOCASE`,
  isCompany: (name) => sql`company_name = ${name} COLLATE NOCASE`,
  utcDate: (column) => sql`substr(${sql.ref(column)}, 1, 10)`,
  lock: (query) => query,
  lockFree: (query) => query,
  // Before the first booking the table has no sequence.
  raiseSequence: (id) => sql`
    INSERT OR REPLACE INTO sqlite_sequence (rowid, name, seq)
    SELECT min(rowid), 'booking_requests', max(coalesce(max(seq), 0), ${id})
    FROM sqlite_sequence WHERE name = 'booking_requests'`,
};

/** PostgreSQL's columns have the collation "C", so that `lower` changes the letters of ASCII alone. */
export const postgres: Dialect = {
  clock: (offset = 0) =>
    offset === 0
      ? sql`booking_private.clock()`
      : sql`(booking_private.clock() + ${sql.lit(offset)} * interval '1 millisecond')`,
  isAddress: (address) => sql`lower(email) = lower(${address}::text COLLATE "C")`,
  isCompany: (name) => sql`lower(company_name) = lower(${name}::text COLLATE "C")`,
  utcDate: (column) => sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  lock: (query) => query.forNoKeyUpdate(),
  lockFree: (query) => query.forNoKeyUpdate().skipLocked(),
  raiseSequence: (id) =>
    sql`SELECT setval('public.booking_requests_id_seq', greatest(${id}, last_value)) FROM public.booking_requests_id_seq`,
};
