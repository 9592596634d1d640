import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { openPostgres } from '../../server/store/postgres.ts';
import { createDatabase, query, startOwnPostgres } from './postgres.ts';

/**
 * The owner's address of a fresh database, which is dropped when the test ends. Empty unless `migrated`.
 * `settings` are for `CREATE DATABASE`.
 */
export async function temporaryDatabase({ migrated = true, settings = '' } = {}): Promise<string> {
  const template = migrated ? inject('migrated') : undefined;
  const database = await createDatabase(inject('postgres'), template, settings);
  onTestFinished(() => database.drop());
  return database.url;
}

/** A separate server, removed when the test ends. */
export async function temporaryPostgres() {
  const postgres = await startOwnPostgres({ forgetful: true });
  onTestFinished(postgres.remove);
  return postgres;
}

/** The same database with the login of the program, on the server of all tests. */
export function asServer(url: string): string {
  const login = new URL(url);
  login.username = 'booking_server';
  return login.href;
}

/** Limits in milliseconds that even a slow machine does not reach. */
export const patience = {
  statementTimeout: 60_000,
  connectTimeout: 60_000,
  prepareTimeout: 60_000,
};

/** A store that is closed when the test ends. */
export async function openStore(url: string) {
  const store = await openPostgres({ url, migrate: false, ...patience });
  onTestFinished(() => store.close());
  return store;
}

/** Sets a parameter for new connections to the database. */
export async function setDefault(url: string, setting: string, value: string): Promise<void> {
  await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${setting} = '${value}'`);
}

/** The program's columns, constraints, indexes, grants and functions, from the catalog. */
export async function schemaOf(url: string): Promise<unknown[]> {
  const { rows } = await query(
    url,
    `SELECT concat_ws(' ', table_schema, table_name, column_name, data_type, column_default) AS text
       FROM information_schema.columns WHERE table_schema IN ('public', 'booking_private')
     UNION ALL SELECT concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
       WHERE connamespace::regnamespace::text IN ('public', 'booking_private')
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname IN ('public', 'booking_private')
     UNION ALL SELECT concat_ws(' ', relname, relrowsecurity, relacl) FROM pg_class
       WHERE relnamespace::regnamespace::text IN ('public', 'booking_private')
     UNION ALL SELECT concat_ws(' ', proname, prosrc, proacl) FROM pg_proc
       WHERE pronamespace::regnamespace::text = 'booking_private'
     ORDER BY 1`,
  );
  // Only the migrator needs these.
  return rows.filter(({ text }) => !text.includes('kysely_migration_lock'));
}

/** Another program's connection, closed when the test ends. */
export async function another(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Resolves when a statement in the database waits for a lock. */
export async function somebodyWaits(url: string): Promise<void> {
  const waiting = `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND datname = current_database()`;
  await expect.poll(async () => (await query(url, waiting)).rowCount).toBeGreaterThan(0);
}

/** Locks the table of bookings against writes. Returns a function that unlocks it. */
export async function lockTable(url: string): Promise<() => Promise<unknown>> {
  const other = await another(url);
  await other.query('BEGIN; LOCK TABLE public.booking_requests IN EXCLUSIVE MODE');
  return () => other.query('COMMIT');
}
