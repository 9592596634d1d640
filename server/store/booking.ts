import type { Booking } from '../../booking/booking.ts';
import type { SpamSignal } from '../../booking/spam.ts';

/** `dead` when any delivery is, else `pending` when any is; `none`: there are no deliveries yet. */
export const bookingStates = ['pending', 'done', 'dead', 'none', 'quarantined'] as const;

export type BookingState = (typeof bookingStates)[number];

/** A row of `booking_requests`. Times are ISO 8601 in UTC with milliseconds. */
export interface StoredBooking extends Booking {
  id: number;
  created_at: string;
  request_id: string | null;
  language: string | null;
  state: BookingState;
  /** Stay after the booking was accepted. */
  spam_signals: string[];
  accepted_at: string | null;
}

/** A booking to store. With spam signals it is quarantined: it has no deliveries until it is accepted. */
export interface NewBooking extends Booking {
  spam_signals?: readonly SpamSignal[];
}

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

/** How many bookings wait for somebody, and when the oldest of them was stored (ISO 8601). */
export interface WaitingSummary {
  count: number;
  oldest: string | null;
}
