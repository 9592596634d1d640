import type { Logger } from 'pino';
import { day } from '../../../booking/zones.ts';
import { type EraseContext, eraseAndRecord } from '../../store/erase.ts';
import { remember, type Store } from '../../store/store.ts';

/**
 * Erases closed leads that are older than `days` (RETENTION_DAYS), and delivered ones that are twice as old. If the
 * clock has jumped, it erases nothing until an operator confirms the time.
 */
export async function eraseOld(
  context: EraseContext & { log: Logger },
  days: number,
  signal: AbortSignal,
): Promise<void> {
  const { store, log } = context;
  const last = await findJump(store);
  if (last !== undefined) {
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

/**
 * The time of the last erasure if the clock has jumped since: more than a month ago, or in the future. Uses the
 * database's clock, because the program's may differ.
 */
function findJump(store: Store): Promise<string | undefined> {
  const { clock } = store.dialect;
  return store.read(async (db) => {
    const row = await db
      .selectFrom('timestamps')
      .where('name', '=', 'retention')
      .where((eb) => eb.or([eb('at', '<', clock(-31 * day)), eb('at', '>', clock(day))]))
      .select('at')
      .executeTakeFirst();
    return row?.at;
  });
}
