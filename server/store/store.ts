import type { Booking } from '../../booking/booking.ts';

/** How a booking came, as far as it decides whether it is a repeat. */
export interface Origin {
  /** The Idempotency-Key. The same key with the same words is stored once. */
  key?: string;
  /** Posted by the form itself, without a key: the same words within 24 hours are stored once. */
  native?: boolean;
}

/** A row of `booking_requests`. `created_at` is ISO 8601 in UTC with milliseconds. */
export interface StoredBooking extends Booking {
  id: number;
  created_at: string;
  request_id: string | null;
}

/** Where bookings are kept. Every operation throws `StoreUnavailable` or `StoreOverloaded`. */
export interface Store {
  /** Resolves after the commit is on disk. All bookings or none; `repeated`: none, they are there already. */
  insertBookings(bookings: readonly Booking[], origin?: Origin): Promise<{ repeated: boolean }>;
  /** Whether `insertBookings` would find this booking stored already. */
  isRepeat(booking: Booking, origin: Origin): Promise<boolean>;
  /** Newest first; `before` is the id after which to go on. */
  listBookings(page: { limit: number; before?: number }): Promise<StoredBooking[]>;
  /** Resolves when the store answers and a commit reaches the disk. */
  check(): Promise<void>;
  /** Finishes what waits and lets go of the database. */
  close(): Promise<void>;
}

/** The store cannot be reached or written now. Nothing was acknowledged. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** More is waiting than the queue holds. Nothing was acknowledged. */
export class StoreOverloaded extends Error {
  override name = 'StoreOverloaded';
}

/** The database must not be opened by this version. The message is a sentence for the operator. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused';
}
