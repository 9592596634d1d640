import { deliveryState, type StoredBooking, storedBooking } from '../../store/bookings.ts';
import type { Db, Store } from '../../store/store.ts';

/** At most so many are read of one address or company. */
const most = 100;

/** The other leads of the same address or company, the newest first, without those that look like spam. */
export async function findOthers(
  { dialect }: Store,
  db: Db,
  { id, email, company_name }: Pick<StoredBooking, 'id' | 'email' | 'company_name'>,
): Promise<StoredBooking[]> {
  const rows = await db
    .selectFrom('booking_requests')
    .where('id', '<>', id)
    .where('state', '<>', 'quarantined')
    .where(({ or }) => or([dialect.isAddress(email), dialect.isCompany(company_name)]))
    .orderBy('id', 'desc')
    .limit(most)
    .selectAll()
    .select(deliveryState)
    .execute();
  return rows.map(storedBooking);
}
