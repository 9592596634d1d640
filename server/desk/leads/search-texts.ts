import { bookingFields } from '../../../booking/booking.ts';
import { searchTextOf } from '../../../booking/search.ts';
import { findTimestamp, remember } from '../../store/bookings.ts';
import type { Store } from '../../store/store.ts';

/** A key of `timestamps`. Change it whenever `searchTextOf` writes another text. */
const done = 'search texts 2';

/** How many leads one transaction writes. */
const batch = 500;

/** Writes the search text of every lead that an earlier version stored, once. */
export async function rewriteSearchTexts(store: Store): Promise<void> {
  if ((await findTimestamp(store, done)) !== undefined) return;
  let after = 0;
  for (;;) {
    const last = await store.write(async (db) => {
      const query = db
        .selectFrom('booking_requests')
        .where('id', '>', after)
        .orderBy('id')
        .limit(batch)
        .select(['id', ...bookingFields, 'note', 'search_text']);
      const rows = await store.dialect.lock(query).execute();
      for (const row of rows) {
        const search_text = searchTextOf(row, row.note);
        if (search_text === row.search_text) continue;
        await db
          .updateTable('booking_requests')
          .where('id', '=', row.id)
          .set({ search_text })
          .execute();
      }
      if (rows.length < batch) await remember(store, db, done);
      return rows.length < batch ? undefined : rows.at(-1)?.id;
    });
    if (last === undefined) return;
    after = last;
  }
}
