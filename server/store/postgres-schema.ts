import pg from 'pg';
import type { ChannelName } from './delivery.ts';
import { isAway, messageOf } from './postgres-connection.ts';
import { migratePostgres, waitingMigrations } from './postgres-migrations.ts';
import { DatabaseRefused, StoreUnavailable } from './store.ts';

/**
 * Makes the database ready for work: migrated as far as the login may, and told the channels.
 * Throws `StoreUnavailable` while the database is away, `DatabaseRefused` for what only an
 * operator can change.
 */
export async function preparePostgres(
  pool: pg.Pool,
  migrateUrl: string,
  channels: readonly ChannelName[],
): Promise<void> {
  try {
    const waiting = await waitingMigrations(pool);
    if (waiting.length > 0) await migrateIfAllowed(migrateUrl, waiting.length);
    await tellChannels(pool, channels);
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error;
    if (isAway(error)) throw new StoreUnavailable(messageOf(error));
    throw new DatabaseRefused(sentenceFor(error));
  }
}

async function migrateIfAllowed(url: string, waiting: number): Promise<void> {
  try {
    await migratePostgres(url);
  } catch (error) {
    if (!isDenied(error)) throw error;
    const many = waiting === 1 ? 'A migration waits' : `${waiting} migrations wait`;
    throw new DatabaseRefused(
      `${many}, and this login may not change the database (${messageOf(error)}): run MIGRATE_URL=… npm run bookings -- migrate`,
    );
  }
}

/**
 * Bookings up to the last one get their deliveries for a new channel little by little; later ones
 * by the trigger. The lock waits for every booking that is being written, so none is in between.
 */
async function tellChannels(pool: pg.Pool, channels: readonly ChannelName[]): Promise<void> {
  const { rowCount } = await pool.query(
    'SELECT FROM desk.channels WHERE channel = ANY ($1::text[])',
    [channels],
  );
  if (rowCount === channels.length) return;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE public.booking_requests IN SHARE ROW EXCLUSIVE MODE');
    await client.query(
      `INSERT INTO desk.channels (channel, fill_until)
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

function isDenied(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501';
}

/** What the database says, and what to do about it. Neither holds the password. */
function sentenceFor(error: unknown): string {
  const hint = error instanceof pg.DatabaseError && error.hint ? ` ${error.hint}` : '';
  return `The database at DATABASE_URL cannot be used: ${messageOf(error)}.${hint}`;
}
