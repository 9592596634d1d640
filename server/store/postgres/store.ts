import type { ChannelName } from '../delivery.ts';
import { DatabaseError, type SharedQuotas, type Store, StoreUnavailable } from '../store.ts';
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts';
import { postgresDeliveries } from './deliveries.ts';
import { postgresErasure } from './erasure.ts';
import { postgresInserts } from './inserts.ts';
import { postgresLists } from './lists.ts';
import { type Listener, listenForDeliveries } from './notifications.ts';
import { postgresQuotas } from './rate-limits.ts';
import { preparePostgres } from './schema.ts';

export interface PostgresOptions extends ConnectionOptions {
  /** A login that may change the schema; without it the schema must be there. */
  migrateUrl?: string | undefined;
  /** The channels for which bookings get deliveries from now on, whatever program takes them. */
  channels?: readonly ChannelName[] | undefined;
  /** Milliseconds since 1970; without it the database's clock, which is one for all servers. */
  now?: (() => number) | undefined;
}

/** The store, and what else is shared through the database. */
export interface PostgresStore extends Store {
  quotas: SharedQuotas;
}

/**
 * The store in a PostgreSQL database, for any number of servers. While the database is away, silent
 * or being migrated it opens all the same, and every operation throws `StoreUnavailable` until it is
 * ready. Throws `DatabaseRefused`, with a sentence for the operator, when it cannot be used as it is.
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresStore> {
  const { url, migrateUrl, channels = [], now } = options;
  const connection = openConnection(options);
  const ready = whenReady(connection, () => preparePostgres(connection.pool, migrateUrl, channels));
  try {
    await ready.prepareInTime();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) {
      await connection.close();
      throw error;
    }
  }
  const time = () => (now === undefined ? null : new Date(now()));
  const { quotas, close: closeAllowances } = postgresQuotas(ready.run);
  let listener: Listener | undefined;
  return {
    quotas,
    ...postgresInserts(ready, time),
    ...postgresLists(ready),
    ...postgresDeliveries(ready, time),
    ...postgresErasure(ready, time),
    listen(wake) {
      listener = listenForDeliveries(url, wake);
    },
    async check() {
      await ready.run(
        `INSERT INTO booking_private.checks (checked_at) VALUES (now())
         ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`,
      );
    },
    async close() {
      closeAllowances();
      await listener?.close();
      await connection.close();
    },
  };
}

/** How long a request waits until the database is prepared, in milliseconds. */
const prepareLimit = 4_000;

/** Prepares before the first statement, as often as it takes. */
function whenReady(connection: Connection, prepareDatabase: () => Promise<void>) {
  let isReady = false;
  let preparing: Promise<void> | undefined;

  function prepare(): Promise<void> {
    preparing ??= prepareDatabase()
      .then(() => {
        isReady = true;
      })
      .finally(() => {
        preparing = undefined;
      });
    return preparing;
  }

  /** Nobody waits longer than for a statement: a migration elsewhere may take its time. */
  async function prepareInTime(): Promise<void> {
    const patience = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => patience.reject(new StoreUnavailable('The database is not ready yet')),
      prepareLimit,
    );
    await Promise.race([prepare(), patience.promise]).finally(() => clearTimeout(timer));
  }

  async function prepareLate(): Promise<void> {
    try {
      await prepareInTime();
    } catch (error) {
      throw error instanceof DatabaseError ? new StoreUnavailable(error.message) : error;
    }
  }

  /** At once when it can be: what was asked before a stop is still done. */
  const first = <T>(work: () => Promise<T>) => (isReady ? work() : prepareLate().then(work));

  const run: Connection['run'] = (sql, values) => first(() => connection.run(sql, values));
  const together: Connection['together'] = (work) => first(() => connection.together(work));
  return { prepareInTime, run, together };
}
