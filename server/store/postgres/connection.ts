import { Socket } from 'node:net';
import pg from 'pg';
import type { Row } from '../rows.ts';
import {
  DatabaseError,
  messageOf,
  StatementError,
  StoreOverloaded,
  StoreUnavailable,
} from '../store.ts';

export interface ConnectionOptions {
  url: string;
  /** How long a statement may take, in milliseconds. */
  statementTimeout?: number | undefined;
}

/**
 * Runs one statement. Throws `StoreUnavailable` or `StoreOverloaded`, and a plain error for what the
 * request is to blame for (bad data, a broken constraint).
 */
export type Run = (
  sql: string,
  values?: readonly unknown[],
) => Promise<{ rows: Row[]; count: number }>;

/** Connections of one server, besides the one that listens for notifications. */
const poolSize = 10;

/** Statements that may wait or run; more are refused with `StoreOverloaded`. */
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
  { url, statementTimeout = 2_500 }: ConnectionOptions,
  prepareDatabase: (pool: pg.Pool) => Promise<void>,
) {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'lodemark',
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    // A server that does not answer: the connection is thrown away.
    query_timeout: statementTimeout + 250,
    keepAlive: true,
    // Not at the start of the connection: a pooler would refuse such settings.
    onConnect: (client) => client.query(sessionSettings(statementTimeout)),
  });
  // An idle connection that breaks has left the pool by then.
  pool.on('error', () => {});
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

  async function execute(sql: string, values: readonly unknown[]) {
    try {
      await prepare();
      const { rows, rowCount } = await pool.query<Row>(sql, [...values]);
      return { rows, count: rowCount ?? 0 };
    } catch (error) {
      throw storeErrorOf(error);
    }
  }

  const run: Run = async (sql, values = []) => {
    if (closing) throw new StoreUnavailable('The database is not open');
    if (running.size >= queueLimit)
      throw new StoreOverloaded(`${queueLimit} statements are waiting`);
    const result = execute(sql, values);
    running.add(result);
    return result.finally(() => running.delete(result));
  };

  return {
    prepare,
    run,
    /** Finishes what waits and disconnects. */
    async close() {
      closing = true;
      await Promise.allSettled(running);
      await pool.end();
    },
  };
}

/**
 * `synchronous_commit` off would acknowledge a booking before it is on disk. `pg` reads times only
 * in ISO 8601.
 */
function sessionSettings(statementTimeout: number): string {
  return `SET statement_timeout = ${statementTimeout};
    SET datestyle = 'ISO';
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'`;
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

/** How long to wait for the other side to disconnect, in milliseconds. */
const endTimeout = 1_000;

export type Session = ReturnType<typeof newSession>;

/**
 * A connection outside the pool that is not made yet. `queryTimeout`: the limit of one statement, in
 * milliseconds.
 */
export function newSession(url: string, name: string, queryTimeout: number) {
  // Our own, so that it can be destroyed: `end` waits for the other side.
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 3_000,
    query_timeout: queryTimeout,
    keepAlive: true,
    stream: () => socket,
  });
  // A break is also an error of the statement that runs, or of the next one.
  client.on('error', () => {});
  return {
    client,
    /** Disconnects. Resolves within about a second, also when the other side is silent. */
    async end() {
      const timer = setTimeout(() => socket.destroy(), endTimeout);
      await client.end().catch(() => {});
      clearTimeout(timer);
    },
  };
}
