import pg from 'pg';
import type { Run, Transaction } from '../database.ts';
import type { Row } from '../rows.ts';
import {
  DatabaseError,
  messageOf,
  StatementError,
  StoreOverloaded,
  StoreUnavailable,
} from '../store.ts';
import { backendOf, type Queryable, serversIn } from './servers.ts';

export interface ConnectionOptions {
  /** Of several hosts one that can be written is used until it fails. */
  url: string;
  /** Connections of one server, besides the one that listens for notifications. */
  poolSize?: number | undefined;
  /** How long a statement may take, in milliseconds. */
  statementTimeout?: number | undefined;
}

/** Operations that may wait or run; more are refused with `StoreOverloaded`. */
const queueLimit = 1_000;

/** How long to wait for a connection, in milliseconds: a visitor waits behind it. */
const connectTimeout = 2_000;

/** How long a statement waits for the database to be prepared, in milliseconds. */
const prepareTimeout = 4_000;

/**
 * A pool of connections. `prepareDatabase` runs before the first statement, and again before the
 * next one if it failed.
 */
export function openConnection(
  { url, poolSize = 10, statementTimeout = 2_500 }: ConnectionOptions,
  prepareDatabase: (database: Queryable) => Promise<void>,
) {
  const servers = serversIn(url);
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor() {
        super({
          connectionString: servers.current(),
          application_name: 'lodemark',
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
      await client.query(sessionSettings(statementTimeout, backendOf(client)));
      await servers.check(client);
    },
  });
  // An idle connection that breaks has left the pool by then.
  pool.on('error', () => {});
  const running = new Set<Promise<unknown>>();
  let closing = false;
  let prepared: Promise<void> | undefined;

  /** Unless that is done. Throws `DatabaseError` or `StoreUnavailable`. */
  async function prepare(): Promise<void> {
    const query = (sql: string, values?: unknown[]) =>
      withClient((client) => client.query<Row>(sql, values));
    prepared ??= prepareDatabase({ query }).catch((error) => {
      prepared = undefined;
      throw error;
    });
    // A migration may take long, so a statement does not wait until it ends.
    const { promise, reject } = Promise.withResolvers<never>();
    const late = new StoreUnavailable('The database is not ready yet');
    const timer = setTimeout(() => reject(late), prepareTimeout);
    await Promise.race([prepared, promise]).finally(() => clearTimeout(timer));
  }

  /** A connection that failed is closed, which also rolls back. */
  async function withClient<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = await servers.connect(() => pool.connect());
    let failed = true;
    try {
      const result = await work(client);
      failed = false;
      return result;
    } finally {
      client.release(failed);
    }
  }

  async function execute<T>(work: (run: Run) => Promise<T>): Promise<T> {
    try {
      await prepare();
      return await withClient((client) =>
        work(async (sql, values = []) => {
          const { rows, rowCount } = await client.query<Row>(sql, [...values]);
          return { rows, count: rowCount ?? 0 };
        }),
      );
    } catch (error) {
      throw storeErrorOf(error);
    }
  }

  /** Throws `StoreOverloaded`, and `StoreUnavailable` once it is closed. */
  async function onConnection<T>(work: (run: Run) => Promise<T>): Promise<T> {
    if (closing) throw new StoreUnavailable('The database is not open');
    if (running.size >= queueLimit)
      throw new StoreOverloaded(`${queueLimit} operations are waiting`);
    const result = execute(work);
    running.add(result);
    return result.finally(() => running.delete(result));
  }

  const run: Run = (sql, values) => onConnection((query) => query(sql, values));

  const transaction: Transaction = (work) =>
    onConnection(async (query) => {
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

/**
 * `pg` reads times only in ISO 8601, which PgBouncer keeps for each client. The limit of `backend`
 * would reach other programs through a pooler: there only `query_timeout` holds.
 */
function sessionSettings(statementTimeout: number, backend: number): string {
  return `SET datestyle = 'ISO';
    SELECT set_config('statement_timeout', '${statementTimeout}', false)
    WHERE pg_backend_pid() = ${backend}`;
}

/** Without the original error: its details hold the visitor's values, and errors are logged. */
function storeErrorOf(error: unknown): Error {
  if (error instanceof StoreUnavailable) return error;
  if (error instanceof DatabaseError) return new StoreUnavailable(error.message);
  const message = `The database cannot be used now: ${messageOf(error)}`;
  if (!(error instanceof pg.DatabaseError) || isUnavailable(error))
    return new StoreUnavailable(message);
  // Data exceptions and broken constraints: https://www.postgresql.org/docs/current/errcodes-appendix.html
  return /^2[23]/.test(error.code ?? '') ? new Error(error.message) : new StatementError(message);
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
