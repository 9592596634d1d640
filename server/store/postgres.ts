import { randomBytes } from 'node:crypto';
import {
  Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  PostgresDialect,
  type RawBuilder,
  SchemableIdentifierNode,
  sql,
} from 'kysely';
import pg from 'pg';
import { bookingFields } from '../../booking/booking.ts';
import { postgres } from './dialects.ts';
import { prepareDatabase } from './postgres-migrations.ts';
import { isConflict, openPool, storeError } from './postgres-pool.ts';
import { postgresQuotas } from './postgres-rate-limits.ts';
import {
  type BookingRow,
  type Db,
  type Store,
  type StoreLimits,
  StoreUnavailable,
} from './store.ts';
import type { Tables } from './tables.ts';

interface PostgresOptions extends StoreLimits {
  url: string;
  /** Whether to migrate the database to this version's schema. */
  migrate: boolean;
}

/** The maximum number of calls that run or wait. */
const mostRunning = 1_000;

/** The maximum number of calls of `insert` in one statement. */
const mostTogether = 100;

/**
 * The store in a PostgreSQL database, for any number of servers. The store opens even while the database is
 * unavailable or another program migrates it. Every operation throws `StoreUnavailable` until the database is
 * ready. Throws `DatabaseError`, with a sentence for the operator, if an operator has to act
 * first.
 */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool(options.url, options) }),
    plugins: [withSchemas],
  });
  const running = new Set<Promise<unknown>>();
  let closing = false;
  let prepared: Promise<void> | undefined;

  /** Prepares the database once. A call does not wait for a long migration. */
  async function prepare(): Promise<void> {
    prepared ??= prepareDatabase(db, options.url, options.migrate).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    const { promise, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(new StoreUnavailable('not-ready', 'The database is not ready yet'));
    const timer = setTimeout(giveUp, options.prepareTimeout ?? 4_000);
    await Promise.race([prepared, promise]).finally(() => clearTimeout(timer));
  }

  async function call<T>(work: () => Promise<T>): Promise<T> {
    if (closing) throw new StoreUnavailable('closed', 'The database is not open');
    // An outage must not fill the memory with waiting requests.
    if (running.size >= mostRunning)
      throw new StoreUnavailable('overloaded', `${mostRunning} calls are waiting`);
    const result = prepare()
      .then(work)
      .catch((error: unknown) => {
        throw storeError(error);
      });
    running.add(result);
    return result.finally(() => running.delete(result));
  }

  const transaction = <T>(work: (db: Db) => Promise<T>) =>
    db.transaction().setIsolationLevel('read committed').execute(work);

  const twice = <T>(work: () => Promise<T>) =>
    work().catch((error: unknown) => {
      if (!isConflict(error)) throw error;
      return work();
    });

  const run = <T>(statement: RawBuilder<T>) => twice(() => statement.execute(db));
  const insert = sharedInserts(run);

  // If there is no password, the key is random and each server counts alone. An empty key would not hide addresses.
  const key = new URL(options.url).password || randomBytes(32);

  const store: Store = {
    dialect: postgres,
    read: (work) => call(() => work(db)),
    write: (work) => call(() => twice(() => transaction(work))),
    insert: (rows) => call(() => insert(rows)),
    quotas: postgresQuotas((statement) => call(() => run(statement)), key),
    async close() {
      closing = true;
      await Promise.allSettled(running);
      await db.destroy();
    },
  };
  await prepare().catch(async (error: unknown) => {
    if (error instanceof StoreUnavailable) return;
    await store.close();
    throw error;
  });
  return store;
}

/**
 * Returns a function that inserts the rows of one call, all or none. Calls that arrive while a statement runs share
 * the next one, so that they also share its round trip and its sync (docs/decisions/0043-bookings-share-an-insert.md).
 */
function sharedInserts(run: (statement: RawBuilder<unknown>) => Promise<unknown>) {
  let last: Promise<unknown> = Promise.resolve();
  let next: { calls: (readonly BookingRow[])[]; stored: Promise<unknown> } | undefined;

  function startNext() {
    const calls: (readonly BookingRow[])[] = [];
    const stored = last.then(() => {
      if (next?.calls === calls) next = undefined;
      return run(insertion(calls.flat()));
    });
    last = stored.catch(() => {});
    return { calls, stored };
  }

  return async (rows: readonly BookingRow[]): Promise<void> => {
    if (next === undefined || next.calls.length === mostTogether) next = startNext();
    const { calls, stored } = next;
    calls.push(rows);
    await stored.catch((error: unknown) => {
      // The database refused a row: the other calls must not fail with it.
      if (calls.length > 1 && error instanceof pg.DatabaseError) return run(insertion(rows));
      throw error;
    });
  };
}

/**
 * The `INSERT` of bookings. Its text never changes: one parameter has all rows. They are sorted by the lock that the
 * trigger takes for each (database/postgres/0001_baseline.sql). Otherwise two statements could wait for each other.
 */
const insertion = (rows: readonly BookingRow[]) => sql`
  INSERT INTO public.booking_requests
    (${fields}, source, time_zone, language, spam_signals, state, search_text)
  SELECT ${fields}, source, time_zone, language, spam_signals, state, search_text
  FROM json_populate_recordset(NULL::public.booking_requests, ${JSON.stringify(rows)})
  ORDER BY hashtextextended(json_build_array(${fields})::text COLLATE "C", 0) & 1023`;

const fields = sql.raw(bookingFields.join(', '));

/** A data interface exposes the schema `public`, which has only one table. */
const schemas: Record<keyof Tables, string> = {
  booking_requests: 'public',
  deliveries: 'booking_private',
  lead_events: 'booking_private',
  lead_reads: 'booking_private',
  sources: 'booking_private',
  page_loads: 'booking_private',
  erased: 'booking_private',
  jobs: 'booking_private',
  timestamps: 'booking_private',
  installation: 'booking_private',
  inbox_links: 'booking_private',
  inbox_sessions: 'booking_private',
};

const schemaOf = new Map(Object.entries(schemas));

class SchemaTransformer extends OperationNodeTransformer {
  protected override transformSchemableIdentifier(node: SchemableIdentifierNode) {
    const { name } = node.identifier;
    const schema = schemaOf.get(name);
    if (node.schema !== undefined || schema === undefined) return node;
    return SchemableIdentifierNode.createWithSchema(schema, name);
  }
}

const transformer = new SchemaTransformer();

/** Adds the schema to each table's name, because a pooler does not keep a client's search_path. */
const withSchemas: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};
