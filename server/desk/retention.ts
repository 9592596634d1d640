import type { Erasure } from '../store/delivery.ts';
import type { Store } from '../store/store.ts';

/** How many bookings one transaction erases, so that visitors' bookings get their turn in between. */
const batch = 200;

/** Erases all of them, a few at a time. Gives how many, and how many had not been delivered. */
export async function eraseAll(store: Store, which: Erasure) {
  const total = { erased: 0, undelivered: 0 };
  for (;;) {
    const { erased, undelivered } = await store.eraseBookings(which, batch);
    if (erased === 0) return total;
    total.erased += erased;
    total.undelivered += undelivered;
  }
}

/** Erases what is older than `days`. `now` in milliseconds since 1970. */
export function eraseOld(store: Store, days: number, now: number) {
  return eraseAll(store, { before: now - days * 24 * 60 * 60 * 1000 });
}
