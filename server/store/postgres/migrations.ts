import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { DatabaseError } from '../store.ts';
import { newSession } from './session.ts';

const migrationsFolder = new URL('../../../database/postgres/', import.meta.url);

/** Held while migrating, so that one program at a time does. The number is 'Lode' in ASCII. */
export const migrationLock = 0x4c6f6465;

/** How long the statements of one migration may take, in milliseconds: an index of many rows. */
const longestMigration = 600_000;

/**
 * Brings the database at `url` up to this version's schema, in one transaction, one program at a
 * time. Gives the versions that were applied. A lock that another one holds is waited for `patience`
 * milliseconds. Throws `DatabaseRefused` when a newer version was here, when the login may not
 * migrate or when the database cannot hold every language, and the database's own errors.
 */
export async function migratePostgres(url: string, patience = 60_000): Promise<number[]> {
  const { client, end } = newSession(url, 'lodemark migrating', patience + 1_000);
  try {
    await client.connect();
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${patience}`);
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    const waiting = await waitingMigrations(client);
    if (waiting.length > 0) await mustHoldEveryLanguage(client);
    for (const { sql } of waiting) {
      const migration = { text: sql, query_timeout: longestMigration };
      await client.query(migration).catch(refuseDenied);
    }
    await client.query('COMMIT');
    return waiting.map(({ version }) => version);
  } finally {
    // Also rolls back.
    await end();
  }
}

async function mustHoldEveryLanguage(database: Queryable): Promise<void> {
  const { rows } = await database.query("SELECT current_setting('server_encoding') AS encoding");
  if (rows[0]?.encoding === 'UTF8') return;
  throw new DatabaseError(
    `The database's encoding is ${rows[0]?.encoding}, which cannot hold every name: make one by createdb --encoding=UTF8 --template=template0`,
  );
}

function refuseDenied(error: unknown): never {
  if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error;
  const { message, hint = 'Run DATABASE_URL=… MIGRATE_URL=… npm run bookings -- migrate' } = error;
  throw new DatabaseError(
    `Migrations wait, and this login may not change the database (${message}). ${hint}`,
  );
}

/** What can run a statement: a pool or one connection. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

/** The migrations that were not applied yet, in order. Throws `DatabaseRefused` when a newer version was here. */
export async function waitingMigrations(database: Queryable) {
  const migrations = readMigrations();
  const version = await versionOf(database);
  if (version > migrations.length) {
    throw new DatabaseError(
      `The database was written by a newer version of this program (schema ${version}, this one knows ${migrations.length}). It was left as it is: start the newer version.`,
    );
  }
  return migrations.slice(version);
}

/** From the catalogue first, which everybody may read. */
async function versionOf(database: Queryable): Promise<number> {
  const { rowCount } = await database.query(
    `SELECT FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace AS space ON space.oid = relnamespace
     WHERE nspname = 'booking_private' AND relname = 'migrations'`,
  );
  if (rowCount === 0) return 0;
  const { rows } = await database.query(
    'SELECT max(version) AS version FROM booking_private.migrations',
  );
  return Number(rows[0]?.version);
}

/** The file `0001_….sql` is version 1. Each notes itself in booking_private.migrations. */
function readMigrations(): { version: number; sql: string }[] {
  const names = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const version = Number.parseInt(name, 10);
    if (version !== index + 1) throw new Error(`Migration ${name} is out of sequence`);
    return { version, sql: readFileSync(new URL(name, migrationsFolder), 'utf8') };
  });
}
