import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { bookingFields } from '../../../booking/booking.ts';
import { serversOf } from '../../config/postgres-address.ts';
import type { ChannelName } from '../delivery.ts';
import { operationsOn } from '../operations.ts';
import { probeBooking, valuesOf } from '../rows.ts';
import { type Store, StoreUnavailable } from '../store.ts';
import { backfill, dialect, insertBookingsOn } from './bookings.ts';
import { openConnection, type PoolOptions } from './connection.ts';
import { prepareDatabase } from './migrations.ts';
import { postgresQuotas } from './rate-limits.ts';
import { findVisitorRightsFault } from './visitor-rights.ts';

export interface PostgresOptions extends PoolOptions {
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
  const { prepare, run, transaction, close } = openConnection(options, (pool) =>
    prepareDatabase(pool, migrateUrl, channels),
  );
  await prepare().catch(async (error) => {
    if (error instanceof StoreUnavailable) return;
    await close();
    throw error;
  });
  const time = () => (now === undefined ? null : new Date(now()));
  // Without a password in the address each server counts alone: an empty key would hide no address.
  const [server = url] = serversOf(url);
  const key = new URL(server).password || randomBytes(32);
  return {
    quotas: postgresQuotas(run, key),
    ...operationsOn({
      run,
      transaction,
      now: time,
      sql: dialect,
      channels,
      async backfill(channel) {
        await run(backfill, [time(), channel]);
      },
      // A trigger makes them.
      async addDeliveries() {},
    }),
    insertBookings: insertBookingsOn(run, time),
    findVisitorRightsFault: () => findVisitorRightsFault(run),
    async check() {
      await run(probe);
    },
    close,
  };
}

/**
 * The inner block is rolled back with all that its triggers did; its id takes none
 * from the sequence. Only the time is written.
 */
const probe = `DO $$ BEGIN
  BEGIN
    INSERT INTO public.booking_requests (id, ${bookingFields.join(', ')}, request_id)
      VALUES (0, ${valuesOf(probeBooking)
        .map((value) => pg.escapeLiteral(value))
        .join(', ')}, gen_random_uuid());
    RAISE SQLSTATE 'UNDO0';
  EXCEPTION WHEN SQLSTATE 'UNDO0' THEN NULL;
  END;
  INSERT INTO booking_private.timestamps VALUES ('check', now())
    ON CONFLICT (name) DO UPDATE SET at = excluded.at;
END $$`;
