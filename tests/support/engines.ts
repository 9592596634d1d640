import type { ChannelName } from '../../server/desk/delivery/channel.ts';
import { type AcquiredDelivery, acquireDelivery } from '../../server/desk/delivery/leases.ts';
import { openPostgres } from '../../server/store/postgres.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { runIn, temporaryFolder } from './database.ts';
import { opened } from './fixtures.ts';
import { query, setClock } from './postgres.ts';
import { asServer, patience, temporaryDatabase } from './postgres-database.ts';

/** A fresh database, removed when the test ends. */
export interface TestDatabase {
  open(): Promise<Store>;
  /** The database's time in milliseconds. Only the test changes it. */
  now(): number;
  setClock(time: number): Promise<void>;
  /** Moves the clock. A negative number sets it back. */
  pass(milliseconds: number): Promise<void>;
  /** Runs a statement without the store, and returns its rows. */
  run(sql: string): Promise<Record<string, unknown>[]>;
}

/** The time at which each test begins. */
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

/** Replaces the database's clock function, like the simulation. The store has only the server's rights. */
async function createPostgres(): Promise<TestDatabase> {
  const url = await temporaryDatabase();
  let now = start;
  await setClock(url, now);
  return clocked({
    open: () => opened(openPostgres({ url: asServer(url), migrate: false, ...patience })),
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

/** Each engine with a function that makes a fresh database, for `describe.each`. */
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

/** Acquires the next delivery for two minutes. Throws if there is none. */
export async function acquire(store: Store, channel: ChannelName): Promise<AcquiredDelivery> {
  const acquired = await acquireDelivery(store, channel, 120_000);
  if (acquired === undefined) throw new Error(`no delivery by ${channel} is due`);
  return acquired;
}

/** The names of the bookings with due deliveries, in the order of acquiring. */
export async function acquireAll(store: Store, channel: ChannelName): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const acquired = await acquireDelivery(store, channel, 120_000);
    if (acquired === undefined) return names;
    names.push(acquired.lead.booking.name);
  }
}
