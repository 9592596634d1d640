import { onTestFinished } from 'vitest';
import type { AcquiredDelivery, ChannelName } from '../../server/desk/delivery/deliveries.ts';
import { openPostgres } from '../../server/store/postgres.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { temporaryFolder } from './database.ts';
import { temporaryDatabase } from './postgres-database.ts';
import { startServer } from './server.ts';

const startOnPostgres: typeof startServer = async (options) =>
  startServer({ ...options, database: await temporaryDatabase() });

/** Each engine with what starts a server on a fresh database of it, for `describe.each`. */
export const engines = [
  ['SQLite', startServer],
  ['PostgreSQL', startOnPostgres],
] as const;

/** Each engine with what makes a fresh database of it, for `describe.each`. */
export const databases = [
  [
    'SQLite',
    async () => {
      const folder = await temporaryFolder();
      return testDatabase((options) => openSqlite({ ...options, folder }));
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await temporaryDatabase();
      return testDatabase((options) => openPostgres({ ...options, url }));
    },
  ],
] as const;

/** `open` opens a store on the same database each time. The test sets its clock. */
function testDatabase(
  openStore: (options: { now: () => number; channels: ChannelName[] }) => Promise<Store>,
) {
  const clock = { now: Date.UTC(2026, 0, 2) };
  const open = async (...channels: ChannelName[]) => {
    const store = await openStore({ now: () => clock.now, channels });
    // The test may have closed it.
    onTestFinished(() => store.close().catch(() => {}));
    return store;
  };
  return { clock, open };
}

/** Acquires the next delivery, which has to be there, for two minutes. */
export async function acquire(store: Store, channel: ChannelName): Promise<AcquiredDelivery> {
  const acquired = await store.acquireDelivery(channel, 120_000);
  if (acquired === undefined) throw new Error(`no delivery by ${channel} is due`);
  return acquired;
}

/** The names of the bookings whose deliveries are due, in the order in which they are acquired. */
export async function acquireAll(store: Store, channel: ChannelName): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const acquired = await store.acquireDelivery(channel, 120_000);
    if (acquired === undefined) return names;
    names.push(acquired.booking.name);
  }
}
