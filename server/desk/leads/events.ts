import type { LeadAction } from '../../../booking/lead.ts';
import type { Db, Store } from '../../store/store.ts';
import { chunksOf } from '../../store/store.ts';

/** Adds to the history of these bookings, in the transaction of the change. `who`: an address, `cli` or `server`. */
export async function insertEvent(
  { dialect }: Store,
  db: Db,
  ids: readonly number[],
  who: string,
  action: LeadAction,
  text: string | null = null,
): Promise<void> {
  const at = dialect.clock();
  for (const chunk of chunksOf(ids)) {
    const rows = chunk.map((booking_id) => ({ booking_id, at, who, action, text }));
    await db.insertInto('lead_events').values(rows).execute();
  }
}

/** After it a change of the version that a person has seen is refused. */
export async function raiseVersion(db: Db, ids: readonly number[]): Promise<void> {
  for (const chunk of chunksOf(ids))
    await db
      .updateTable('booking_requests')
      .where('id', 'in', chunk)
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .execute();
}
