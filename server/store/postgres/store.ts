import type { ChannelName } from '../delivery.ts';
import { type Store, StoreUnavailable } from '../store.ts';
import { postgresBookings } from './bookings.ts';
import { type ConnectionOptions, openConnection } from './connection.ts';
import { postgresDeliveries } from './deliveries.ts';
import { prepareDatabase } from './migrations.ts';
import { type Listener, listenForDeliveries } from './notifications.ts';
import { postgresQuotas } from './rate-limits.ts';

export interface PostgresOptions extends ConnectionOptions {
  /** A login that may change the schema; without it the database has to be migrated. */
  migrateUrl?: string | undefined;
  /** The channels by which each booking is delivered from now on, whichever program stores it. */
  channels?: readonly ChannelName[] | undefined;
  /** Milliseconds since 1970; without it the database's clock, which all servers share. */
  now?: (() => number) | undefined;
}

/**
 * The store in a PostgreSQL database, for any number of servers. While the database is unavailable
 * or another program migrates it, the store opens all the same, and every operation throws
 * `StoreUnavailable` until the database is ready. Throws `DatabaseError`, with a sentence for the
 * operator, if the database cannot be used as it is.
 */
export async function openPostgres(options: PostgresOptions): Promise<Required<Store>> {
  const { url, migrateUrl, channels = [], now } = options;
  const { prepare, run, close } = openConnection(options, (pool) =>
    prepareDatabase(pool, migrateUrl, channels),
  );
  try {
    await prepare();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) {
      await close();
      throw error;
    }
  }
  const time = () => (now === undefined ? null : new Date(now()));
  const { quotas, close: closeQuotas } = postgresQuotas(run);
  let listener: Listener | undefined;
  return {
    quotas,
    ...postgresBookings(run, time),
    ...postgresDeliveries(run, time),
    listen(wake) {
      listener = listenForDeliveries(url, wake);
    },
    async check() {
      await run(
        `INSERT INTO booking_private.write_checks (checked_at) VALUES (now())
         ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`,
      );
    },
    async close() {
      closeQuotas();
      await listener?.close();
      await close();
    },
  };
}
