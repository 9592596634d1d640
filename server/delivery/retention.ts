import type { Logger } from 'pino';
import type { Erasure } from '../store/delivery.ts';
import type { Store } from '../store/store.ts';

/** How many bookings one transaction erases. New bookings are inserted in between. */
const batch = 200;

/** In milliseconds. */
const day = 24 * 60 * 60 * 1000;

/**
 * Erases what was delivered and is older than `days` (RETENTION_DAYS), and logs it. A clock that
 * jumped erases nothing: an operator has to say that it is right. `now` in milliseconds since 1970.
 */
export async function eraseOld(
  store: Store,
  days: number,
  now: number,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const last = await store.findRetention();
  const pause = last === null ? 0 : now - Date.parse(last);
  // Longer than a month since the last erasure, or before it.
  if (pause > 31 * day || pause < -day) {
    log.warn(
      { last },
      'The clock has jumped since the last erasure by RETENTION_DAYS or the newest booking: nothing is erased. If the clock is right, run ./lodemark erase --older-than DAYS once',
    );
    return;
  }
  const erased = await eraseAll(store, { deliveredBefore: now - days * day }, signal);
  if (erased > 0) log.info({ erased }, 'bookings were erased by RETENTION_DAYS');
  await store.recordRetention();
}

/** Erases all of them in batches, until `signal` is aborted. Returns how many. */
export async function eraseAll(
  store: Store,
  which: Erasure,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const { erased } = await store.eraseBookings(which, batch);
    if (erased === 0) break;
    total += erased;
  }
  return total;
}
