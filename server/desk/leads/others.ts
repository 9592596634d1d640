import { sql } from 'kysely';
import { readBookings, type StoredBooking } from '../../store/bookings.ts';
import type { Db, Store } from '../../store/store.ts';

/** The most leads that are read for one address or company. */
const most = 100;

/** One query for each column: an OR of both would use neither column's index, and read the whole table. */
const columns = ['email', 'company_name'] as const;

/** The other leads of the same address or company, the newest first, except quarantined ones. */
export async function findOthers(
  { dialect }: Store,
  db: Db,
  lead: Pick<StoredBooking, 'id' | (typeof columns)[number]>,
): Promise<StoredBooking[]> {
  const withSame = (column: (typeof columns)[number]) =>
    db
      .selectFrom('booking_requests')
      .where(dialect.isSameText(sql.ref(column), sql.val(lead[column])))
      .select('id');
  const query = db
    .selectFrom('booking_requests')
    .where('id', 'in', withSame('email').union(withSame('company_name')))
    .where('id', '<>', lead.id)
    .where('state', '<>', 'quarantined')
    .orderBy('id', 'desc')
    .limit(most);
  return readBookings(query);
}

/** Which of these leads have an earlier one of the same address or company. */
export function findAskedBefore(store: Store, ids: readonly number[]): Promise<Set<number>> {
  const { isSameText } = store.dialect;
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('booking_requests as lead')
      .where('lead.id', 'in', [...ids, -1])
      .where(({ exists, selectFrom, or }) =>
        or(
          columns.map((column) =>
            exists(
              selectFrom('booking_requests as earlier')
                .whereRef('earlier.id', '<', 'lead.id')
                .where('earlier.state', '<>', 'quarantined')
                .where(isSameText(sql.ref(`earlier.${column}`), sql.ref(`lead.${column}`)))
                .select('earlier.id'),
            ),
          ),
        ),
      )
      .select('lead.id')
      .execute();
    return new Set(rows.map(({ id }) => id));
  });
}
