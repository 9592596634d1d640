import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { errorInfo, messageOf } from '../errors.ts';
import { migrate, migrationError, waitingMigrations } from './migrations.ts';
import { isUnavailable, openPool } from './postgres-pool.ts';
import { DatabaseError, type Db, StoreUnavailable } from './store.ts';

/** How long a migration and its connection may take, in milliseconds. */
const limits = { statementTimeout: 600_000, connectTimeout: 20_000 };

/**
 * Checks the database, and migrates it if `mayMigrate` is set. Throws `StoreUnavailable` while it cannot be used, and
 * `DatabaseError` for problems that only an operator can solve.
 */
export async function prepareDatabase(db: Db, url: string, mayMigrate: boolean): Promise<void> {
  try {
    if ((await waiting(db)).length === 0) return;
    if (mayMigrate) await migratePostgres(url);
    else
      throw new DatabaseError(
        'migration-needed',
        'The database needs a migration: run ./lodemark migrate',
      );
  } catch (error) {
    throw setupError(error);
  }
}

/** Migrates the database at `url` to this version's schema. Throws like `prepareDatabase`. */
export async function migratePostgres(url: string): Promise<void> {
  const pool = openPool(url, limits);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await waiting(db);
    await migrate(db, 'postgres', (transaction, text) => sql.raw(text).execute(transaction));
  } catch (error) {
    throw setupError(error);
  } finally {
    await db.destroy();
  }
}

/** The names of pending migrations. Finds the tables in the catalog, which every login may read. */
async function waiting<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_catalog.pg_tables WHERE (schemaname, tablename)
      IN (('booking_private', 'kysely_migration'), ('public', 'booking_requests'))`.execute(db);
  const isNew = rows.every(({ name }) => name !== 'kysely_migration');
  if (isNew && rows.length > 0)
    throw new DatabaseError(
      'other-program',
      'The table booking_requests belongs to another program, or to a development version of this one. It was not changed. Set DATABASE_URL to another database.',
    );
  if (isNew) await checkEncoding(db);
  return waitingMigrations(db, 'postgres', isNew, 'The database');
}

/** No other encoding holds every name. */
async function checkEncoding<Schema>(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`SHOW server_encoding`.execute(db);
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8')
    throw new DatabaseError(
      'unusable',
      `The database has the encoding ${encoding}, but it needs UTF8. Create it again: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'`,
    );
}

function setupError(error: unknown): Error {
  if (error instanceof DatabaseError || error instanceof StoreUnavailable) return error;
  const message = messageOf(error);
  if (isUnavailable(error))
    return new StoreUnavailable('unusable', `The database cannot be used now: ${message}`);
  if (error instanceof pg.DatabaseError && error.code === '42501')
    return new StoreUnavailable(
      'migration-needed',
      `The database needs a migration, but this login may not change it (${message}). ${error.hint ?? "Run DATABASE_URL=… ./lodemark migrate with the owner's login"}`,
    );
  // Classes 22 and 23: existing rows do not fit (https://www.postgresql.org/docs/current/errcodes-appendix.html).
  if (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? ''))
    return migrationError('The database', error);
  const isCertificate = /CERT|UNABLE_TO|ERR_TLS/.test(errorInfo(error).code ?? '');
  const hint = isCertificate ? 'Correct sslmode or sslrootcert in the address.' : '';
  // The rest of the message suggests a Node option that does not apply here.
  const what = message.replace(/; if the root CA .*/, '');
  return new DatabaseError('unusable', `The database cannot be used: ${what}. ${hint}`.trim());
}
