import type { Logger } from 'pino';
import type { Erasure } from '../store/delivery.ts';
import type { Store } from '../store/store.ts';

/** How many bookings one transaction erases. New bookings are inserted in between. */
const batch = 200;

/** Erases what is older than `days` (RETENTION_DAYS) and logs it. `now` in milliseconds since 1970. */
export async function eraseOld(
  store: Store,
  days: number,
  now: number,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const before = now - days * 24 * 60 * 60 * 1000;
  const { erased, undelivered } = await eraseAll(store, { before }, signal);
  if (erased > 0) log.info({ erased }, 'bookings were erased by RETENTION_DAYS');
  if (undelivered > 0) log.error({ undelivered }, 'of these had not been delivered');
}

/**
 * Erases all of them in batches, until `signal` is aborted. Returns how many were erased, and how
 * many of these had not been delivered.
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
