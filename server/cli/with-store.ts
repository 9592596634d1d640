import { UsageError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import { type BookingFilter, listBookings, type StoredBooking } from '../store/bookings.ts';
import { databaseName, embeddedFile, migrateStore, openStore } from '../store/open.ts';
import { chunksOf, DatabaseError, type Store, type StoreLimits } from '../store/store.ts';
import { failed, shorten, succeeded } from './output.ts';

/** Milliseconds. Longer than the server's limits, because no visitor waits and a list can be long. */
const patient = { statementTimeout: 120_000, connectTimeout: 20_000, prepareTimeout: 20_000 };

/** Opens the store for `work`. A server may be running. Throws `StoreUnavailable` if there is no database. */
export async function withStore<T>(
  config: Config,
  work: (store: Store) => Promise<T>,
  limits: StoreLimits = patient,
): Promise<T> {
  const store = await openStore(config, { migrate: false, ...limits });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Migrates the database to this version. */
export async function migrate(config: Config): Promise<number> {
  await migrateStore(config);
  return succeeded(`${databaseName(config)} is up to date.`);
}

/** How many rows one call reads. Transactions are short, so that the server can write in between. */
const pageSize = 1000;

/**
 * Finds the bookings that a command names by number or address. With `quarantined`, it returns only quarantined
 * bookings: those among the named ones, or all of them if no booking is named. Prints names that it did not find.
 * Throws `UsageError` if there are no names and `quarantined` is false.
 */
export async function findNamed(
  store: Store,
  named: readonly (string | number)[],
  quarantined = false,
): Promise<{ found: StoredBooking[]; isAll: boolean }> {
  if (named.length === 0 && !quarantined) throw new UsageError('ID is missing. See --help.');
  const ids = named.filter((one) => typeof one === 'number');
  const emails = named.filter((one) => typeof one === 'string').map((email) => ({ email }));
  const filters =
    named.length === 0
      ? [{ state: 'quarantined' } as const]
      : [...chunksOf(ids).map((part) => ({ ids: part })), ...emails];
  const found = new Map<number, StoredBooking>();
  for (const filter of filters)
    for await (const page of pagesOf(store, filter))
      for (const booking of page) found.set(booking.id, booking);
  const names = new Set([...found.values()].flatMap(({ id, email }) => [id, email.toLowerCase()]));
  const missing = named.filter((one) => !names.has(one));
  if (missing.length > 0) failed(`Not found: ${shorten(missing)}.`);
  const chosen = [...found.values()].filter((one) => !quarantined || one.state === 'quarantined');
  return { found: chosen, isAll: missing.length === 0 };
}

/** Reads bookings page by page, newest first, at most `limit`. */
export async function* pagesOf(
  store: Store,
  filter: BookingFilter,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<StoredBooking[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (let left = limit; left > 0; ) {
    const page = await listBookings(store, { ...filter, before, limit: Math.min(pageSize, left) });
    if (page.length === 0) return;
    yield page;
    left -= page.length;
    before = page.at(-1)?.id ?? 0;
  }
}

/**
 * The file of the embedded database. With PostgreSQL, throws a `DatabaseError` that names the tool to use `instead`.
 */
export function mustBeEmbedded(config: Config, instead: string): string {
  const file = embeddedFile(config);
  if (file !== undefined) return file;
  throw new DatabaseError(
    'other-engine',
    `The leads are in ${databaseName(config)} (DATABASE_URL is set). Use PostgreSQL's own tools: ${instead}`,
  );
}
