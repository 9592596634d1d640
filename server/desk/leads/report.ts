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

/** The report of the last 90 days, for the weekly email and the inbox. It has no names or addresses. */
export async function readReport(
  store: Store,
  promise: ContactPromise | undefined,
): Promise<ReportAnswer> {
  const now = await findTime(store);
  const since = new Date(now - days * day).toISOString();
  const contacts = await listContacts(store, since);
  const inTime = contacts.filter(({ asked, contacted }) => isInTime(asked, contacted, promise));
  const byMail = contacts.filter((one) => one.byMail).length;
  const age = promise && ageOfLate(now, promise);
  const countLate = async (atLeast: number) =>
    age === undefined ? 0 : countBookings(store, overdue(now, Math.max(age, atLeast)));
  const late = await countLate(0);
  // The leads of the report's period that were contacted or are late.
  const due = contacts.length + late - (await countLate(days * day));
  const all = await countBookings(store, { since });
  const waiting = await countBookings(store, { state: 'new', later: false });
  const promised = promise && formatPromise(promise);
  return {
    title: `The last ${days} days`,
    columns: [],
    sections: [
      {
        heading: 'Contacted in time',
        rows: promised ? [shareRow(`Contacted within ${promised}`, inTime.length, due)] : [],
      },
      {
        heading: 'Leads',
        rows: [
          numberRow('All', all),
          shareRow('Looked like spam', await countSpam(store, since), all),
        ],
      },
      {
        heading: 'First contact',
        rows: [
          numberRow('Contacted', contacts.length),
          shareRow('Marked by a link in an email', byMail, contacts.length),
          ...timeRows(inTime, due, promise),
        ],
      },
      {
        heading: 'Waiting for contact now',
        rows: [
          numberRow('All', waiting),
          ...(promised ? [shareRow(`Longer than ${promised}`, late, waiting)] : []),
        ],
      },
    ].filter(({ rows }) => rows.length > 0),
  };
}

/** Without a promise, every contact is in time. Times in milliseconds since 1970. */
export function isInTime(asked: number, contacted: number, promise: ContactPromise | undefined) {
  return promise === undefined || contacted <= deadlineOf(asked, promise);
}

/**
 * The leads since a time (ISO 8601) that are not new, with times in milliseconds since 1970. `byMail`: a link in an
 * email marked the lead as contacted.
 */
async function listContacts(store: Store, since: string) {
  const rows = await store.read((db) =>
    db
      .selectFrom('booking_requests')
      .where('created_at', '>=', since)
      .where('state', 'in', ['contacted', 'closed'])
      // Earlier versions closed the leads of rehearsals without contacting them.
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

async function countSpam(store: Store, since: string): Promise<number> {
  const { count } = await store.read((db) =>
    db
      .selectFrom('booking_requests')
      .where('created_at', '>=', since)
      .where('spam_signals', '<>', '')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
}

/** A row for each group of times to first contact, and one for the late leads. */
function timeRows(
  inTime: readonly { asked: number; contacted: number }[],
  due: number,
  promise: ContactPromise | undefined,
): ReportRow[] {
  if (due === 0) return [];
  const times = inTime.map(({ asked, contacted }) => contacted - asked);
  const groups = [
    ...contactGroups,
    [promise ? 'By the deadline' : 'Later', Number.POSITIVE_INFINITY] as const,
  ];
  const rows = groups.map(([label, end], index) => {
    const start = groups[index - 1]?.[1] ?? 0;
    const count = times.filter((time) => time >= start && time < end).length;
    return numberRow(label, count, count / due);
  });
  const late = due - times.length;
  return promise ? [...rows, numberRow('Late', late, late / due)] : rows;
}

function numberRow(label: string, number: number, share?: number): ReportRow {
  return { label, texts: [formatNumber(number)], ...(share !== undefined && { share }) };
}

/** Formats a part of a whole as '15% (110 of 711)'. */
function shareRow(label: string, part: number, whole: number): ReportRow {
  if (whole === 0) return numberRow(label, part);
  const share = part / whole;
  const percent = formatNumber(share, { style: 'percent' });
  return { label, texts: [`${percent} (${formatNumber(part)} of ${formatNumber(whole)})`], share };
}

export function formatNumber(value: number, style: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat('en', style).format(value);
}

const units = { m: 'minute', h: 'hour', d: 'day' } as const;

/** Returns '4 hours', or '4 working hours' if only opening hours count. */
function formatPromise({ count, unit, hours }: ContactPromise): string {
  const style = { style: 'unit', unit: units[unit], unitDisplay: 'long' } as const;
  const time = formatNumber(count, style);
  return hours === undefined ? time : time.replace(' ', ' working ');
}
