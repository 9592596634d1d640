import type { Booking } from '../../booking/booking.ts';
import type { SpamSignal } from '../../booking/spam.ts';
import type { BookingState, StoredBooking, WaitingSummary } from './booking.ts';
import type {
  ChannelName,
  ChannelSummary,
  DeliverySelection,
  Erasure,
  Outcome,
  StoredDelivery,
} from './delivery.ts';
import type { LeadStore } from './lead.ts';

/**
 * How a booking arrived. The same key with the same values is stored once. A native post, which has no key,
 * is stored once with the same values within 24 hours; one with a key is no second one of it either: the
 * browser posted the form itself, then the script sent it.
 */
export interface InsertOptions {
  /** The Idempotency-Key. */
  key?: string;
  native?: boolean;
  /** The language of the page that it came from: a BCP 47 code of at most 35 characters. */
  language?: string;
}

/** A booking to store. With spam signals it is quarantined: it has no deliveries until it is accepted. */
export interface NewBooking extends Booking {
  spam_signals?: readonly SpamSignal[];
}

/** Times are in milliseconds since 1970, `until` excluded. */
export interface BookingFilter {
  since?: number;
  until?: number;
  /** Is in one of the fields, in any case. */
  text?: string;
  /** Is the whole address, in any case. */
  email?: string;
  ids?: readonly number[];
  state?: BookingState;
  withoutQuarantined?: boolean;
}

/** At most `limit` bookings whose ids are below `before`. */
export interface BookingPage extends BookingFilter {
  limit: number;
  before?: number;
}

/** A delivery that one worker holds by the random token of its lease. */
export interface AcquiredDelivery {
  delivery: StoredDelivery;
  booking: StoredBooking;
  lease: string;
}

/** A file that bookings were written into, and when. */
export interface Copy {
  file: string;
  written_at: string;
}

/** Where bookings are stored. Every operation throws `StoreUnavailable` or `StoreOverloaded`. */
export interface Store extends LeadStore {
  /** Stores all with their deliveries or none, on disk. `repeated`: they are there already or were erased. */
  insertBookings(
    bookings: readonly NewBooking[],
    options?: InsertOptions,
  ): Promise<{ repeated: boolean }>;
  /** Newest first. */
  listBookings(page: BookingPage): Promise<StoredBooking[]>;
  countBookings(filter?: BookingFilter): Promise<number>;
  /** Erases at most `limit` bookings with their deliveries. A hash of each key and its values stays. */
  eraseBookings(which: Erasure, limit: number): Promise<{ erased: number; undelivered: number }>;
  /** Makes the deliveries of a quarantined booking due, `due` of them. `accepted`: it was quarantined. */
  acceptBooking(id: number): Promise<{ accepted: boolean; due: number }>;
  summarizeQuarantine(): Promise<WaitingSummary>;
  /**
   * Leases the due delivery of the oldest booking for `leaseFor` milliseconds and counts a try. When none
   * is due, bookings from before the channel was configured that no other channel delivered get theirs, a
   * few at a time. The first address also takes over what is open for one that is configured no more,
   * unless it has a delivery of that booking itself: else that one would wait for ever.
   */
  acquireDelivery(channel: ChannelName, leaseFor: number): Promise<AcquiredDelivery | undefined>;
  /** Lets the lease end `leaseFor` milliseconds from now. False when it was lost. */
  renewLease(acquired: AcquiredDelivery, leaseFor: number): Promise<boolean>;
  /** Writes the outcome and ends the lease. False, with nothing written, when the lease was lost. */
  completeDelivery(acquired: AcquiredDelivery, outcome: Outcome): Promise<boolean>;
  /** Makes deliveries due that only wait for their channel, at most `limit`. Gives how many. */
  retryUnavailable(channel: ChannelName, limit: number): Promise<number>;
  /** Sends them again. Gives the booking of each. */
  replayDeliveries(which: DeliverySelection): Promise<number[]>;
  /** Ends those that are open, as delivered by hand. Gives the booking of each. */
  markDeliveriesDone(which: DeliverySelection): Promise<number[]>;
  /** Of the channels that have pending or dead deliveries, configured or not. */
  summarizeDeliveries(): Promise<ChannelSummary[]>;
  /** Counts requests for all servers on one database. Without it each server counts its own. */
  quotas?: SharedQuotas;
  /** What visitors may do beside inserting a booking, as a sentence for the operator. PostgreSQL's alone. */
  findVisitorRightsFault?(): Promise<string | undefined>;
  /** Remembers a file that bookings were written into, by its absolute path. */
  recordCopy(file: string): Promise<void>;
  listCopies(): Promise<Copy[]>;
  /** A random secret of the installation, the same for all that works on this database. */
  findSecret(): Promise<string>;
  /** When `recordRetention` was last called, or else the time of the newest booking. */
  findRetention(): Promise<string | null>;
  /** Remembers that bookings were erased by their age now. */
  recordRetention(): Promise<void>;
  /** Proves that a booking can be stored: inserts one, takes it back, and sees a commit reach the disk. */
  check(): Promise<void>;
  /** Finishes what waits and closes the database. */
  close(): Promise<void>;
}

export type OperationName = Exclude<keyof Store, 'quotas' | 'findVisitorRightsFault' | 'close'>;

/** How many requests one address may send in a window, which begins with the first of them. */
export interface Quota {
  requests: number;
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

export const quotaExceeded = (wait: number): QuotaResult => ({
  wait: Math.max(1, wait),
  refund: async () => {},
});

/** The store cannot be reached or written now. Nothing was acknowledged. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** The database refuses a statement: what it needs is missing or not allowed. */
export class StatementError extends StoreUnavailable {
  override name = 'StatementError';
}

/** More requests wait than the queue holds. Nothing was acknowledged. */
export class StoreOverloaded extends Error {
  override name = 'StoreOverloaded';
}

/** What went wrong. For a host with several addresses Node's error has one message for each. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** The database cannot be used as it is. The message is a sentence for the operator. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}
