import type { ChannelName } from './delivery.ts';
import type { Row } from './rows.ts';

/**
 * Runs one statement, in which $1, $2 … stand for the values. `count`: the rows that it gave or changed.
 * Throws `StoreUnavailable`, and a plain error for bad data or a broken constraint.
 */
export type Run = (
  sql: string,
  values?: readonly unknown[],
) => Promise<{ rows: Row[]; count: number }>;

/** Runs `work` in one transaction, in which each statement sees what others committed before it. */
export type Transaction = <T>(work: (run: Run) => Promise<T>) => Promise<T>;

/** An engine with its database: all that the operations need which are the same for both. */
export interface Database {
  run: Run;
  transaction: Transaction;
  /** The time, or null for the database's own clock: the value $1 of a statement with `sql.now`. */
  now(): Date | null;
  sql: Dialect;
  /** The channels configured: by them a new booking has to reach the provider. */
  channels: readonly ChannelName[];
  /** Adds the deliveries of a few bookings from before the channel was configured. */
  backfill(channel: ChannelName): Promise<void>;
  /** Makes the deliveries of a booking that was accepted in this transaction, where no trigger does. */
  addDeliveries(bookingId: number): Promise<void>;
}

/** What the engines write in different words. The rest of the SQL is the same, tables with their schema. */
export interface Dialect {
  /** The time of the operation. */
  now: string;
  /** The time that is so many milliseconds later. */
  later(milliseconds: string): string;
  /** All bookings, with the columns that `toBooking` reads. */
  bookings: string;
  /** The hash of a booking's key and values that stays when it is erased. */
  requestHash: string;
  /** Whether it is in the list, a value. */
  isOneOf(value: string, list: string): string;
  /** Whether a part is in a text, in any case. */
  contains(text: string, part: string): string;
  /** Whether an address is the booking's, in any case, by the index. */
  isEmail(address: string): string;
  /** The time of a booking in a condition of a list, which goes by the ids. */
  createdAt: string;
  /** The day of a booking in UTC, as ISO 8601. */
  day: string;
  /** Locks rows, where there is more than one writer at a time. */
  lock(clause: string): string;
}
