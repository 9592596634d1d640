import { onTestFinished } from 'vitest';
import type { ChannelName } from '../../server/desk/delivery/deliveries.ts';
import { type AcquiredDelivery, acquireDelivery } from '../../server/desk/delivery/leases.ts';
import { openPostgres } from '../../server/store/postgres.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { runIn, temporaryFolder } from './database.ts';
import { query } from './postgres.ts';
import { patience, setClock, temporaryDatabase } from './postgres-database.ts';

/** A fresh database, removed when the test is over. */
export interface TestDatabase {
  /** Opens a store on it. */
  open(): Promise<Store>;
  /** The time of the database in milliseconds. It stands still until the test sets it. */
  now(): number;
  setClock(time: number): Promise<void>;
  /** Lets so many milliseconds pass; negative: sets the clock back. */
  pass(milliseconds: number): Promise<void>;
  /** Runs a statement past the store. Gives its rows. */
  run(sql: string): Promise<Record<string, unknown>[]>;
}

/** When a test begins. */
const start = Date.UTC(2026, 0, 2);

async function createSqlite(): Promise<TestDatabase> {
  const folder = await temporaryFolder();
  let now = start;
  return clocked({
    open: () => opened(openSqlite({ folder, now: () => now })),
    now: () => now,
    async setClock(time) {
      now = time;
    },
    run: async (sql) => runIn(folder, sql, () => now),
  });
}

/** As a simulation does, the test replaces the database's function for the time. */
async function createPostgres(): Promise<TestDatabase> {
  const url = await temporaryDatabase();
  let now = start;
  await setClock(url, now);
  return clocked({
    open: () => opened(openPostgres({ url, migrate: false, ...patience })),
    now: () => now,
    async setClock(time) {
      now = time;
      await setClock(url, time);
    },
    run: async (sql) =>
      [await query(url, `SET search_path = public, booking_private; ${sql}`)]
        .flat()
        .flatMap(({ rows }) => rows),
  });
}

/** Each engine with what makes a fresh database of it, for `describe.each`. */
export const databases = [
  ['SQLite', createSqlite],
  ['PostgreSQL', createPostgres],
] as const;

function clocked(database: Omit<TestDatabase, 'pass'>): TestDatabase {
  return {
    ...database,
    pass: (milliseconds) => database.setClock(database.now() + milliseconds),
  };
}

async function opened(opening: Promise<Store>): Promise<Store> {
  const store = await opening;
  // The test may have closed it.
  onTestFinished(() => store.close().catch(() => {}));
  return store;
}

/** Acquires the next delivery, which has to be there, for two minutes. */
export async function acquire(store: Store, channel: ChannelName): Promise<AcquiredDelivery> {
  const acquired = await acquireDelivery(store, [channel], 120_000);
  if (acquired === undefined) throw new Error(`no delivery by ${channel} is due`);
  return acquired;
}

/** The names of the bookings whose deliveries are due, in the order in which they are acquired. */
export async function acquireAll(store: Store, channel: ChannelName): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const acquired = await acquireDelivery(store, [channel], 120_000);
    if (acquired === undefined) return names;
    names.push(acquired.lead.booking.name);
  }
}
