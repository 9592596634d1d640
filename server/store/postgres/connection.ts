import pg from 'pg';
import type { Run, Transaction } from '../database.ts';
import type { Row } from '../rows.ts';
import { DatabaseError, messageOf, StatementError, StoreUnavailable } from '../store.ts';
import { openPool, type Pool, type PoolOptions } from './pool.ts';

/** How long a statement waits for the database to be prepared, in milliseconds. */
const prepareTimeout = 4_000;

/**
 * A pool of connections. `prepareDatabase` runs before the first statement, and again before the
 * next one if it failed.
 */
export function openConnection(
  options: PoolOptions,
  prepareDatabase: (pool: Pool) => Promise<void>,
) {
  const pool = openPool(options);
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

  async function execute<T>(work: (run: Run) => Promise<T>): Promise<T> {
    try {
      await prepare();
      return await pool.withClient((client) =>
        work(async (sql, values = []) => {
          const { rows, rowCount } = await client.query<Row>(sql, [...values]);
          return { rows, count: rowCount ?? 0 };
        }),
      );
    } catch (error) {
      throw storeErrorOf(error);
    }
  }

  async function onConnection<T>(work: (run: Run) => Promise<T>): Promise<T> {
    if (closing) throw new StoreUnavailable('The database is not open');
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
