import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { BookingRow } from './store.ts';

/** The maximum number of calls in one statement. */
const largestBatch = 100;

interface Waiting {
  rows: readonly BookingRow[];
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Returns a function that inserts the rows of one call, all or none. Calls that arrive while a statement runs share
 * the next one, so that they also share its round trip and its sync. `run` runs a statement.
 */
export function createInserts(run: (statement: RawBuilder<unknown>) => Promise<unknown>) {
  const waiting: Waiting[] = [];
  let running = false;

  const insert = (rows: readonly BookingRow[]) => run(insertion(rows));

  async function insertWaiting(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, largestBatch);
      await insert(batch.flatMap(({ rows }) => rows)).then(
        () => {
          for (const { resolve } of batch) resolve();
        },
        (error: unknown) => {
          // The database refused a row: the other calls must not fail with it.
          const isRefused = batch.length > 1 && error instanceof pg.DatabaseError;
          for (const { rows, resolve, reject } of batch)
            if (isRefused) insert(rows).then(resolve, reject);
            else reject(error);
        },
      );
    }
    running = false;
  }

  return (rows: readonly BookingRow[]): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ rows, resolve, reject });
      if (!running) void insertWaiting();
    });
}

/**
 * Sorts the rows by the lock that the trigger takes for each (database/postgres/0001_baseline.sql). Otherwise two
 * statements could wait for each other.
 */
const insertion = (rows: readonly BookingRow[]) => sql`
  INSERT INTO public.booking_requests
    (name, company_name, email, source, time_zone, language, spam_signals, state, search_text)
  SELECT name, company_name, email, source, time_zone, language, spam_signals, state, search_text
  FROM json_populate_recordset(NULL::public.booking_requests, ${JSON.stringify(rows)})
  ORDER BY hashtextextended(json_build_array(name, company_name, email)::text COLLATE "C", 0) & 1023`;
