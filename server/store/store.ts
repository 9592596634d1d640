import type { Booking } from '../../booking/booking.ts';
import type { SpamSignal } from '../../booking/spam.ts';
import type {
  AcquiredDelivery,
  ChannelName,
  ChannelSummary,
  Erasure,
  Outcome,
  StoredDelivery,
} from './delivery.ts';

/** How a booking came, as far as it decides whether it is a repeat. */
export interface Origin {
  /**
   * The Idempotency-Key. The same key with the same words is stored once, and so are words that came
   * without a key within the 24 hours before: the form posted itself, then the script sent them.
   */
  key?: string;
  /** Posted by the form itself, without a key: the same words within 24 hours are stored once. */
  native?: boolean;
}

/**
 * Within this time the same words are the same booking where one of the two had no key. In
 * milliseconds. PostgreSQL has it in `booking_private.has_words`.
 */
export const nativeRepeatWindow = 24 * 60 * 60 * 1000;

/** A booking to be stored. One with a reason to suspect spam gets no deliveries until it is accepted. */
export interface NewBooking extends Booking {
  spam_signals?: readonly SpamSignal[];
}

/** `dead` when any delivery is, then `pending`; `none`: it has no delivery yet; `suspect`: not accepted yet. */
export const bookingStates = ['pending', 'done', 'dead', 'none', 'quarantined'] as const;

export type BookingState = (typeof bookingStates)[number];

/** A row of `booking_requests`. `created_at` is ISO 8601 in UTC with milliseconds. */
export interface StoredBooking extends Booking {
  id: number;
  created_at: string;
  request_id: string | null;
  state: BookingState;
  /** The codes of why it looked like spam; also after it was accepted. */
  spam_signals: string[];
  accepted_at: string | null;
}

/** Which bookings. Times in milliseconds since 1970, `until` excluded; `text` is in any of the fields. */
export interface BookingFilter {
  since?: number;
  until?: number;
  text?: string;
  /** Exactly this address, without regard to case. */
  email?: string;
  state?: BookingState;
  /** None that waits to be accepted. */
  withoutQuarantined?: boolean;
}

/** A page of a list: the newest bookings with an id below `before`. */
export interface BookingPage extends BookingFilter {
  limit: number;
  before?: number;
}

/** The suspects that wait to be accepted. `oldest`: when the first of them came. */
export interface QuarantineSummary {
  count: number;
  oldest: string | null;
}

/** Where bookings are kept. Every operation throws `StoreUnavailable` or `StoreOverloaded`. */
export interface Store {
  /**
   * Resolves after the commit of the bookings and their deliveries is on disk. All bookings or
   * none; `repeated`: none, they are there already or were erased.
   */
  insertBookings(bookings: readonly NewBooking[], origin?: Origin): Promise<{ repeated: boolean }>;
  /** Newest first. */
  listBookings(page: BookingPage): Promise<StoredBooking[]>;
  countBookings(filter?: BookingFilter): Promise<number>;
  findBooking(
    id: number,
  ): Promise<{ booking: StoredBooking; deliveries: StoredDelivery[] } | undefined>;
  /**
   * Takes the due delivery of the oldest booking and counts a try. Until the lease ends, after
   * `leaseFor` milliseconds, nobody else gets it. Bookings that came before the channel was
   * configured, and reached nobody by another, get their deliveries here, a few at a time, when
   * nothing else is due.
   */
  acquireDelivery(channel: ChannelName, leaseFor: number): Promise<AcquiredDelivery | undefined>;
  /** Writes what became of the try, and gives the lease back. False, and nothing written: it was lost. */
  completeDelivery(acquired: AcquiredDelivery, outcome: Outcome): Promise<boolean>;
  /** Makes due what only waits for the channel, at most `limit`. Gives how many. */
  retryUnavailable(channel: ChannelName, limit: number): Promise<number>;
  /** Sends again: every delivery of the booking, or all dead ones. Gives how many. */
  replayDeliveries(which: { booking: number } | 'dead'): Promise<number>;
  /** It has reached the provider by another way: what is open is not tried any more. Gives how many. */
  markDeliveriesDone(which: { booking: number } | 'dead'): Promise<number>;
  /**
   * Takes a suspect for a real booking: its deliveries are due, for a channel that has looked at the
   * bookings since; a later one finds it among them. `accepted` is false, and nothing done, when it
   * is none or was accepted before. `due`: how many deliveries were made.
   */
  acceptBooking(id: number): Promise<{ accepted: boolean; due: number }>;
  summarizeQuarantine(): Promise<QuarantineSummary>;
  /** At most `limit` bookings with their deliveries. A hash of each key with its words stays. */
  eraseBookings(which: Erasure, limit: number): Promise<{ erased: number; undelivered: number }>;
  /** How the deliveries of each channel stand that has any open. */
  summarizeDeliveries(): Promise<ChannelSummary[]>;
  /**
   * Calls back when another program may have made deliveries, as far as the engine hears of it. For
   * whoever delivers, once; what is not heard is found by looking again.
   */
  listen(wake: () => void): void;
  /** Resolves when the store answers and a commit reaches the disk. */
  check(): Promise<void>;
  /** Where the requests are counted for all servers on one database; without it each counts its own. */
  quotas?: SharedQuotas;
  /** Finishes what waits and lets go of the database. */
  close(): Promise<void>;
}

/** How many requests one address may send in a window. */
export interface Quota {
  requests: number;
  /** The length of the window, which begins with the first request in it. */
  seconds: number;
}

/** The answer to one request of an address. */
export interface QuotaResult {
  /** In how many milliseconds to try again; 0: the request is within the quota. */
  wait: number;
  /** Uncounts the request, unless its window is over. For a 503 of ours only. */
  refund(): Promise<void>;
}

/** Counts one request of `address`. */
export type ConsumeQuota = (address: string) => Promise<QuotaResult>;

/** Counts the requests of all addresses, for all servers on one database. */
export type SharedQuotas = (size: Quota) => ConsumeQuota;

/** The store cannot be reached or written now. Nothing was acknowledged. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** The database is there and refuses the statement: what it needs is missing or not allowed. */
export class StatementError extends StoreUnavailable {
  override name = 'StatementError';
}

/** More is waiting than the queue holds. Nothing was acknowledged. */
export class StoreOverloaded extends Error {
  override name = 'StoreOverloaded';
}

/** The database must not be opened by this version. The message is a sentence for the operator. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

export const quotaExceeded = (wait: number): QuotaResult => ({
  wait: Math.max(1, wait),
  refund: async () => {},
});
