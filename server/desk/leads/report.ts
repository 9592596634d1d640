import { ageOfLate, type ContactPromise, deadlineOf } from '../../../booking/deadline.ts';
import type { ReportAnswer, ReportRow } from '../../../booking/inbox-answers.ts';
import { day, hour, minute } from '../../../booking/zones.ts';
import { countBookings } from '../../store/bookings.ts';
import type { Store } from '../../store/store.ts';
import { findReportFigures, type ReportFigures } from './figures.ts';
import { overdue } from './leads.ts';

/** How many days the report covers, today included. */
const days = 90;

/** How soon a lead is contacted: the name, and the end in milliseconds. Each starts where the one before ends. */
const contactGroups = [
  ['Under 5 minutes', 5 * minute],
  ['Under 1 hour', hour],
  ['Under 4 hours', 4 * hour],
] as const;

/** For how long a lead waits: the name, and the end in hours. */
const ageGroups = [
  ['Under 1 day', 24],
  ['1 to 3 days', 72],
  ['3 to 7 days', 168],
  ['7 to 30 days', 720],
  ['Over 30 days', Number.POSITIVE_INFINITY],
] as const;

/**
 * The report of the last 90 days, without names and addresses. The weekly email and the inbox show the
 * same rows.
 */
export async function readReport(
  store: Store,
  promise: ContactPromise | undefined,
): Promise<ReportAnswer> {
  const figures = await findReportFigures(store, days * day);
  const waiting = await countBookings(store, { state: 'new', later: false });
  const late = promise && (await findLate(store, promise, figures.now));
  return {
    title: `The last ${days} days`,
    sections: [
      { heading: 'Promise kept', rows: keptRows(figures.contacts, late) },
      { heading: 'Requests', rows: requestRows(figures.days) },
      { heading: 'First contact', rows: contactRows(figures, late) },
      { heading: 'Waiting for contact now', rows: waitingRows(waiting, figures.waits, late) },
      { heading: 'Deliveries', rows: deliveryRows(figures.deliveries) },
    ].filter(({ rows }) => rows.length > 0),
  };
}

/** The leads that wait for longer than the promised time. */
interface Late {
  promise: ContactPromise;
  /** All of them. */
  count: number;
  /** Leads that asked within the days of the report. */
  recent: number;
}

async function findLate(store: Store, promise: ContactPromise, now: number): Promise<Late> {
  const age = ageOfLate(now, promise);
  const count = await countBookings(store, overdue(now, age));
  const before = await countBookings(store, overdue(now, Math.max(age, days * day)));
  return { promise, count, recent: count - before };
}

function requestRows(found: ReportFigures['days']): ReportRow[] {
  const leads = sum(found.map(({ leads }) => leads));
  const quarantined = sum(found.map(({ quarantined }) => quarantined));
  const rows: ReportRow[] = [{ label: 'All', text: formatNumber(leads) }];
  const [busiest] = found.toSorted((a, b) => b.leads - a.leads);
  if (busiest) {
    const text = `${formatNumber(busiest.leads)} (${dateFormat.format(new Date(busiest.day))})`;
    rows.push({ label: 'Most on one day (UTC)', text });
  }
  rows.push({ label: 'Looked like spam', ...shareOf(quarantined, leads) });
  return rows;
}

type Contacts = ReportFigures['contacts'];

/** Those who were contacted by the deadline. */
const inTime = (contacts: Contacts, { promise }: Late) =>
  contacts.filter(({ asked, contacted }) => contacted <= deadlineOf(asked, promise));

/** The share of all who were contacted or have waited too long. */
function keptRows(contacts: Contacts, late: Late | undefined): ReportRow[] {
  if (late === undefined) return [];
  const label = `Contacted within ${formatPromise(late.promise)}`;
  const kept = inTime(contacts, late).length;
  return [{ label, ...shareOf(kept, contacts.length + late.recent) }];
}

function contactRows(
  { contacts, markedByMail }: ReportFigures,
  late: Late | undefined,
): ReportRow[] {
  const times = timesOf(contacts);
  const rows: ReportRow[] = [{ label: 'Contacted', text: formatNumber(times.length) }];
  const [middle, longest] = [median(times), times.at(-1)];
  if (middle !== undefined && longest !== undefined)
    rows.push(
      { label: 'Marked by a link in an email', ...shareOf(markedByMail, times.length) },
      { label: 'Median time', text: formatDuration(middle) },
      { label: 'Longest time', text: formatDuration(longest) },
    );
  const all = contacts.length + (late?.recent ?? 0);
  if (all === 0) return rows;
  const early = late ? timesOf(inTime(contacts, late)) : times;
  const counts: [label: string, count: number][] = contactGroups.map(([label, end], index) => {
    const start = contactGroups[index - 1]?.[1] ?? 0;
    return [label, early.filter((time) => time >= start && time < end).length];
  });
  const rest = early.length - sum(counts.map(([, count]) => count));
  counts.push([late ? 'By the deadline' : 'Later', rest]);
  if (late) counts.push(['Late', all - early.length]);
  return [
    ...rows,
    ...counts.map(([label, count]) => ({ label, text: formatNumber(count), share: count / all })),
  ];
}

/** Milliseconds, in ascending order. */
const timesOf = (contacts: Contacts) =>
  contacts.map(({ asked, contacted }) => contacted - asked).sort((a, b) => a - b);

/** `count`: all who wait; `waits`: the waiting times of the 10,000 oldest, in milliseconds. */
function waitingRows(count: number, waits: readonly number[], late: Late | undefined) {
  const rows: ReportRow[] = [{ label: 'All', text: formatNumber(count) }];
  if (late !== undefined)
    rows.push({
      label: `Longer than ${formatPromise(late.promise)}`,
      ...shareOf(late.count, count),
    });
  if (waits.length === 0) return rows;
  rows.push({ label: 'Longest wait', text: formatDuration(Math.max(...waits)) });
  return [...rows, ...groupRows(waits, ageGroups)];
}

const channelNames: Readonly<Record<string, string>> = {
  mail: 'Email',
  webhook: 'Webhook',
  chat: 'Chat',
  receipt: 'Receipt',
};

function deliveryRows(deliveries: ReportFigures['deliveries']): ReportRow[] {
  return deliveries.map(({ channel, done, pending, dead }) => ({
    label: channelNames[channel] ?? channel,
    text: `${formatNumber(done)} delivered, ${formatNumber(pending)} waiting, ${formatNumber(dead)} given up`,
    share: done / (done + pending + dead),
  }));
}

function groupRows(
  times: readonly number[],
  groups: readonly (readonly [label: string, end: number])[],
): ReportRow[] {
  return groups.map(([label, end], index) => {
    const start = groups[index - 1]?.[1] ?? 0;
    const own = times.filter((time) => time >= start * hour && time < end * hour);
    return { label, text: formatNumber(own.length), share: own.length / times.length };
  });
}

/** Times in ascending order. */
function median(times: readonly number[]): number | undefined {
  const upper = times[Math.floor(times.length / 2)];
  const lower = times[Math.floor((times.length - 1) / 2)];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** A part of a whole: '15% (110 of 711)'. */
function shareOf(part: number, whole: number): Pick<ReportRow, 'text' | 'share'> {
  if (whole === 0) return { text: formatNumber(part) };
  const share = part / whole;
  const percent = formatNumber(share, { style: 'percent' });
  return { text: `${percent} (${formatNumber(part)} of ${formatNumber(whole)})`, share };
}

export const dateFormat = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

export const formatNumber = (value: number, style: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat('en', style).format(value);

/** Milliseconds in words, in the unit that suits them: '45 minutes', '3.5 hours', '4 days'. */
function formatDuration(milliseconds: number): string {
  const minutes = milliseconds / minute;
  if (minutes < 59.5) return inUnit(Math.round(minutes), 'minute');
  if (minutes < 48 * 60) return inUnit(minutes / 60, 'hour');
  return inUnit(minutes / 60 / 24, 'day');
}

const units = { m: 'minute', h: 'hour', d: 'day' } as const;

/** '4 hours', or '4 working hours' where only opening hours count. */
function formatPromise({ count, unit, hours }: ContactPromise): string {
  const time = inUnit(count, units[unit]);
  return hours === undefined ? time : time.replace(' ', ' working ');
}

const inUnit = (value: number, unit: 'minute' | 'hour' | 'day') =>
  formatNumber(value, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 });
