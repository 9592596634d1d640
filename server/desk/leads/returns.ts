import type { Logger } from 'pino';
import { comparable } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { logWhenChanged } from '../../outage-log.ts';
import { deliveryState, type StoredBooking, storedBooking } from '../../store/bookings.ts';
import type { Store } from '../../store/store.ts';
import { acquireJob, releaseJob } from '../jobs.ts';
import { inboxLinks, noticeSettingsOf } from '../mail/notice.ts';
import { insertEvent } from './events.ts';
import { leaseFor, reasonOf } from './reminders.ts';
import { createListSender } from './send-list.ts';

/** One server at a time reports them. */
const job = 'returns';

/** How many leads one look is about at most. */
const most = 1_000;

/**
 * A look at the leads that return to the list: their owner, or everyone without one, gets an email about all of
 * them. They are in the list at their time in any case. Undefined where no email and no chat is set.
 */
export function createReturns(config: Config, store: Store, log: Logger) {
  const send = createListSender(config, store);
  if (send === undefined) return undefined;
  const settings = noticeSettingsOf(config);
  const users = config.inboxUsers ?? [];
  const logFailure = logWhenChanged(log);
  return async (stop: AbortSignal): Promise<void> => {
    if ((await listReturning(store, 1)).length === 0) return;
    if (!(await acquireJob(store, job, leaseFor))) return;
    const failures: string[] = [];
    const groups = Map.groupBy(await listReturning(store, most), ({ owner }) =>
      users.find((user) => owner !== null && comparable(user) === comparable(owner)),
    );
    for (const [owner, leads] of groups) {
      const list = {
        heading: 'Back in your list today',
        intro: 'You wanted to see these leads again:',
        subject: ['Again today', 'leads are back in your list'],
        leads,
        linksOf: (lead: StoredBooking) => inboxLinks(lead, settings),
        closing: () => 'They are in the list again.',
        inbox: undefined,
        timeZone: config.calendar.timeZone,
      } as const;
      try {
        await send(list, stop, owner);
        await markReturned(store, leads);
      } catch (error) {
        failures.push(reasonOf(error));
      }
    }
    logFailure(
      failures.length > 0 ? `leads that return were not reported: ${failures.join(', ')}` : '',
    );
    // Otherwise the next attempt comes when the lease has ended.
    if (failures.length === 0) await releaseJob(store, job);
  };
}

function listReturning(store: Store, limit: number): Promise<StoredBooking[]> {
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('booking_requests')
      .where('follow_up_at', '<=', store.dialect.clock())
      .orderBy('follow_up_at')
      .orderBy('id')
      .limit(limit)
      .selectAll()
      .select(deliveryState)
      .execute();
    return rows.map(storedBooking);
  });
}

/** A lead that got another date meanwhile keeps it. */
function markReturned(store: Store, leads: readonly StoredBooking[]): Promise<void> {
  return store.write(async (db) => {
    const rows = await db
      .updateTable('booking_requests')
      .where('id', 'in', [...leads.map(({ id }) => id), -1])
      .where('follow_up_at', '<=', store.dialect.clock())
      .set(({ eb }) => ({ follow_up_at: null, version: eb('version', '+', 1) }))
      .returning('id')
      .execute();
    const returned = rows.map(({ id }) => id);
    await insertEvent(store, db, returned, 'server', 'returned');
  });
}
