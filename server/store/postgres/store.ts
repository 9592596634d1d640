import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { bookingFields } from '../../../booking/booking.ts';
import type { Database } from '../database.ts';
import { type ChannelName, givesUpAfter } from '../delivery.ts';
import { callOn, operationsBy } from '../operations.ts';
import { isQuarantined, later, probeBooking, spamSignalsText } from '../rows.ts';
import { type Store, StoreUnavailable } from '../store.ts';
import { openConnection, type PoolOptions } from './connection.ts';
import { prepareDatabase } from './migrations.ts';
import { postgresQuotas } from './rate-limits.ts';
import { findVisitorRightsFault } from './visitor-rights.ts';

export interface PostgresOptions extends PoolOptions {
  /** Whether to migrate the database, as far as the login may; without it the database has to be migrated. */
  migrate?: boolean;
  /** The channels by which each booking is delivered from now on, whichever program stores it. */
  channels?: readonly ChannelName[] | undefined;
}

/**
 * The store in a PostgreSQL database, for any number of servers. While the database is unavailable
 * or waits for a migration that this login may not apply, the store opens all the same, and every operation
 * throws `StoreUnavailable` until the database is ready. Throws `DatabaseError`, with a sentence for the
 * operator, if the database cannot be used as it is.
 */
export async function openPostgres(options: PostgresOptions): Promise<Required<Store>> {
  const { url, migrate = false, channels = [] } = options;
  const { prepare, run, transaction, close } = openConnection(options, (pool) =>
    prepareDatabase(pool, migrate ? url : undefined, channels),
  );
  await prepare().catch(async (error) => {
    if (error instanceof StoreUnavailable) return;
    await close();
    throw error;
  });
  const database: Database = {
    run,
    transaction,
    channels,
    async insertBookings(bookings, { key = null, native = false, language = null } = {}) {
      const rows = bookings.map((one) => ({ ...one, spam_signals: spamSignalsText(one) }));
      const { count } = await run(insert, [JSON.stringify(rows), key, native, language]);
      return { repeated: count === 0 };
    },
    async check() {
      await run(probe);
    },
    async backfill(channel) {
      await run(backfill, [channel]);
    },
    // A trigger makes them.
    async addDeliveries() {},
  };
  // Without a password in the address each server counts alone: an empty key would hide no address.
  const key = new URL(url).password || randomBytes(32);
  return {
    ...operationsBy((name, values) => callOn(database, name, values)),
    quotas: postgresQuotas(run, key),
    findVisitorRightsFault: () => findVisitorRightsFault(run),
    close,
  };
}

const fields = bookingFields.join(', ');

/**
 * The database's triggers drop a repeat, and make the deliveries of what is not quarantined.
 * `synchronous_commit` off would acknowledge a booking before it is on disk.
 */
const insert = `INSERT INTO public.booking_requests (created_at, ${fields}, spam_signals, request_id, native_post, language)
  SELECT now(), ${fields}, spam_signals, $2::uuid, $3::boolean, $4
  FROM json_populate_recordset(NULL::public.booking_requests, $1::json),
    (SELECT set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), true)) AS on_disk`;

/**
 * The inner block is rolled back with all that its triggers did; its id takes none
 * from the sequence. Only the time is written.
 */
const probe = `DO $$ BEGIN
  BEGIN
    INSERT INTO public.booking_requests (id, ${fields}, request_id)
      VALUES (0, ${bookingFields.map((field) => pg.escapeLiteral(probeBooking[field])).join(', ')}, gen_random_uuid());
    RAISE SQLSTATE 'UNDO0';
  EXCEPTION WHEN SQLSTATE 'UNDO0' THEN NULL;
  END;
  INSERT INTO booking_private.timestamps VALUES ('check', now())
    ON CONFLICT (name) DO UPDATE SET at = excluded.at;
END $$`;

/**
 * Adds the deliveries by the channel $1 of at most 100 bookings from before it was added, unless they
 * reached the provider by another one. The lock on a booking keeps it from being erased meanwhile.
 */
const backfill = `WITH channel AS MATERIALIZED (
    SELECT backfill_after FROM booking_private.channels
    WHERE channel = $1 AND backfill_after IS NOT NULL FOR UPDATE SKIP LOCKED),
  batch AS MATERIALIZED (
    SELECT id, ${isQuarantined} OR EXISTS (SELECT FROM booking_private.deliveries
      WHERE booking_id = booking.id AND state = 'done') AS needs_none
    FROM public.booking_requests AS booking WHERE id > (SELECT backfill_after FROM channel)
    ORDER BY id LIMIT 100 FOR KEY SHARE),
  added AS (
    INSERT INTO booking_private.deliveries (booking_id, channel, created_at, next_at, give_up_at)
    SELECT id, $1, now(), now(), ${later(givesUpAfter)}
    FROM batch WHERE NOT needs_none ON CONFLICT DO NOTHING)
  UPDATE booking_private.channels AS updated
  SET backfill_after = (SELECT CASE WHEN count(*) = 100 THEN max(id) END FROM batch)
  FROM channel WHERE updated.channel = $1 AND updated.backfill_after = channel.backfill_after`;
