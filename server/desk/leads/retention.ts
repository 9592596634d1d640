import type { Logger } from 'pino';
import { day } from '../../../booking/zones.ts';
import { type EraseContext, eraseAndRecord } from '../../store/erase.ts';
import { findTime, findTimestamp, remember } from '../../store/store.ts';

/**
 * Erases closed leads that are older than `days` (RETENTION_DAYS), and delivered ones that are twice as old. If the
 * clock has jumped since the last erasure (back, or ahead by more than a month), it erases nothing until an operator
 * confirms the time.
 */
export async function eraseOld(
  context: EraseContext & { log: Logger },
  days: number,
  signal: AbortSignal,
): Promise<void> {
  const { store, log } = context;
  const last = await findTimestamp(store, 'retention');
  // The database's time, because the program's clock may differ.
  const now = await findTime(store);
  const age = last === undefined ? 0 : now - Date.parse(last);
  if (age > 31 * day || age < -day) {
    log.warn(
      { code: 'clock-jumped', last },
      'The clock has jumped since RETENTION_DAYS last erased leads, so nothing is erased. If the clock is right, run ./lodemark erase --older-than DAYS once',
    );
    return;
  }
  const erased = await eraseAndRecord(context, { olderThan: days * day }, signal);
  if (erased.length > 0) log.info({ erased: erased.length }, 'leads were erased by RETENTION_DAYS');
  await store.write((db) => remember(store, db, 'retention'));
}
