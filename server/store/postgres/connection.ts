import pg from 'pg';
import type { Row } from '../rows.ts';
import { StatementError, StoreOverloaded, StoreUnavailable } from '../store.ts';

export interface ConnectionOptions {
  url: string;
  /** How many connections at the most. */
  poolSize?: number | undefined;
  /** How many requests may wait or run; more are refused with `StoreOverloaded`. */
  queueLimit?: number | undefined;
  /** After how long a statement is given up, in milliseconds. */
  statementTimeout?: number | undefined;
}

type Values = readonly unknown[];
export type Statement = (sql: string, values?: Values) => Promise<{ rows: Row[]; count: number }>;

/**
 * A pool of connections. What runs on it throws `StoreUnavailable` or `StoreOverloaded`; what the
 * request itself is to blame for (bad data, a broken constraint) is a plain error.
 */
export interface Connection {
  pool: pg.Pool;
  run: Statement;
  /** Several statements, all or nothing. */
  together<T>(work: (run: Statement) => Promise<T>): Promise<T>;
  /** Finishes what waits and lets go of the database. */
  close(): Promise<void>;
}

/** How long to wait for a connection, in milliseconds: a visitor waits behind it. */
const connectTimeout = 2_000;

export function openConnection(options: ConnectionOptions): Connection {
  const { queueLimit = 1_000, statementTimeout = 2_500 } = options;
  const running = new Set<Promise<unknown>>();
  let closing = false;
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: 'lodemark',
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: connectTimeout,
    // For a server that is silent: such a connection leaves the pool, and nobody waits on it.
    query_timeout: statementTimeout + 250,
    keepAlive: true,
    // Waited for before the connection is used.
    onConnect(client) {
      // One that breaks between two statements: the next one says so.
      client.on('error', () => {});
      return client.query(sessionSettings(statementTimeout));
    },
  });
  // A connection that breaks while idle has left the pool by now.
  pool.on('error', () => {});

  async function use<T>(work: (run: Statement) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      const result = await work((sql, values = []) => statement(client, sql, values));
      client.release();
      return result;
    } catch (error) {
      client.release(!isOwnFault(error));
      throw error;
    }
  }

  async function tracked<T>(work: (run: Statement) => Promise<T>): Promise<T> {
    if (closing) throw new StoreUnavailable('The database is not open');
    if (running.size >= queueLimit) throw new StoreOverloaded(`${queueLimit} requests are waiting`);
    const result = use(work).catch((error) => {
      // Without the original: its details hold the visitor's words, and errors are logged.
      if (isOwnFault(error)) throw new Error(messageOf(error));
      const Failure = isRefusal(error) ? StatementError : StoreUnavailable;
      throw new Failure(`The database cannot be used now: ${messageOf(error)}`);
    });
    running.add(result);
    return result.finally(() => running.delete(result));
  }

  return {
    pool,
    run: (sql, values) => tracked((run) => run(sql, values)),
    together: (work) =>
      tracked(async (run) => {
        await run('BEGIN');
        try {
          const result = await work(run);
          await run('COMMIT');
          return result;
        } catch (error) {
          // A connection that failed is not kept, and its transaction ends with it.
          if (isOwnFault(error)) await run('ROLLBACK');
          throw error;
        }
      }),
    async close() {
      closing = true;
      await Promise.allSettled(running);
      await pool.end();
    },
  };
}

/**
 * `synchronous_commit` off would acknowledge a booking before it is on disk. A transaction whose
 * program fell silent must not hold its locks. `pg` reads times in ISO 8601 alone.
 */
function sessionSettings(statementTimeout: number): string {
  return `SET statement_timeout = ${statementTimeout};
    SET idle_in_transaction_session_timeout = 10000;
    SET datestyle = 'ISO';
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'`;
}

async function statement(client: pg.PoolClient, sql: string, values: Values) {
  const { rows, rowCount } = await client.query<Row>(sql, [...values]);
  return { rows, count: rowCount ?? 0 };
}

/** Data exceptions and broken constraints: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isOwnFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}

function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isAway(error);
}

/**
 * Whether the database is not there now, and may be there again without anybody's doing: the
 * network, the connection, its resources, a restart, a standby that is no primary yet, a lock that
 * another program holds.
 */
export function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57|58|25006|55P03)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(ECONN|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|EHOST|ENET|EPIPE)/.test(code) ||
    /timeout|terminated/i.test(error.message)
  );
}

/** With several addresses of one host, Node's error has its words in its parts. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
