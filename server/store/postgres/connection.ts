import pg from 'pg';
import type { Database, Run } from '../database.ts';
import { DatabaseError, messageOf, StoreOverloaded, StoreUnavailable } from '../store.ts';

export interface PoolOptions {
  url: string;
  /** Connections of one server. */
  poolSize?: number | undefined;
  /** How long a statement may take, in milliseconds. */
  statementTimeout?: number | undefined;
  /** Of statements, in milliseconds since 1970; without it the database's clock, which all servers share. */
  now?: (() => number) | undefined;
}

export type Pool = ReturnType<typeof openPool>;

/** How many requests may be at work or wait. */
const mostRunning = 1_000;

/** How long to wait for a connection, in milliseconds: a visitor waits behind it. */
const connectTimeout = 2_000;

/** Connections to the database at `url`. They throw what `pg` throws. */
export function openPool({ url, poolSize = 10, statementTimeout = 2_500 }: PoolOptions) {
  let withTls = true;
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor() {
        super({
          connectionString: driverAddress(url, withTls),
          application_name: 'lodemark',
          types,
          // A server that does not answer: the connection is thrown away.
          query_timeout: statementTimeout + 250,
          keepAlive: true,
        });
        // A break is also an error of the statement that runs.
        this.on('error', () => {});
      }
    },
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    // Not at the start of the connection: a pooler would refuse such settings.
    async onConnect(client) {
      await client.query(sessionSettings(statementTimeout, client));
    },
  });
  // An idle connection that breaks has left the pool by then.
  pool.on('error', () => {});

  /** `pg` itself does not go on without TLS where `sslmode` leaves that open. */
  function connect(): Promise<pg.PoolClient> {
    return pool.connect().catch((error) => {
      if (!mayBePlain(url) || messageOf(error) !== withoutTls) throw error;
      withTls = false;
      return pool.connect();
    });
  }

  return {
    /** A connection that failed is closed, which also rolls back. */
    async withClient<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
      const client = await connect();
      let failed = true;
      try {
        const result = await work(client);
        failed = false;
        return result;
      } finally {
        client.release(failed);
      }
    },
    end: () => pool.end(),
  };
}

/** Reads whole numbers, and times as ISO 8601 in UTC. */
const types = new pg.TypeOverrides();
const { INT8, NUMERIC, TIMESTAMPTZ } = pg.types.builtins;
for (const type of [INT8, NUMERIC]) types.setTypeParser(type, Number);
const dateOf = pg.types.getTypeParser(TIMESTAMPTZ);
types.setTypeParser(TIMESTAMPTZ, (text) => dateOf(text).toISOString());

/** What `pg` says where the server has no TLS. */
const withoutTls = 'The server does not support SSL connections';

/** The address as `pg` takes it, so that `sslmode` means what it means to libpq. */
function driverAddress(url: string, withTls: boolean): string {
  const address = new URL(url);
  const { searchParams: query } = address;
  query.set('uselibpqcompat', 'true');
  if (!withTls) query.set('sslmode', 'disable');
  else if (mayBePlain(url)) query.set('sslmode', 'prefer');
  // The authorities that Node knows.
  if (query.get('sslrootcert') === 'system') query.delete('sslrootcert');
  return address.href;
}

/** Whether `sslmode` leaves it to the server to encrypt. On a socket of this machine libpq ignores it. */
function mayBePlain(url: string): boolean {
  const { hostname, searchParams: query } = new URL(url);
  const isSocket = /^(\/|%2f)/i.test(hostname || (query.get('host') ?? ''));
  return isSocket || ['prefer', 'allow', null].includes(query.get('sslmode'));
}

/**
 * `pg` reads times only in ISO 8601, which PgBouncer keeps for each client. The limit would reach other
 * programs through a pooler, which may give each transaction to another process than it named at the
 * start: there only `query_timeout` holds.
 */
function sessionSettings(statementTimeout: number, client: pg.ClientBase): string {
  const backend = 'processID' in client ? Number(client.processID) : 0;
  return `SET datestyle = 'ISO';
    SELECT set_config('statement_timeout', '${statementTimeout}', false)
    WHERE pg_backend_pid() = ${backend}`;
}

/** How long a statement waits for the database to be prepared, in milliseconds. */
const prepareTimeout = 4_000;

/**
 * Runs statements on a pool. `prepareDatabase` runs before the first one, and again before the next one if
 * it failed.
 */
export function openConnection(
  options: PoolOptions,
  prepareDatabase: (pool: Pool) => Promise<void>,
) {
  const { now } = options;
  const pool = openPool(options);
  const timed = (sql: string) =>
    now ? sql.replaceAll('now()', `timestamptz '${new Date(now()).toISOString()}'`) : sql;
  const running = new Set<Promise<unknown>>();
  let closing = false;
  let prepared: Promise<void> | undefined;

  /** Unless that is done. Throws `DatabaseError` or `StoreUnavailable`. */
  async function prepare(): Promise<void> {
    prepared ??= prepareDatabase(pool).catch((error) => {
      prepared = undefined;
      throw error;
    });
    // A migration may take long, so a statement does not wait until it ends.
    const { promise, reject } = Promise.withResolvers<never>();
    const late = new StoreUnavailable('The database is not ready yet');
    const timer = setTimeout(() => reject(late), prepareTimeout);
    await Promise.race([prepared, promise]).finally(() => clearTimeout(timer));
  }

  const runOn =
    (client: pg.ClientBase): Run =>
    async (sql, values = []) => {
      const { rows, rowCount } = await client.query(timed(sql), [...values]);
      return { rows, count: rowCount ?? 0 };
    };

  async function onClient<T>(work: (run: Run) => Promise<T>): Promise<T> {
    if (closing) throw new StoreUnavailable('The database is not open');
    // An outage must not fill the memory with requests that wait for it.
    if (running.size >= mostRunning)
      throw new StoreOverloaded(`${mostRunning} requests are waiting`);
    const result = prepare()
      .then(() => pool.withClient((client) => work(runOn(client))))
      .catch(throwStoreError);
    running.add(result);
    return result.finally(() => running.delete(result));
  }

  const run: Run = <Row>(sql: string, values?: readonly unknown[]) =>
    onClient((query) => query<Row>(sql, values));

  const transaction: Database['transaction'] = (work) =>
    onClient(async (query) => {
      await query('BEGIN ISOLATION LEVEL READ COMMITTED');
      const result = await work(query);
      await query('COMMIT');
      return result;
    });

  return {
    prepare,
    run,
    transaction,
    /** Finishes what waits and disconnects. */
    async close() {
      closing = true;
      await Promise.allSettled(running);
      await pool.end();
    },
  };
}

/** Without the original error: its details hold the visitor's values, and errors are logged. */
function throwStoreError(error: unknown): never {
  if (error instanceof StoreUnavailable) throw error;
  if (error instanceof DatabaseError) throw new StoreUnavailable(error.message);
  // Data exceptions and broken constraints: https://www.postgresql.org/docs/current/errcodes-appendix.html
  if (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? ''))
    throw new Error(error.message);
  throw new StoreUnavailable(`The database cannot be used now: ${messageOf(error)}`);
}

/**
 * Whether the database cannot be used now and may be usable later without an operator: the network,
 * its resources, a restart, a standby that is not a primary yet, a lock of another program.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57|58|25006|55P03)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(ECONN|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|EHOST|ENET|EPIPE)/.test(code) ||
    /timeout|terminated/i.test(error.message)
  );
}
