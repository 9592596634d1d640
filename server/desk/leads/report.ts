import { ageOfLate, type ContactPromise, deadlineOf } from '../../../booking/deadline.ts';
import type { ReportAnswer, ReportRow } from '../../../booking/inbox-answers.ts';
import { day, hour, minute } from '../../../booking/zones.ts';
import { countBookings } from '../../store/bookings.ts';
import { findTime, type Store } from '../../store/store.ts';
import { overdue } from './leads.ts';

/** How many days the report covers, today included. */
const days = 90;

/** Times to first contact: a label and its upper limit in milliseconds. Each starts at the previous limit. */
const contactGroups: readonly (readonly [label: string, end: number])[] = [
  ['Under 5 minutes', 5 * minute],
  ['Under 1 hour', hour],
  ['Under 4 hours', 4 * hour],
];

/**
 * The report of the last 90 days, without names and addresses. The weekly email and the inbox show the
 * same rows.
 */
export async function readReport(
  store: Store,
  promise: ContactPromise | undefined,
): Promise<ReportAnswer> {
  const now = await findTime(store);
  const since = new Date(now - days * day).toISOString();
  const contacts = await listContacts(store, since);
  const late = promise && (await findLate(store, promise, now));
  return {
    title: `The last ${days} days`,
    columns: [],
    sections: [
      { heading: 'Contacted in time', rows: keptRows(contacts, late) },
      { heading: 'Leads', rows: await requestRows(store, since) },
      { heading: 'First contact', rows: contactRows(contacts, late) },
      { heading: 'Waiting for contact now', rows: await waitingRows(store, late) },
    ].filter(({ rows }) => rows.length > 0),
  };
}

interface Contact {
  /** Milliseconds since 1970. */
  asked: number;
  contacted: number;
  /** Whether a link in an email marked the lead as contacted. */
  byMail: boolean;
}

/** The leads since a time (ISO 8601) that are not new. */
async function listContacts(store: Store, since: string): Promise<Contact[]> {
  const rows = await store.read((db) =>
    db
      .selectFrom('booking_requests')
      .where('created_at', '>=', since)
      .where('state', 'in', ['contacted', 'closed'])
      // Version 0.1.0 closed rehearsals, which no one contacted.
      .where('contacted_at', 'is not', null)
      .select(({ exists, selectFrom }) => [
        'created_at',
        'contacted_at',
        exists(
          selectFrom('lead_events')
            .whereRef('booking_id', '=', 'booking_requests.id')
            .where('who', '=', 'mail')
            .where('action', '=', 'contacted')
            .select('lead_events.id'),
        ).as('by_mail'),
      ])
      .execute(),
  );
  return rows.map(({ created_at, contacted_at, by_mail }) => ({
    asked: Date.parse(created_at),
    contacted: Date.parse(contacted_at ?? ''),
    byMail: Boolean(by_mail),
  }));
}

/** Leads that have waited longer than promised. */
interface Late {
  promise: ContactPromise;
  /** All late leads. */
  count: number;
  /** Late leads that were stored within the report's period. */
  recent: number;
}

async function findLate(store: Store, promise: ContactPromise, now: number): Promise<Late> {
  const age = ageOfLate(now, promise);
  const count = await countBookings(store, overdue(now, age));
  const before = await countBookings(store, overdue(now, Math.max(age, days * day)));
  return { promise, count, recent: count - before };
}

const inTime = (contacts: readonly Contact[], { promise }: Late) =>
  contacts.filter(({ asked, contacted }) => contacted <= deadlineOf(asked, promise));

/** The leads contacted in time, as a share of those that were contacted or are late. */
function keptRows(contacts: readonly Contact[], late: Late | undefined): ReportRow[] {
  if (late === undefined) return [];
  const kept = inTime(contacts, late).length;
  return [
    shareRow(
      `Contacted within ${formatPromise(late.promise)}`,
      kept,
      contacts.length + late.recent,
    ),
  ];
}

async function requestRows(store: Store, since: string): Promise<ReportRow[]> {
  const { spam } = await store.read((db) =>
    db
      .selectFrom('booking_requests')
      .where('created_at', '>=', since)
      .where('spam_signals', '<>', '')
      .select(({ fn }) => fn.countAll().as('spam'))
      .executeTakeFirstOrThrow(),
  );
  const all = await countBookings(store, { since });
  return [row('All', formatNumber(all)), shareRow('Looked like spam', Number(spam), all)];
}

function contactRows(contacts: readonly Contact[], late: Late | undefined): ReportRow[] {
  const byMail = contacts.filter((one) => one.byMail).length;
  const rows = [row('Contacted', formatNumber(contacts.length))];
  if (contacts.length > 0)
    rows.push(shareRow('Marked by a link in an email', byMail, contacts.length));
  const all = contacts.length + (late?.recent ?? 0);
  if (all === 0) return rows;
  const times = (late ? inTime(contacts, late) : contacts).map(
    ({ asked, contacted }) => contacted - asked,
  );
  const groups = [
    ...contactGroups,
    [late ? 'By the deadline' : 'Later', Number.POSITIVE_INFINITY] as const,
  ];
  const bars = groups.map(([label, end], index) => {
    const start = groups[index - 1]?.[1] ?? 0;
    const count = times.filter((time) => time >= start && time < end).length;
    return row(label, formatNumber(count), count / all);
  });
  if (late) {
    const count = all - times.length;
    bars.push(row('Late', formatNumber(count), count / all));
  }
  return [...rows, ...bars];
}

async function waitingRows(store: Store, late: Late | undefined): Promise<ReportRow[]> {
  const count = await countBookings(store, { state: 'new', later: false });
  const rows = [row('All', formatNumber(count))];
  if (late) rows.push(shareRow(`Longer than ${formatPromise(late.promise)}`, late.count, count));
  return rows;
}

function row(label: string, text: string, share?: number): ReportRow {
  return { label, texts: [text], ...(share !== undefined && { share }) };
}

/** Formats a part of a whole as '15% (110 of 711)'. */
function shareRow(label: string, part: number, whole: number): ReportRow {
  if (whole === 0) return row(label, formatNumber(part));
  const share = part / whole;
  const percent = formatNumber(share, { style: 'percent' });
  return row(label, `${percent} (${formatNumber(part)} of ${formatNumber(whole)})`, share);
}

export const formatNumber = (value: number, style: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat('en', style).format(value);

const units = { m: 'minute', h: 'hour', d: 'day' } as const;

/** Returns '4 hours', or '4 working hours' if only opening hours count. */
function formatPromise({ count, unit, hours }: ContactPromise): string {
  const style = { style: 'unit', unit: units[unit], unitDisplay: 'long' } as const;
  const time = formatNumber(count, style);
  return hours === undefined ? time : time.replace(' ', ' working ');
}
