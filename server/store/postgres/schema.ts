import pg from 'pg';
import type { ChannelName } from '../delivery.ts';
import { DatabaseError, StoreUnavailable } from '../store.ts';
import { isAway, messageOf } from './connection.ts';
import { migratePostgres, waitingMigrations } from './migrations.ts';

/** How long another program's migration is waited for at a time, in milliseconds: it is tried again. */
const lockPatience = 3_000;

/**
 * Makes the database ready for work: migrated, where there is a login that may do so, and told the
 * channels. Throws `StoreUnavailable` while the database is away, `DatabaseRefused` for what only
 * an operator can change.
 */
export async function preparePostgres(
  pool: pg.Pool,
  migrateUrl: string | undefined,
  channels: readonly ChannelName[],
): Promise<void> {
  await orSentence(async () => {
    if (migrateUrl === undefined) await mustBeMigrated(pool);
    else await migratePostgres(migrateUrl, lockPatience);
    await tellChannels(pool, channels);
  });
}

/** `migratePostgres`, with the errors of `preparePostgres`. */
export async function migrateOrRefuse(url: string): Promise<void> {
  await orSentence(() => migratePostgres(url));
}

async function orSentence(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const reason = messageOf(error);
    if (isAway(error)) throw new StoreUnavailable(`The database cannot be used now: ${reason}`);
    const hint = error instanceof pg.DatabaseError && error.hint ? ` ${error.hint}` : '';
    throw new DatabaseError(`The database cannot be used: ${reason}.${hint}`);
  }
}

async function mustBeMigrated(pool: pg.Pool): Promise<void> {
  const { length } = await waitingMigrations(pool);
  if (length === 0) return;
  throw new DatabaseError(
    'Migrations wait for the database: start the server, or run npm run bookings -- migrate',
  );
}

/**
 * Bookings up to the last one get their deliveries for a new channel little by little; later ones
 * by the trigger. The lock waits for every booking that is being written, so none is in between.
 */
async function tellChannels(pool: pg.Pool, channels: readonly ChannelName[]): Promise<void> {
  const { rowCount } = await pool.query(
    'SELECT FROM booking_private.channels WHERE channel = ANY ($1::text[])',
    [channels],
  );
  if (rowCount === channels.length) return;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE public.booking_requests IN SHARE ROW EXCLUSIVE MODE');
    await client.query(
      `INSERT INTO booking_private.channels (channel, fill_until)
       SELECT channel, (SELECT coalesce(max(id), 0) FROM public.booking_requests)
       FROM unnest($1::text[]) AS channel ON CONFLICT DO NOTHING`,
      [channels],
    );
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
