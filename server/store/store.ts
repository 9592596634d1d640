import { type Insertable, type Kysely, sql } from 'kysely';
import { bookingOf } from '../../booking/booking.ts';
import type { Dialect } from './dialects.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

export type BookingRow = Omit<Insertable<Tables['booking_requests']>, 'created_at'>;

/**
 * An open database. `read` and `write` throw `StoreUnavailable`. Errors of a statement, such as a violated
 * constraint, are thrown unchanged.
 */
export interface Store {
  dialect: Dialect;
  /** Runs statements that change nothing. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a read-committed transaction, and resolves when the commit is on disk. `work` may run
   * twice, and must await nothing but the database.
   */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Only on PostgreSQL: inserts all rows or none, in one statement with other calls. SQLite shares every `write`. */
  insert?(rows: readonly BookingRow[]): Promise<void>;
  /** Throws `StoreUnavailable` if the disk is full. Only the embedded database has this check. */
  checkRoom?(): void;
  /** Empties the log, which may contain erased data, once no other program reads it. Not in PostgreSQL. */
  emptyLog?(): void;
  /** Counts requests for all servers on one database. If it is missing, each server counts its own. */
  quotas?: SharedQuotas;
  /** Finishes waiting work and closes the database. */
  close(): Promise<void>;
}

/** Limits of the store, in milliseconds. */
export interface StoreLimits {
  /** How long to wait for another program's transaction in the embedded database. */
  busyTimeout?: number;
  /** How long a statement in PostgreSQL may take. */
  statementTimeout?: number;
  /** How long to wait for a connection to PostgreSQL. */
  connectTimeout?: number;
  /** How long a call waits until the PostgreSQL database is checked and migrated. */
  prepareTimeout?: number;
}

/** How many requests one address may send in a window. The window begins with the first request. */
export interface Quota {
  requests: number;
  seconds: number;
}

/** Whether requests are within the quota. */
export interface QuotaResult {
  /** Milliseconds until the next attempt. 0: the requests are within the quota. */
  wait: number;
  /**
   * Removes the requests from the count, unless their window is over. Called for requests that the server did not
   * serve.
   */
  refund(): Promise<void>;
}

/** Counts `count` requests of `address`. Counts none of them if they would exceed the quota. */
export type RequestCounter = (address: string, count: number) => Promise<QuotaResult>;

/** Counts the requests of all addresses, for all servers on one database. */
export type SharedQuotas = (size: Quota) => RequestCounter;

export const quotaExceeded = (wait: number): QuotaResult => ({
  wait: Math.max(1, wait),
  refund: async () => {},
});

class StoreError<Code extends string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}

/** The store cannot be reached or written now. Nothing was acknowledged. */
export class StoreUnavailable extends StoreError<
  | 'closed'
  | 'disk-full'
  | 'migration-needed'
  | 'missing'
  | 'moved'
  | 'not-ready'
  | 'overloaded'
  | 'unusable'
> {
  override name = 'StoreUnavailable';
}

/** The database cannot be used until an operator acts. The message explains what to do. */
export class DatabaseError extends StoreError<DatabaseErrorCode> {
  override name = 'DatabaseError';
}

type DatabaseErrorCode =
  | 'migration-failed'
  | 'migration-needed'
  | 'missing'
  | 'newer-version'
  | 'not-restorable'
  | 'open-elsewhere'
  | 'other-engine'
  | 'other-program'
  | 'unusable';

/** Keeps a statement below the limit of 32,766 parameters (https://sqlite.org/limits.html#max_variable_number). */
const chunkSize = 500;

/** Splits the list into parts that fit into one statement. */
export function chunksOf<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / chunkSize);
  return Array.from({ length: count }, (_, index) =>
    list.slice(index * chunkSize, (index + 1) * chunkSize),
  );
}

/** Checks that a booking can be stored: inserts one, rolls it back, and commits another row to disk. */
export async function checkStore(store: Store): Promise<void> {
  store.checkRoom?.();
  const { dialect } = store;
  await store.write(async (db) => {
    await sql`SAVEPOINT probe`.execute(db);
    // A fixed id, so that the probe uses no number from the sequence.
    await db
      .insertInto('booking_requests')
      .values({ ...probe, id: 0, created_at: dialect.clock() })
      .execute();
    await sql`ROLLBACK TO SAVEPOINT probe`.execute(db);
    await remember(store, db, 'check');
  });
}

/** A booking that passes every check. */
const probe = bookingOf((field) => (field === 'email' ? 'probe@probe.invalid' : 'probe'));

/** Records in `timestamps` that something happened now. */
export async function remember({ dialect }: Store, db: Db, name: string): Promise<void> {
  const at = dialect.clock();
  await db
    .insertInto('timestamps')
    .values({ name, at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
    .execute();
}

/** When `remember` was last called with this name; undefined: never. */
export function findTimestamp(store: Store, name: string): Promise<string | undefined> {
  return store.read(async (db) => {
    const query = db.selectFrom('timestamps').where('name', '=', name).select('at');
    return (await query.executeTakeFirst())?.at;
  });
}

/** The database's time in milliseconds since 1970. The program's own clock may differ. */
export function findTime(store: Store): Promise<number> {
  return store.read(async (db) => {
    const { rows } = await sql<{ now: string }>`SELECT ${store.dialect.clock()} AS now`.execute(db);
    return Date.parse(rows[0]?.now ?? '');
  });
}

/** A random secret of the installation, the same for all programs that work on this database. */
export function findSecret(store: Store): Promise<string> {
  return store.read(readSecret);
}

/** Reads the same secret within a transaction. */
export async function readSecret(db: Db): Promise<string> {
  const row = await db.selectFrom('installation').select('secret').executeTakeFirstOrThrow();
  return row.secret;
}
