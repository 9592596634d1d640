import { type Kysely, sql } from 'kysely';
import { bookingOf } from '../../booking/booking.ts';
import type { Dialect } from './dialects.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/**
 * A database that is open. `read` and `write` throw `StoreUnavailable` and `StoreOverloaded`; a fault of a
 * statement, such as a broken constraint, is thrown as it is.
 */
export interface Store {
  dialect: Dialect;
  /** Runs statements that change nothing. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction, read committed, and resolves when the commit is on disk. `work` may run
   * twice, and may await the database alone.
   */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The same for work that writes with its last statement alone, which needs no transaction. */
  writeOne: Store['write'];
  /** Throws `StoreUnavailable` if the disk has no room. Only the embedded database has it. */
  checkRoom?(): void;
  /** Empties the log of erased data, as soon as no other program reads it. Only the embedded database has it. */
  emptyLog?(): void;
  /** Counts requests for all servers on one database. If it is missing, each server counts its own. */
  quotas?: SharedQuotas;
  /** Finishes waiting work and closes the database. */
  close(): Promise<void>;
}

/** How many requests one address may send in a window, which begins with the first of them. */
export interface Quota {
  requests: number;
  seconds: number;
}

/** The answer to one request of an address. */
export interface QuotaResult {
  /** Milliseconds until the next attempt; 0: the request is within the quota. */
  wait: number;
  /** Uncounts them, unless their window is over. For a 503 of the program's own only. */
  refund(): Promise<void>;
}

/** Counts so many requests of `address`, or none where they are more than the quota leaves. */
export type RequestCounter = (address: string, count: number) => Promise<QuotaResult>;

/** Counts the requests of all addresses, for all servers on one database. */
export type SharedQuotas = (size: Quota) => RequestCounter;

export const quotaExceeded = (wait: number): QuotaResult => ({
  wait: Math.max(1, wait),
  refund: async () => {},
});

/** The store cannot be reached or written now. Nothing was acknowledged. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** More requests wait than the queue holds. Nothing was acknowledged. */
export class StoreOverloaded extends Error {
  override name = 'StoreOverloaded';
}

/** The database cannot be used as it is. The message is a sentence for the operator. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** A statement takes 32,766 parameters at most (https://sqlite.org/limits.html#max_variable_number). */
const chunkSize = 500;

/** The list in parts that one statement can take. */
export function chunksOf<T>(list: readonly T[], size = chunkSize): T[][] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}

/** Proves that a booking can be stored: inserts one, takes it back, and sees a commit reach the disk. */
export async function checkStore(store: Store): Promise<void> {
  store.checkRoom?.();
  const { dialect } = store;
  await store.write(async (db) => {
    await sql`SAVEPOINT probe`.execute(db);
    // Its number is the program's own, and takes none from the sequence.
    await db
      .insertInto('booking_requests')
      .values({ ...probe, id: 0, created_at: dialect.clock() })
      .execute();
    await sql`ROLLBACK TO SAVEPOINT probe`.execute(db);
    await remember(store, db, 'check');
  });
}

/** A booking that every check allows. */
const probe = bookingOf((field) => (field === 'email' ? 'probe@probe.invalid' : 'probe'));

/** Remembers that something happened now. */
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

/** The time of the database in milliseconds since 1970: the program's own clock may differ. */
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

/** The same in a transaction. */
export async function readSecret(db: Db): Promise<string> {
  const row = await db.selectFrom('installation').select('secret').executeTakeFirstOrThrow();
  return row.secret;
}
