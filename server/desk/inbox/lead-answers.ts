import { formatDay, formatMoment } from '../../../booking/dates.ts';
import { ageOfLate } from '../../../booking/deadline.ts';
import type { LeadAnswer, LeadRow } from '../../../booking/inbox-answers.ts';
import { isTimeZone, minute } from '../../../booking/zones.ts';
import type { Config } from '../../config/config.ts';
import { type BookingDetails, findBooking, type StoredBooking } from '../../store/bookings.ts';
import { findTime } from '../../store/store.ts';
import { spamReasonsOf, visibleBooking } from '../../visible-text.ts';
import { rowsOf } from '../delivery/notice.ts';
import { countLeads } from '../leads/leads.ts';
import { findAskedBefore, findOthers, findRead } from '../leads/lists.ts';
import { followUpDates } from '../leads/times.ts';
import { InboxError, type InboxOptions } from './requests.ts';

/** A lead with its history, for the person with this address. Throws a 404 if there is no such lead. */
export async function leadAnswer(
  options: InboxOptions,
  id: number,
  email: string,
): Promise<LeadAnswer> {
  const { store, users, config } = options;
  const found = await findBooking(store, id);
  if (found === undefined) throw new InboxError(404);
  const { booking: lead, events } = found;
  const [row] = await leadRows(options, [lead], email);
  if (row === undefined) throw new InboxError(404);
  const others = await store.read((db) => findOthers(store, db, lead));
  const now = await findTime(store);
  return {
    lead: {
      ...row,
      facts: factsOf(found, config, now).map(([label, text]) => ({ label, text })),
      note: lead.note,
      language: lead.language,
      spamReasons: spamReasonsOf(lead),
    },
    others: others.map(shown),
    owners: users,
    followUpDays: followUpDates(now, config.calendar),
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
  const { store, config } = options;
  const ids = leads.map(({ id }) => id);
  const [{ now, cutoff }, read, repeated] = await Promise.all([
    overdueAt(options),
    findRead(store, ids, email),
    findAskedBefore(store, ids),
  ]);
  return leads.map((lead) => ({
    ...shown(lead),
    isRead: lead.state !== 'new' || read.has(lead.id),
    isOverdue:
      lead.state === 'new' &&
      Date.parse(lead.created_at) < cutoff &&
      Date.parse(lead.follow_up_at ?? lead.created_at) <= now,
    isUndelivered: ['failing', 'dead'].includes(lead.delivery),
    hasNote: lead.note !== '',
    askedBefore: repeated.has(lead.id),
    owner: lead.owner,
    follow_up_at: lead.follow_up_at,
    followUpDay: lead.follow_up_at && formatDay(lead.follow_up_at, config.calendar.timeZone),
    version: lead.version,
  }));
}

/** New leads from before `cutoff` are overdue at `now`, unless they are postponed. Milliseconds since 1970. */
export async function overdueAt({ store, config: { contactPromise } }: InboxOptions) {
  const now = await findTime(store);
  return { now, cutoff: contactPromise ? now - ageOfLate(now, contactPromise) : 0 };
}

/** The lead's details as in the email to the provider, the visitor's time, and failed attempts to notify the provider. */
function factsOf({ booking: lead, deliveries }: BookingDetails, config: Config, now: number) {
  const { timeZone } = config.calendar;
  const { time_zone: there, repeated_at } = lead;
  const facts: [label: string, text: string | undefined][] = [
    ...rowsOf({ booking: lead, earlier: [] }, config),
    ['Asked again', askedAgain(lead) ? formatMoment(repeated_at ?? now, timeZone) : undefined],
    ['Time there now', there && isTimeZone(there) ? formatMoment(now, there) : undefined],
  ];
  for (const { channel, state, attempts, next_at, last_error } of deliveries) {
    if (channel === 'receipt' || state === 'done') continue;
    // The first attempt still runs. Later ones may lack an error, because the process died in an earlier one.
    if (last_error === null && attempts < 2) continue;
    const next = state === 'dead' ? 'Given up' : `Next attempt: ${formatMoment(next_at, timeZone)}`;
    facts.push([`Not sent by ${channel}`, `${next}. Attempts: ${attempts}`]);
  }
  return facts.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const]));
}

/** A repeat within this time does not count as asking again. Milliseconds. */
const sameVisit = 10 * minute;

function askedAgain({ created_at, repeated_at }: StoredBooking): boolean {
  return repeated_at !== null && Date.parse(repeated_at) - Date.parse(created_at) > sameVisit;
}

function shown(lead: StoredBooking) {
  const { id, created_at, state: folder } = lead;
  return { id, created_at, folder, ...visibleBooking(lead) };
}
