import { sql } from 'kysely';
import { deliveryState, type StoredBooking, storedBooking } from '../../store/bookings.ts';
import type { Db, Store } from '../../store/store.ts';

/** The most leads that are read for one address or company. */
const most = 100;

/** The other leads of the same address or company, the newest first, except quarantined ones. */
export async function findOthers(
  { dialect }: Store,
  db: Db,
  { id, email, company_name }: Pick<StoredBooking, 'id' | 'email' | 'company_name'>,
): Promise<StoredBooking[]> {
  const rows = await db
    .selectFrom('booking_requests')
    .where('id', '<>', id)
    .where('state', '<>', 'quarantined')
    .where(({ or }) =>
      or([
        dialect.isSameText(sql.ref('email'), sql.val(email)),
        dialect.isSameText(sql.ref('company_name'), sql.val(company_name)),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(most)
    .selectAll()
    .select(deliveryState)
    .execute();
  return rows.map(storedBooking);
}

/** Which of these leads have an earlier one of the same address or company. */
export function findAskedBefore(store: Store, ids: readonly number[]): Promise<Set<number>> {
  const { isSameText } = store.dialect;
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('booking_requests as lead')
      .where('lead.id', 'in', [...ids, -1])
      .where(({ exists, selectFrom, or }) =>
        exists(
          selectFrom('booking_requests as earlier')
            .whereRef('earlier.id', '<', 'lead.id')
            .where('earlier.state', '<>', 'quarantined')
            .where(
              or([
                isSameText(sql.ref('earlier.email'), sql.ref('lead.email')),
                isSameText(sql.ref('earlier.company_name'), sql.ref('lead.company_name')),
              ]),
            )
            .select('earlier.id'),
        ),
      )
      .select('lead.id')
      .execute();
    return new Set(rows.map(({ id }) => id));
  });
}
