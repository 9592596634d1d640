import type { Logger } from 'pino';
import { findTimestamp, remember } from '../../store/bookings.ts';
import { type EraseContext, eraseAndRecord } from '../../store/erase.ts';

/** In milliseconds. */
const day = 24 * 60 * 60 * 1000;

/**
 * Erases closed leads that are older than `days` (RETENTION_DAYS), and delivered ones that are twice as old. A
 * clock that jumped erases nothing: an operator has to confirm it. `now`: milliseconds since 1970.
 */
export async function eraseOld(
  context: EraseContext & { log: Logger },
  days: number,
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const { store, log } = context;
  const last = await findTimestamp(store, 'retention');
  const pause = last === undefined ? 0 : now - Date.parse(last);
  // Longer than a month since the last erasure, or before it.
  if (pause > 31 * day || pause < -day) {
    log.warn(
      { code: 'clock-jumped', last },
      'The clock has jumped since the last erasure by RETENTION_DAYS: nothing is erased. If the clock is right, run ./lodemark erase --older-than DAYS once',
    );
    return;
  }
  const erased = await eraseAndRecord(context, { olderThan: days * day }, signal);
  if (erased.length > 0)
    log.info({ erased: erased.length }, 'bookings were erased by RETENTION_DAYS');
  await store.write((db) => remember(store, db, 'retention'));
}
