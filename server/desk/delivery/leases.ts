import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { minute } from '../../../booking/zones.ts';
import { readBookings, type StoredDelivery } from '../../store/bookings.ts';
import type { Dialect } from '../../store/dialects.ts';
import { readSecret, type Store } from '../../store/store.ts';
import { findOthers } from '../leads/lists.ts';
import { isAfterOthers } from '../mail/receipt.ts';
import type { ChannelName, LeadNotice } from './channel.ts';

/** A delivery that one worker holds. Its `lease` is a random token. */
export interface AcquiredDelivery {
  delivery: StoredDelivery;
  lead: LeadNotice;
  /** Whether `give_up_at` has passed, so that a failure may be the last one. */
  isOver: boolean;
}

/**
 * The result of an attempt. `warning`: the recipients that the mail server refused, although it accepted others.
 * `retryAfter`: milliseconds until the next attempt. `untried`: the worker aborted the attempt, so it does not count.
 */
export type Outcome =
  | { state: 'done'; warning?: string }
  | { state: 'pending'; retryAfter: number; error: string }
  | { state: 'dead'; error: string }
  | { state: 'untried' };

/** A literal in the SQL, because with a parameter SQLite would not use its partial index. */
const pending = sql.lit<'pending'>('pending');

/**
 * Milliseconds. Waits between two attempts are shorter than this. A due time further ahead comes from a wrong clock.
 */
const longestWait = 90 * minute;

/**
 * Leases one due delivery of this channel for `leaseFor` milliseconds and counts an attempt. Deliveries without
 * an attempt come first, then those that have been due for longest. Skips rows that another worker has locked.
 * Undefined if nothing is due.
 */
export function acquireDelivery(store: Store, channel: ChannelName, leaseFor: number) {
  const { dialect } = store;
  const lease = randomUUID();
  return store.write(async (db) => {
    const query = db
      .selectFrom('deliveries')
      .where('channel', '=', channel)
      .where('state', '=', pending)
      .$if(channel === 'receipt', (query) => query.where(isAfterOthers))
      .where((eb) =>
        eb.or([
          eb('next_at', '<=', dialect.clock()),
          eb('next_at', '>', dialect.clock(longestWait)),
        ]),
      )
      .orderBy((eb) => eb.case().when('attempts', '=', 0).then(0).else(1).end())
      .orderBy('next_at')
      .orderBy('booking_id')
      .limit(1)
      .select('booking_id');
    const due = await dialect.lockFree(query).executeTakeFirst();
    if (due === undefined) return undefined;
    const { is_over, now, ...delivery } = await db
      .updateTable('deliveries')
      .where('booking_id', '=', due.booking_id)
      .where('channel', '=', channel)
      .set((eb) => ({
        lease,
        next_at: dialect.clock(leaseFor),
        attempts: eb('attempts', '+', 1),
      }))
      .returningAll()
      .returning(({ eb }) => [
        eb('give_up_at', '<=', dialect.clock()).as('is_over'),
        dialect.clock().as('now'),
      ])
      .executeTakeFirstOrThrow();
    const ofBooking = db.selectFrom('booking_requests').where('id', '=', due.booking_id);
    const [booking] = await readBookings(ofBooking);
    if (booking === undefined) throw new Error(`lead ${due.booking_id} has a delivery but no row`);
    const others = await findOthers(store, db, booking);
    const lead = {
      booking,
      earlier: others.filter(({ id }) => id < booking.id),
      secret: await readSecret(db),
      now: Date.parse(now),
    };
    return { delivery, lead, isOver: Boolean(is_over) };
  });
}

/** Records the outcome and ends the lease. If the lease was lost, writes nothing and returns false. */
export function completeDelivery(store: Store, { delivery }: AcquiredDelivery, outcome: Outcome) {
  return store.write(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('deliveries')
      .where('booking_id', '=', delivery.booking_id)
      .where('channel', '=', delivery.channel)
      .where('lease', '=', delivery.lease)
      .set({ lease: null, ...changeOf(outcome, store.dialect) })
      .executeTakeFirst();
    return numUpdatedRows > 0;
  });
}

function changeOf(outcome: Outcome, { clock }: Dialect) {
  switch (outcome.state) {
    case 'done':
      return { state: 'done', done_at: clock(), last_error: outcome.warning ?? null } as const;
    case 'pending':
      return { next_at: clock(outcome.retryAfter), last_error: outcome.error };
    case 'dead':
      return { state: 'dead', last_error: outcome.error } as const;
    case 'untried':
      return { next_at: clock(), attempts: sql<number>`attempts - 1` };
  }
}

/** Makes every delivery of the channel that waits for a retry due now. */
export function retryWaiting(store: Store, channel: string): Promise<void> {
  const { dialect } = store;
  return store.write(async (db) => {
    await db
      .updateTable('deliveries')
      .where('channel', '=', channel)
      .where('state', '=', pending)
      .where('lease', 'is', null)
      .where('next_at', '>', dialect.clock())
      .set({ next_at: dialect.clock() })
      .execute();
  });
}
