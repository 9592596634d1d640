import { type ExpressionBuilder, sql } from 'kysely';
import { day } from '../../../booking/zones.ts';
import { comparable } from '../../config/addresses.ts';
import { type Db, remember, type Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';

/** How long a receipt is retried, and how long its address gets no other receipt, in milliseconds. */
export const receiptLifetime = day;

/**
 * Selects the bookings among `ids` that get a receipt. It excludes bookings that were quarantined or are older than
 * a day. An address gets at most one receipt a day.
 */
export async function receiptsFor(store: Store, db: Db, ids: readonly number[]): Promise<number[]> {
  const { clock, isSameText } = store.dialect;
  // A row lock until the transaction ends: two servers must not select the same address.
  await remember(store, db, 'receipts');
  const rows = await db
    .selectFrom('booking_requests as booking')
    .where('booking.id', 'in', [...ids, -1])
    .where('booking.accepted_at', 'is', null)
    .where('booking.created_at', '>', clock(-receiptLifetime))
    .where(({ not, exists, selectFrom }) => {
      const others = selectFrom('booking_requests as other')
        .innerJoin('deliveries', 'deliveries.booking_id', 'other.id')
        .where(isSameText(sql.ref('other.email'), sql.ref('booking.email')))
        .where('deliveries.channel', '=', 'receipt')
        .where(({ eb, or }) =>
          or([
            eb('deliveries.state', '=', 'pending'),
            eb('deliveries.done_at', '>', clock(-receiptLifetime)),
          ]),
        );
      return not(exists(others.select('deliveries.id')));
    })
    .orderBy('booking.id')
    .select(['booking.id', 'booking.email'])
    .execute();
  // .invalid has no mailboxes (RFC 2606 §2). Rehearsals use it.
  const visitors = rows.filter(({ email }) => !/\.invalid$/i.test(email));
  const first = new Map(visitors.toReversed().map(({ id, email }) => [comparable(email), id]));
  return [...first.values()];
}

/** A condition: a receipt waits until the other deliveries of its booking are done. */
export function isAfterOthers({
  eb,
  or,
  not,
  exists,
  selectFrom,
}: ExpressionBuilder<Tables, 'deliveries'>) {
  const undone = selectFrom('deliveries as other')
    .whereRef('other.booking_id', '=', 'deliveries.booking_id')
    .where('other.channel', '<>', 'receipt')
    .where('other.state', '<>', 'done')
    .select('other.id');
  return or([eb('deliveries.channel', '<>', 'receipt'), not(exists(undone))]);
}
