import { type Booking, bookingOf } from '../../../booking/booking.ts';
import { ageOfLate } from '../../../booking/deadline.ts';
import type { LeadAnswer, LeadRow } from '../../../booking/inbox-answers.ts';
import { minute } from '../../../booking/zones.ts';
import { findBooking, type StoredBooking } from '../../store/bookings.ts';
import { findTime } from '../../store/store.ts';
import { filledIn, spamReasonsOf, visibleText } from '../../visible-text.ts';
import { countLeads } from '../leads/leads.ts';
import { findAskedBefore, findOthers, findRead } from '../leads/marks.ts';
import { followUpDates } from '../leads/times.ts';
import { contactBy } from '../mail/notice.ts';
import { InboxError, type InboxOptions } from './requests.ts';

/** A lead with its history, for the person with this address. Throws a 404 if there is no such lead. */
export async function leadAnswer(
  options: InboxOptions,
  id: number,
  email: string,
): Promise<LeadAnswer> {
  const { store, users } = options;
  const { contactPromise, calendar } = options.config;
  const found = await findBooking(store, id);
  if (found === undefined) throw new InboxError(404);
  const { booking: lead, deliveries, events } = found;
  const [row] = await leadRows(options, [lead], email);
  if (row === undefined) throw new InboxError(404);
  const deadline = contactBy(lead, contactPromise);
  const others = await store.read((db) => findOthers(store, db, lead));
  return {
    lead: {
      ...row,
      language: lead.language,
      time_zone: lead.time_zone,
      source: lead.source,
      fields: filledIn(visibleFields(lead)).map(([label, value]) => ({ label, value })),
      note: lead.note,
      asked_again_at: askedAgainAt(lead),
      contacted_at: lead.contacted_at,
      closed_at: lead.closed_at,
      spamReasons: spamReasonsOf(lead),
      contact_by: deadline === undefined ? null : new Date(deadline).toISOString(),
    },
    others: others.map((other) => ({
      id: other.id,
      created_at: other.created_at,
      folder: other.state,
      ...visibleFields(other),
    })),
    owners: users,
    followUpDays: followUpDates(await findTime(store), calendar),
    deliveries,
    events,
    counts: await countLeads(store),
  };
}

/** The rows of these leads for the person with this address. */
export async function leadRows(
  options: InboxOptions,
  leads: readonly StoredBooking[],
  email: string,
): Promise<LeadRow[]> {
  const { store } = options;
  const ids = leads.map(({ id }) => id);
  const [{ now, cutoff }, read, repeated] = await Promise.all([
    overdueAt(options),
    findRead(store, ids, email),
    findAskedBefore(store, ids),
  ]);
  return leads.map((lead) => ({
    id: lead.id,
    created_at: lead.created_at,
    ...visibleFields(lead),
    folder: lead.state,
    isRead: lead.state !== 'new' || read.has(lead.id),
    isOverdue:
      lead.state === 'new' &&
      Date.parse(lead.created_at) < cutoff &&
      Date.parse(lead.follow_up_at ?? lead.created_at) <= now,
    delivery: lead.delivery,
    hasNote: lead.note !== '',
    askedBefore: repeated.has(lead.id),
    owner: lead.owner,
    follow_up_at: lead.follow_up_at,
    version: lead.version,
  }));
}

/** New leads from before `cutoff` are overdue at `now`, unless they are postponed. Milliseconds since 1970. */
export async function overdueAt({ store, config: { contactPromise } }: InboxOptions) {
  const now = await findTime(store);
  return { now, cutoff: contactPromise ? now - ageOfLate(now, contactPromise) : 0 };
}

/** A repeat within this time does not count as asking again. Milliseconds. */
const sameVisit = 10 * minute;

function askedAgainAt({ created_at, repeated_at }: StoredBooking): string | null {
  if (repeated_at === null) return null;
  return Date.parse(repeated_at) - Date.parse(created_at) > sameVisit ? repeated_at : null;
}

function visibleFields(lead: StoredBooking): Booking {
  return bookingOf((field) => visibleText(lead[field]));
}
