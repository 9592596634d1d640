import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { bookingFields } from '../../booking/booking.ts';
import { migratePostgres } from '../../server/store/postgres/migrations.ts';
import { openPostgres } from '../../server/store/postgres/store.ts';
import { databaseFile } from '../../server/store/sqlite/database.ts';
import { openSqlite } from '../../server/store/sqlite/store.ts';
import type { Store } from '../../server/store/store.ts';
import { query, startOwnPostgres } from '../support/postgres.ts';
import { temporaryFolder } from './servers.ts';

/** A store that already has bookings. */
export interface FilledStore {
  store: Store;
  /** Closes the store and removes its database. */
  remove(): Promise<void>;
}

/**
 * Opens a store, with the channel `mail`, that has so many delivered bookings, a minute apart, and as
 * leads `closed` or new.
 */
export type Engine = (rows: number, closed?: boolean) => Promise<FilledStore>;

/** By the names that the command line takes. */
export const engines: Readonly<Record<string, Engine>> = { sqlite, postgres };

async function sqlite(rows: number, closed = false): Promise<FilledStore> {
  const folder = temporaryFolder();
  await (await openSqlite({ folder })).close();
  fillSqlite(databaseFile(folder), rows, closed);
  const store = await openSqlite({ folder, channels: ['mail'] });
  return {
    store,
    async remove() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** By one statement for each table, with the indexes made afterwards: seconds instead of a minute. */
function fillSqlite(file: string, rows: number, closed: boolean): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN');
  const indexes = database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    .all();
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
  database.exec(`
    INSERT INTO booking_requests (created_at, request_id, ${fields})
    WITH RECURSIVE counter (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counter WHERE n < ${rows})
    SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (${rows} - n + 1) || ' minutes'),
      lower(hex(randomblob(16))), ${values('lower(hex(randomblob(4)))')}
    FROM counter;
    INSERT INTO deliveries (booking_id, channel, id, state, attempts, created_at, next_at, give_up_at, done_at)
    SELECT id, 'mail', lower(hex(randomblob(16))), 'done', 1, created_at, created_at, created_at, created_at
    FROM booking_requests;
    INSERT INTO channels VALUES ('mail', ${rows})`);
  if (closed) database.exec(closeAll('leads', 'booking_requests'));
  for (const { sql } of indexes) database.exec(String(sql));
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** A server for each store, so that they do not share checkpoints and autovacuum. */
async function postgres(rows: number, closed = false): Promise<FilledStore> {
  const server = await startOwnPostgres({
    settings: ['shared_buffers=512MB', 'max_wal_size=4GB'],
  });
  await migratePostgres(server.url);
  await query(server.url, bookingsSql(rows));
  if (closed) await query(server.url, closeAll('booking_private.leads', 'public.booking_requests'));
  // As autovacuum would have, some time after so many rows.
  for (const table of [
    'public.booking_requests',
    'booking_private.deliveries',
    'booking_private.leads',
  ])
    await query(server.url, `VACUUM ANALYZE ${table}`);
  await query(server.url, 'CHECKPOINT');
  const store = await openPostgres({
    url: server.url,
    channels: ['mail'],
    statementTimeout: 120_000,
  });
  return {
    store,
    async remove() {
      await store.close();
      await server.remove();
    },
  };
}

const closeAll = (leads: string, bookings: string) =>
  `INSERT INTO ${leads} (booking_id, version, state, note, contacted_at, closed_at)
   SELECT id, 2, 'closed', 'Called', created_at, created_at FROM ${bookings}`;

const fields = bookingFields.join(', ');

/** The values of booking `n` as SQL. `random`: how its address begins. */
function values(random: string): string {
  return bookingFields
    .map((field) =>
      field === 'email'
        ? `'v' || ${random} || '@bakery.example' AS email`
        : `'Bakery ' || n AS ${field}`,
    )
    .join(', ');
}

function bookingsSql(rows: number): string {
  return `ALTER TABLE public.booking_requests DISABLE TRIGGER USER;
    INSERT INTO public.booking_requests (created_at, request_id, ${fields}, request_hash)
    SELECT created_at, id, ${fields}, sha256(id::text::bytea)
    FROM (SELECT now() - (${rows} - n + 1) * interval '1 minute' AS created_at, gen_random_uuid() AS id,
        ${values('left(md5(n::text), 8)')}
      FROM generate_series(1, ${rows}) AS n) AS booking;
    ALTER TABLE public.booking_requests ENABLE TRIGGER USER;
    INSERT INTO booking_private.deliveries (booking_id, channel, state, attempts, created_at, next_at, give_up_at, done_at)
    SELECT id, 'mail', 'done', 1, created_at, created_at, created_at, created_at
    FROM public.booking_requests;
    INSERT INTO booking_private.channels (channel) VALUES ('mail')`;
}
