import type { Logger } from 'pino';
import { dateAt } from '../../../booking/zones.ts';
import type { Config } from '../../config/config.ts';
import { logWhenChanged } from '../../outage-log.ts';
import {
  deliveryState,
  findSecret,
  findTime,
  findTimestamp,
  remember,
  type StoredBooking,
  storedBooking,
} from '../../store/bookings.ts';
import type { Store } from '../../store/store.ts';
import { acquireJob, releaseJob } from '../jobs.ts';
import { actionLink, noticeSettingsOf } from '../mail/notice.ts';
import { leaseFor, reasonOf } from './reminders.ts';
import { createListSender } from './send-list.ts';
import { hourAt } from './times.ts';

/** The key of the last report, and of its job. */
const name = 'quarantine report';

/** The earliest hour: most of a day's requests are in the report, and a person can still answer them. */
const firstHour = 15;

/** How many leads one report is about at most. */
const most = 1_000;

/**
 * A look whether requests were quarantined since the last report, which is sent at most once a day. Undefined where
 * no email and no chat is set.
 */
export function createQuarantineReport(config: Config, store: Store, log: Logger) {
  const send = createListSender(config, store);
  if (send === undefined) return undefined;
  const settings = noticeSettingsOf(config);
  const { timeZone } = config.calendar;
  const inbox = settings.site && settings.hasInbox ? `${settings.site}/inbox` : undefined;
  const logFailure = logWhenChanged(log);
  return async (stop: AbortSignal): Promise<void> => {
    const now = await findTime(store);
    const last = await findTimestamp(store, name);
    const isSent =
      last !== undefined && dateAt(Date.parse(last), timeZone) >= dateAt(now, timeZone);
    if (isSent || hourAt(now, timeZone) < firstHour) return;
    const leads = await listUnreported(store);
    if (leads.length === 0 || !(await acquireJob(store, name, leaseFor))) return;
    const secret = await findSecret(store);
    const list = {
      heading: 'Looks like spam',
      intro: 'These requests look like spam. They were kept, and no one was notified of them:',
      subject: ['Looks like spam', 'requests look like spam'],
      leads,
      linksOf: (booking: StoredBooking) =>
        actionLink('Not spam', 'accept', { booking, secret, now }, settings),
      closing: (named: readonly StoredBooking[]) =>
        inbox === undefined
          ? `If one is not spam: ./lodemark accept ${named.map(({ id }) => id).join(' ')}`
          : `All of them are in the inbox: ${inbox}`,
      inbox,
      timeZone,
    } as const;
    try {
      await send(list, stop);
    } catch (error) {
      logFailure(`the report of quarantined requests did not go out: ${reasonOf(error)}`);
      return;
    }
    logFailure('');
    await markReported(store, leads);
    await releaseJob(store, name);
  };
}

/** The newest that the provider does not know of. */
function listUnreported(store: Store): Promise<StoredBooking[]> {
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('booking_requests')
      .where('state', '=', 'quarantined')
      .where('reminded_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(most)
      .selectAll()
      .select(deliveryState)
      .execute();
    return rows.map(storedBooking);
  });
}

function markReported(store: Store, leads: readonly StoredBooking[]): Promise<void> {
  return store.write(async (db) => {
    await db
      .updateTable('booking_requests')
      .where('id', 'in', [...leads.map(({ id }) => id), -1])
      .where('state', '=', 'quarantined')
      .set({ reminded_at: store.dialect.clock() })
      .execute();
    await remember(store, db, name);
  });
}
