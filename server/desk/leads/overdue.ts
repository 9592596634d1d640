import {
  deliveryState,
  isInList,
  type StoredBooking,
  storedBooking,
} from '../../store/bookings.ts';
import type { Store } from '../../store/store.ts';
import { insertEvent } from './events.ts';

/**
 * At most `limit` new leads older than `age` milliseconds that are not postponed and have had no
 * reminder, the oldest first.
 */
export function listOverdue(store: Store, age: number, limit: number): Promise<StoredBooking[]> {
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('booking_requests')
      .where('state', '=', 'new')
      .where('created_at', '<', store.dialect.clock(-age))
      .where('reminded_at', 'is', null)
      .where(isInList(store.dialect))
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .selectAll()
      .select(deliveryState)
      .execute();
    return rows.map(storedBooking);
  });
}

/** After a reminder was sent: it is not sent again. Adds to the history. */
export function markReminded(store: Store, ids: readonly number[]): Promise<void> {
  return store.write(async (db) => {
    const rows = await db
      .updateTable('booking_requests')
      .where('id', 'in', [...ids, -1])
      .where('reminded_at', 'is', null)
      .set({ reminded_at: store.dialect.clock() })
      .returning('id')
      .execute();
    const reminded = rows.map(({ id }) => id);
    await insertEvent(store, db, reminded, 'server', 'reminded');
  });
}
