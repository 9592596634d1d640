import type { ExpressionBuilder } from 'kysely';
import { day } from '../../../booking/zones.ts';
import { comparable } from '../../config/addresses.ts';
import { type Db, remember, type Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';

/** How long a receipt is retried, and how long its address gets no other receipt, in milliseconds. */
export const receiptLifetime = day;

/**
 * Selects the bookings among `ids` that get a receipt. It excludes bookings that were quarantined or are older than
 * a day. A mailbox gets at most one receipt a day.
 */
export async function receiptsFor(store: Store, db: Db, ids: readonly number[]): Promise<number[]> {
  const { clock } = store.dialect;
  // A row lock until the transaction ends: two servers must not select the same address.
  await remember(store, db, 'receipts');
  const rows = await db
    .selectFrom('booking_requests')
    .where('id', 'in', [...ids, -1])
    .where('accepted_at', 'is', null)
    .where('created_at', '>', clock(-receiptLifetime))
    .orderBy('id', 'desc')
    .select(['id', 'email'])
    .execute();
  const recent = await db
    .selectFrom('booking_requests as booking')
    .innerJoin('deliveries', 'deliveries.booking_id', 'booking.id')
    // Limits the rows, so that the database uses its index. Receipts of older bookings have ended anyway.
    .where('booking.created_at', '>', clock(-3 * receiptLifetime))
    .where('deliveries.channel', '=', 'receipt')
    .where(({ eb, or }) =>
      or([
        eb('deliveries.state', '=', 'pending'),
        eb('deliveries.done_at', '>', clock(-receiptLifetime)),
      ]),
    )
    .select('booking.email')
    .execute();
  const served = new Set(recent.map(mailboxOf));
  // .invalid has no mailboxes (RFC 2606 §2). Rehearsals use it.
  const visitors = rows.filter(
    (row) => !served.has(mailboxOf(row)) && !/\.invalid$/i.test(row.email),
  );
  return [...new Map(visitors.map((row) => [mailboxOf(row), row.id])).values()];
}

/** Removes dots and the part after `+`, which many servers ignore. Otherwise one person could get many receipts. */
function mailboxOf({ email }: { email: string }): string {
  return comparable(email).replace(/\+.*(?=@)|\.(?=.*@)/g, '');
}

/** A condition on a receipt: the other deliveries of its booking are done. */
export function isAfterOthers({
  not,
  exists,
  selectFrom,
}: ExpressionBuilder<Tables, 'deliveries'>) {
  const undone = selectFrom('deliveries as other')
    .whereRef('other.booking_id', '=', 'deliveries.booking_id')
    .where('other.channel', '<>', 'receipt')
    .where('other.state', '<>', 'done')
    .select('other.id');
  return not(exists(undone));
}
