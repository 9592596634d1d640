import type { StoredBooking } from './booking.ts';

/**
 * A way to one receiver: `webhook`, or `mail:` and an address; `mail` alone was the one address before.
 * The database may know one that this version does not have.
 */
export type ChannelName = string;

/** Whether its deliveries are mails to an address of NOTIFY_EMAIL, or were. */
export function isMail(channel: ChannelName): boolean {
  return channel === 'mail' || channel.startsWith('mail:');
}

/** A row of `deliveries`. Times are ISO 8601 in UTC with milliseconds. */
export interface StoredDelivery {
  /** A random UUID, the same for every try. */
  id: string;
  booking_id: number;
  channel: ChannelName;
  state: 'pending' | 'done' | 'dead';
  attempts: number;
  created_at: string;
  next_at: string;
  give_up_at: string;
  last_error: string | null;
  done_at: string | null;
}

/** A delivery that one worker holds by the random token of its lease. */
export interface AcquiredDelivery {
  delivery: StoredDelivery;
  booking: StoredBooking;
  lease: string;
}

/**
 * The result of a try. `nextAt`: milliseconds since 1970. `channelDown`: the whole channel cannot be
 * reached. `untried`: we broke the try off, and it does not count.
 */
export type Outcome =
  | { state: 'done' }
  | { state: 'pending'; nextAt: number; error: string; channelDown: boolean }
  | { state: 'dead'; error: string }
  | { state: 'untried' };

/** `oldest`: when the oldest pending delivery was added. */
export interface ChannelSummary {
  channel: ChannelName;
  pending: number;
  dead: number;
  oldest: string | null;
}

/** Deliveries of these bookings, or of all; `channel`: its name, or what stands before the colon in it. */
export interface DeliverySelection {
  bookings?: readonly number[];
  dead?: boolean;
  channel?: string;
}

/**
 * Which bookings to erase. `deliveredBefore`: those before this time, in milliseconds since 1970, that
 * reached the provider by every channel. `leads`: those whose leads still have these versions.
 */
export type Erasure =
  | { ids: readonly number[] }
  | { leads: readonly { id: number; version: number }[] }
  | { deliveredBefore: number };

/** How long a delivery is tried at least, in milliseconds. */
export const givesUpAfter = 3 * 24 * 60 * 60 * 1000;

/** In milliseconds, longer than any wait between two tries: what is due later was written by a clock ahead. */
export const longestWait = 90 * 60 * 1000;
