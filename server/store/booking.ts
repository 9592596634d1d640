import type { Booking } from '../../booking/booking.ts';

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

/** How many bookings wait for somebody, and when the oldest of them was stored (ISO 8601). */
export interface WaitingSummary {
  count: number;
  oldest: string | null;
}
