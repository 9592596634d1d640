import pg from 'pg';
import { type ChannelName, isMail } from '../delivery.ts';
import { migrationsOf } from '../migrations.ts';
import { DatabaseError, messageOf, StoreUnavailable } from '../store.ts';
import { isUnavailable, openPool, type Pool } from './connection.ts';

/** Held while migrating, so that one program at a time does. The number is 'Lode' in ASCII. */
export const migrationLock = 0x4c6f6465;

/** How long a server waits for another program's migration before it tries again, in milliseconds. */
const lockTimeout = 3_000;

/** How long one migration may take, in milliseconds. */
const longestMigration = 600_000;

/**
 * Makes the database ready for work: migrated, if `migrateUrl` is given, and with the `channels`
 * registered. Throws `StoreUnavailable` while the database cannot be used or waits for a migration by
 * another login, and `DatabaseError` for what stays wrong until this program is started again.
 */
export async function prepareDatabase(
  pool: Pool,
  migrateUrl: string | undefined,
  channels: readonly ChannelName[],
): Promise<void> {
  if (migrateUrl !== undefined) await migratePostgres(migrateUrl, lockTimeout);
  const prepare = async (client: pg.ClientBase) => {
    if (migrateUrl === undefined && (await waitingMigrations(client)).length > 0)
      throw new DatabaseError(
        'Migrations wait for the database: start the server, or run ./lodemark migrate',
      );
    await registerChannels(client, channels);
  };
  await pool.withClient(prepare).catch(throwSetupError);
}

/**
 * Brings the database at `url` up to this version's schema. Gives how many migrations were applied.
 * Waits `timeout` milliseconds for another program that migrates. Throws like `prepareDatabase`.
 */
export async function migratePostgres(url: string, timeout = 60_000): Promise<number> {
  const pool = openPool({ url, poolSize: 1, statementTimeout: timeout + 1_000 });
  const migrate = async (client: pg.ClientBase) => {
    const settings = `SET LOCAL lock_timeout = ${timeout}; SET LOCAL statement_timeout = 0`;
    await client.query(`BEGIN; ${settings}`);
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    const waiting = await waitingMigrations(client);
    if (waiting.length > 0) await checkEncoding(client);
    for (const text of waiting) {
      const query = { text, query_timeout: longestMigration };
      await client.query(query).catch(throwDenied);
    }
    await client.query('COMMIT');
    return waiting.length;
  };
  return pool
    .withClient(migrate)
    .catch(throwSetupError)
    .finally(() => pool.end());
}

function throwSetupError(error: unknown): never {
  if (error instanceof DatabaseError || error instanceof StoreUnavailable) throw error;
  const message = messageOf(error);
  if (isUnavailable(error))
    throw new StoreUnavailable(`The database cannot be used now: ${message}`);
  const isCertificate = /CERT|UNABLE_TO|ERR_TLS/.test(Object(error).code);
  const mend = isCertificate ? 'Mend sslmode or sslrootcert in the address.' : '';
  const { hint = mend } = Object(error);
  // Behind it Node names an option of its own.
  const what = message.replace(/; if the root CA .*/, '');
  throw new DatabaseError(`The database cannot be used: ${what}. ${hint}`.trim());
}

async function checkEncoding(database: pg.ClientBase): Promise<void> {
  const { rows } = await database.query("SELECT current_setting('server_encoding') AS encoding");
  if (rows[0]?.encoding === 'UTF8') return;
  throw new DatabaseError(
    `The database's encoding is ${rows[0]?.encoding}, which cannot hold every name: make one by createdb --encoding=UTF8 --template=template0`,
  );
}

function throwDenied(error: unknown): never {
  if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error;
  const { message, hint = 'Run DATABASE_URL=… ./lodemark migrate with the owner’s login' } = error;
  throw new StoreUnavailable(
    `Migrations wait, and this login may not change the database (${message}). ${hint}`,
  );
}

/**
 * Each file writes its version into booking_private.migrations. The catalogue says whether that is there:
 * everybody may read it. The version before had its tables in the schema `desk`. Throws like `migrationsOf`.
 */
async function waitingMigrations(database: pg.ClientBase): Promise<string[]> {
  const tables = await database.query(
    "SELECT schemaname FROM pg_catalog.pg_tables WHERE schemaname IN ('booking_private', 'desk') AND tablename = 'migrations'",
  );
  const schemas = tables.rows.map(({ schemaname }) => schemaname);
  if (schemas.includes('desk') && !schemas.includes('booking_private'))
    throw new DatabaseError(
      'The database was written by the version before (commit 9c1e9d2), whose bookings this one cannot read. It was left as it is. Run npm run bookings -- export FILE with that version, then start this one with another database. Nothing reads the export back in.',
    );
  const select = 'SELECT max(version) AS version FROM booking_private.migrations';
  const [row] = schemas.length === 0 ? [] : (await database.query(select)).rows;
  return migrationsOf('postgres', Number(row?.version ?? 0), 'The database').waiting;
}

/**
 * From now on the database's trigger makes a delivery by each of these channels for each booking, and
 * none for an address that is not among them any more, unless there is none at all.
 * Earlier bookings get theirs from `acquireDelivery`. The lock waits for the bookings that are being
 * written, so that it finds them. Statements of one text are one transaction:
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-MULTI-STATEMENT
 */
async function registerChannels(
  database: pg.ClientBase,
  channels: readonly ChannelName[],
): Promise<void> {
  const { rows } = await database.query('SELECT channel FROM booking_private.channels');
  const known = rows.map(({ channel }) => String(channel));
  for (const channel of channels.filter((name) => !known.includes(name))) {
    await database.query(`LOCK TABLE public.booking_requests IN SHARE ROW EXCLUSIVE MODE;
      INSERT INTO booking_private.channels (channel) VALUES (${pg.escapeLiteral(channel)}) ON CONFLICT DO NOTHING`);
  }
  const gone = known.filter((channel) => isMail(channel) && !channels.includes(channel));
  if (gone.length > 0 && channels.some(isMail))
    await database.query('DELETE FROM booking_private.channels WHERE channel = ANY ($1)', [gone]);
}
