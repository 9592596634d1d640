import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { DatabaseRefused } from './store.ts';

const migrationsFolder = new URL('../../database/postgres/', import.meta.url);

/** Held while migrating, so that one program at a time does. The number is 'Lode' in ASCII. */
const lockNumber = 0x4c6f6465;

/**
 * Brings the database at `url` up to this version's schema, in one transaction, one program at a
 * time. Gives the versions that were applied. Throws `DatabaseRefused` when a newer version was
 * here or when the login may not migrate, and the database's own errors.
 */
export async function migratePostgres(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumber]);
    const waiting = await waitingMigrations(client);
    for (const { sql } of waiting) await client.query(sql).catch(refuseDenied);
    await client.query('COMMIT');
    return waiting.map(({ version }) => version);
  } finally {
    // Also rolls back.
    await client.end();
  }
}

function refuseDenied(error: unknown): never {
  if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error;
  const { message, hint = 'Run MIGRATE_URL=… npm run bookings -- migrate' } = error;
  throw new DatabaseRefused(
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
    throw new DatabaseRefused(
      `The database was written by a newer version of this program (schema ${version}, this one knows ${migrations.length}). It was left as it is: start the newer version.`,
    );
  }
  return migrations.slice(version);
}

/** From the catalogue first, which everybody may read. */
async function versionOf(database: Queryable): Promise<number> {
  const { rowCount } = await database.query(
    `SELECT FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace AS space ON space.oid = relnamespace
     WHERE nspname = 'desk' AND relname = 'migrations'`,
  );
  if (rowCount === 0) return 0;
  const { rows } = await database.query('SELECT max(version) AS version FROM desk.migrations');
  return Number(rows[0]?.version);
}

/** The file `0001_….sql` is version 1. Each notes itself in desk.migrations. */
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
