import { accessSync, constants } from 'node:fs';
import type { Config } from '../config/config.ts';
import type { ChannelName } from '../store/delivery.ts';
import { databaseName, embeddedFile, openStore } from '../store/open.ts';
import {
  type BookingFilter,
  DatabaseError,
  type Store,
  type StoredBooking,
} from '../store/store.ts';

/** Longer than the server's: nobody waits for a page, and a list may be long. In milliseconds. */
const statementTimeout = 120_000;

/**
 * Opens the store beside a running server, lets `work` use it and closes it. Makes no database
 * where none is: throws `DatabaseError`. `channels`: those that the command delivers by.
 */
export async function withStore<T>(
  config: Config,
  work: (store: Store) => Promise<T>,
  channels: readonly ChannelName[] = [],
): Promise<T> {
  const file = embeddedFile(config);
  if (file !== undefined) mustBeThere(file);
  const store = await openStore(config, { channels, migrate: false, statementTimeout });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** How many rows one call to the store brings: short transactions beside the server. */
const pageSize = 1000;

/** The bookings page by page, the newest first, at most `limit`. */
export async function* pagesOf(
  store: Store,
  filter: BookingFilter,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<StoredBooking[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (let left = limit; left > 0; ) {
    const page = await store.listBookings({ ...filter, before, limit: Math.min(pageSize, left) });
    if (page.length === 0) return;
    yield page;
    left -= page.length;
    before = page.at(-1)?.id ?? 0;
  }
}

/**
 * The file of the embedded database, which may not be there. Throws `DatabaseError` where there is
 * another, with what to use `instead`.
 */
export function mustBeEmbedded(config: Config, instead: string): string {
  const file = embeddedFile(config);
  if (file !== undefined) return file;
  throw new DatabaseError(
    `The bookings are in ${databaseName(config)} (DATABASE_URL is set), which has tools of its own: ${instead}`,
  );
}

/** Throws `DatabaseError` where the file cannot be used. */
export function mustBeThere(file: string): void {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    const hidden = error instanceof Error && 'code' in error && error.code !== 'ENOENT';
    throw new DatabaseError(
      hidden
        ? `You may not read and write ${file}: run this as the user that the server runs as.`
        : `There is no database at ${file}: start the server once, or set DATA_DIR.`,
    );
  }
}
