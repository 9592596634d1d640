import type { Erasure } from '../store/delivery.ts';
import type { Store } from '../store/store.ts';

/** How many bookings one transaction erases, so that visitors' bookings get their turn in between. */
const batch = 200;

/**
 * Erases all of them, a few at a time, and no more when `signal` is aborted. Gives how many, and how
 * many had not been delivered.
 */
export async function eraseAll(store: Store, which: Erasure, signal?: AbortSignal) {
  const total = { erased: 0, undelivered: 0 };
  while (!signal?.aborted) {
    const { erased, undelivered } = await store.eraseBookings(which, batch);
    if (erased === 0) break;
    total.erased += erased;
    total.undelivered += undelivered;
  }
  return total;
}

/** Erases what is older than `days`. `now` in milliseconds since 1970. */
export function eraseOld(store: Store, days: number, now: number, signal: AbortSignal) {
  return eraseAll(store, { before: now - days * 24 * 60 * 60 * 1000 }, signal);
}
