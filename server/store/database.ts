import type { InsertOptions, NewBooking } from './booking.ts';
import type { ChannelName } from './delivery.ts';

/**
 * Runs one statement of PostgreSQL's SQL, in which $1, $2 … stand for the values. `Row`: the columns that
 * it gives, with times as ISO 8601 in UTC. `count`: the rows that it gave or changed. Throws
 * `StoreUnavailable`, and a plain error for bad data or a broken constraint.
 */
export type Run = <Row>(
  sql: string,
  values?: readonly unknown[],
) => Promise<{ rows: Row[]; count: number }>;

/** An engine with its database: all that the operations need. */
export interface Database {
  run: Run;
  /** Runs `work` in one transaction, in which each statement sees what others committed before it. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /** The channels configured: by them a new booking has to reach the provider. */
  channels: readonly ChannelName[];
  /** Stores all with their deliveries or none, on disk. `repeated`: they are there already or were erased. */
  insertBookings(
    bookings: readonly NewBooking[],
    options?: InsertOptions,
  ): Promise<{ repeated: boolean }>;
  /** Proves that a booking can be stored: inserts one, takes it back, and sees a commit reach the disk. */
  check(): Promise<void>;
  /** Adds the deliveries of a few bookings from before the channel was configured. */
  backfill(channel: ChannelName): Promise<void>;
  /** Makes the deliveries of a booking that was accepted in this transaction, where no trigger does. */
  addDeliveries(bookingId: number): Promise<void>;
}
