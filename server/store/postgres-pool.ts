import { Socket } from 'node:net';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { errorInfo, messageOf } from '../errors.ts';
import { DatabaseError, type StoreLimits, StoreUnavailable } from './store.ts';

/** The maximum number of connections of one server. */
const poolSize = 10;

/** How long a connection may be silent, in milliseconds. The pool keeps idle connections equally long. */
const longestSilence = 10_000;

/** Opens a pool of connections to a database. It throws the errors of `pg`. */
export function openPool(url: string, limits: StoreLimits): PostgresPool {
  const { statementTimeout = 2_500, connectTimeout = 2_000 } = limits;
  let withTls = true;
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor() {
        super({
          connectionString: driverAddress(url, withTls),
          application_name: 'lodemark',
          types,
          query_timeout: statementTimeout + 250,
          stream: () => socketWithTimeout(Math.max(longestSilence, statementTimeout + 250)),
          keepAlive: true,
        });
        // A broken connection also fails the running statement, whose error reports it.
        this.on('error', () => {});
      }
    },
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    // Sent after the startup message, in which a pooler would refuse such settings.
    onConnect: async (client) => {
      await client.query(sessionSettings(statementTimeout, client));
    },
  });
  // The pool has already removed the idle connection that broke.
  pool.on('error', () => {});
  return {
    options: pool.options,
    /** Retries without TLS if `sslmode` allows it, because `pg` does not. */
    connect: () =>
      pool.connect().catch((error: unknown) => {
        if (!mayBePlain(url) || messageOf(error) !== withoutTls) throw error;
        withTls = false;
        return pool.connect();
      }),
    end: () => pool.end(),
  };
}

/** Closes a silent connection. `pg` gives up an unanswered query, but would reuse its connection for others. */
function socketWithTimeout(milliseconds: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(milliseconds, () => socket.destroy());
}

/** The error of `pg` if the server does not support TLS. */
const withoutTls = 'The server does not support SSL connections';

/** The address for `pg`, changed so that `sslmode` has the same meaning as in libpq. */
function driverAddress(url: string, withTls: boolean): string {
  const address = new URL(url);
  const { searchParams: query } = address;
  query.set('uselibpqcompat', 'true');
  if (!withTls) query.set('sslmode', 'disable');
  else if (mayBePlain(url)) query.set('sslmode', 'prefer');
  // `system` means the authorities of Node, which are the default.
  if (query.get('sslrootcert') === 'system') query.delete('sslrootcert');
  return address.href;
}

/** Whether `sslmode` allows a connection without TLS. On a Unix socket, libpq ignores `sslmode`. */
function mayBePlain(url: string): boolean {
  const { hostname, searchParams: query } = new URL(url);
  const isSocket = /^(\/|%2f)/i.test(hostname || (query.get('host') ?? ''));
  return isSocket || ['prefer', 'allow', null].includes(query.get('sslmode'));
}

/** Parses integers as numbers, and times as ISO 8601 in UTC. */
const types = new pg.TypeOverrides();
const { INT8, NUMERIC, TIMESTAMPTZ } = pg.types.builtins;
for (const type of [INT8, NUMERIC]) types.setTypeParser(type, Number);
const dateOf = pg.types.getTypeParser(TIMESTAMPTZ);
types.setTypeParser(TIMESTAMPTZ, (text) => dateOf(text).toISOString());

/**
 * `pg` reads times only in ISO 8601. PgBouncer keeps `datestyle` for each client. The other settings could leak to
 * other programs through a pooler. They are set only if the client talks to the backend that it connected to.
 * Behind a pooler, the operator sets them (docs/postgresql.md).
 */
function sessionSettings(statementTimeout: number, client: pg.ClientBase): string {
  const backend = 'processID' in client ? Number(client.processID) : 0;
  return `SET datestyle = 'ISO';
    SELECT set_config('statement_timeout', '${statementTimeout}', false),
      set_config('default_transaction_isolation', 'read committed', false)
    WHERE pg_backend_pid() = ${backend}`;
}

/**
 * The error that the store throws: `StoreUnavailable` for an outage. Other errors lose their details, because errors
 * are logged and the details contain visitors' values.
 */
export function storeError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  if (error instanceof DatabaseError) return new StoreUnavailable('unusable', error.message);
  if (isUnavailable(error))
    return new StoreUnavailable('unusable', `The database cannot be used now: ${messageOf(error)}`);
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code = '', message, stack } = error;
  return Object.assign(new Error(message), { code, stack });
}

/**
 * Whether the database cannot be used now, but may work later. Possible causes: network, missing resources, a
 * restart, a standby that is not yet the primary, another program's lock, a refused login
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
export function isUnavailable(error: unknown): boolean {
  const { code = '', message } = errorInfo(error);
  if (error instanceof pg.DatabaseError)
    return /^(08|28|3D|53|57|58|25006|55P03|40P01|40001)/.test(code);
  return (
    /^(ECONN|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|EHOST|ENET|EPIPE)/.test(code) ||
    /timeout|terminated|Connection ended/i.test(message)
  );
}

/** Whether a retry of the transaction may succeed: after a deadlock or a serialization failure. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(40P01|40001)$/.test(error.code ?? '');
}
