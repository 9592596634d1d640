import { sql } from 'kysely';
import { readBookings, type StoredBooking } from '../../store/bookings.ts';
import type { Db, Store } from '../../store/store.ts';

/** The maximum number of leads that are read for one address or company. */
const mostOthers = 100;

/** Each column has its own query. With an OR of both, the database would use neither index and read the whole table. */
const columns = ['email', 'company_name'] as const;

/** The other leads of the same address or company, newest first, without quarantined ones. */
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
    .limit(mostOthers);
  return readBookings(query);
}

/** Returns the leads that have an earlier one of the same address or company. */
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

/** Records that the person with this address has opened the lead. Returns false if there is no such lead. */
export function readLead(store: Store, id: number, email: string): Promise<boolean> {
  return store.write(async (db) => {
    const query = db.selectFrom('booking_requests').where('id', '=', id).select('id');
    // With the row lock, a concurrent erasure either waits or has already removed the row.
    if ((await store.dialect.lock(query).executeTakeFirst()) === undefined) return false;
    await db
      .insertInto('lead_reads')
      .values({ booking_id: id, email })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}

/** Returns the leads that the person with this address has opened. */
export function findRead(
  store: Store,
  ids: readonly number[],
  email: string,
): Promise<ReadonlySet<number>> {
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('lead_reads')
      .where('booking_id', 'in', [...ids, -1])
      .where('email', '=', email)
      .select('booking_id')
      .execute();
    return new Set(rows.map(({ booking_id }) => booking_id));
  });
}
