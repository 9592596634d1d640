import type { StoredBooking } from './store.ts';

/** The ways by which a booking reaches the provider. */
export const channelNames = ['mail', 'webhook'] as const;

export type ChannelName = (typeof channelNames)[number];

export const deliveryStates = ['pending', 'done', 'dead'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** A row of `deliveries`. Times are ISO 8601 in UTC with milliseconds. */
export interface StoredDelivery {
  /** A random UUID, the same for every try. */
  id: string;
  booking_id: number;
  channel: ChannelName;
  state: DeliveryState;
  attempts: number;
  created_at: string;
  next_at: string;
  give_up_at: string;
  last_error: string | null;
  done_at: string | null;
}

/** A delivery that one worker holds, by a lease that nobody else knows. */
export interface AcquiredDelivery {
  delivery: StoredDelivery;
  booking: StoredBooking;
  lease: string;
}

/**
 * What became of a try. `nextAt` in milliseconds since 1970; `channelDown`: the channel as a whole is not
 * there. `untried`: the try was broken off by us and does not count.
 */
export type Outcome =
  | { state: 'done' }
  | { state: 'pending'; nextAt: number; error: string; channelDown: boolean }
  | { state: 'dead'; error: string }
  | { state: 'untried' };

/** How one channel stands. `oldest`: when the oldest pending delivery was made. */
export interface ChannelSummary {
  channel: ChannelName;
  pending: number;
  dead: number;
  oldest: string | null;
}

/** Whose bookings to erase. `before`: milliseconds since 1970. */
export type Erasure = { id: number } | { email: string } | { before: number };

/** How long a delivery is tried at the least, in milliseconds. */
export const givesUpAfter = 3 * 24 * 60 * 60 * 1000;

/**
 * No wait is as long (see desk/backoff.ts). What is due later still was written by a clock that was
 * ahead and has been put right since: it is due now, not in years. In milliseconds.
 */
export const longestWait = 24 * 60 * 60 * 1000;
