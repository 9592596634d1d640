import type { ReportAnswer, ReportRow } from '../../site/inbox/api.ts';
import { dueAt } from '../delivery/status.ts';
import type { Store } from '../store/store.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** How many days the report covers, today included. */
const days = 90;

/** Groups of durations: the name, and the end in hours. A group starts where the one before it ends. */
const contactGroups = [
  ['Under 1 hour', 1],
  ['1 to 4 hours', 4],
  ['4 to 8 hours', 8],
  ['8 to 24 hours', 24],
  ['1 to 3 days', 72],
  ['3 to 7 days', 168],
  ['Over 7 days', Number.POSITIVE_INFINITY],
] as const;
const ageGroups = [
  ['Under 1 day', 24],
  ['1 to 3 days', 72],
  ['3 to 7 days', 168],
  ['7 to 30 days', 720],
  ['Over 30 days', Number.POSITIVE_INFINITY],
] as const;

type Figures = Pick<Store, 'findReportFigures' | 'countLeads' | 'summarizeOverdue'>;

type ReportFigures = Awaited<ReturnType<Store['findReportFigures']>>;

/**
 * The report of the last 90 days, without names and addresses. The weekly email and the inbox show the
 * same rows. `now` in milliseconds since 1970; `contactWithin` in milliseconds.
 */
export async function readReport(
  store: Figures,
  now: number,
  contactWithin: number | undefined,
): Promise<ReportAnswer> {
  const since = Math.floor(now / day) * day - (days - 1) * day;
  const [figures, counts, late] = await Promise.all([
    store.findReportFigures(since),
    store.countLeads(),
    contactWithin === undefined ? undefined : findLate(store, since, now, contactWithin),
  ]);
  const waits = figures.open.map((asked) => Math.max(0, now - Date.parse(asked)));
  return {
    title: `The last ${days} days`,
    sections: [
      { heading: 'Requests', rows: requestRows(figures.days) },
      { heading: 'First contact', rows: contactRows(figures.contactTimes, late) },
      { heading: 'Waiting for contact now', rows: waitingRows(counts.new, waits, late) },
      { heading: 'Deliveries', rows: deliveryRows(figures.deliveries) },
    ].filter(({ rows }) => rows.length > 0),
  };
}

/** The leads that wait for longer than the promised time. */
interface Late {
  /** The promised time, in milliseconds. */
  limit: number;
  /** All of them. */
  count: number;
  /** Those that asked within the days of the report. */
  recent: number;
}

async function findLate(store: Figures, since: number, now: number, limit: number): Promise<Late> {
  const askedBefore = dueAt(limit, now);
  const [all, before] = await Promise.all([
    store.summarizeOverdue(askedBefore),
    store.summarizeOverdue(Math.min(since, askedBefore)),
  ]);
  return { limit, count: all.count, recent: all.count - before.count };
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

function contactRows(contactTimes: readonly number[], late: Late | undefined): ReportRow[] {
  const times = contactTimes.toSorted((a, b) => a - b);
  const rows: ReportRow[] = [{ label: 'Contacted', text: formatNumber(times.length) }];
  if (late !== undefined) {
    const kept = times.filter((time) => time <= late.limit).length;
    const label = `Contacted within ${formatDuration(late.limit)}`;
    rows.push({ label, ...shareOf(kept, times.length + late.recent) });
  }
  const [middle, longest] = [median(times), times.at(-1)];
  if (middle === undefined || longest === undefined) return rows;
  rows.push({ label: 'Median time', text: formatDuration(middle) });
  rows.push({ label: 'Longest time', text: formatDuration(longest) });
  return [...rows, ...groupRows(times, contactGroups)];
}

/** `count`: all who wait; `waits`: of the 10,000 oldest, for how long, in milliseconds. */
function waitingRows(count: number, waits: readonly number[], late: Late | undefined) {
  const rows: ReportRow[] = [{ label: 'All', text: formatNumber(count) }];
  if (late !== undefined)
    rows.push({
      label: `Longer than ${formatDuration(late.limit)}`,
      ...shareOf(late.count, count),
    });
  if (waits.length === 0) return rows;
  rows.push({ label: 'Longest wait', text: formatDuration(Math.max(...waits)) });
  return [...rows, ...groupRows(waits, ageGroups)];
}

/** One row for each kind of channel: the part of its name after the colon is a person's address. */
function deliveryRows(deliveries: ReportFigures['deliveries']): ReportRow[] {
  const kinds = Object.groupBy(deliveries, ({ channel }) => channel.replace(/:.*/, ''));
  const names: Readonly<Record<string, string>> = {
    mail: 'Email',
    webhook: 'Webhook',
    chat: 'Chat',
  };
  return Object.entries(kinds)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, own = []]) => {
      const done = sum(own.map((one) => one.done));
      const pending = sum(own.map((one) => one.pending));
      const dead = sum(own.map((one) => one.dead));
      const counts = [done, pending, dead].map((count) => formatNumber(count));
      return {
        label: names[kind] ?? kind,
        text: `${counts[0]} delivered, ${counts[1]} waiting, ${counts[2]} given up`,
        share: done / (done + pending + dead),
      };
    });
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

const dateFormat = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

const formatNumber = (value: number, style: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat('en', style).format(value);

/** Milliseconds in words, in the unit that suits them: '45 minutes', '3.5 hours', '4 days'. */
export function formatDuration(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 59.5) return inUnit(Math.round(minutes), 'minute');
  if (minutes < 48 * 60) return inUnit(minutes / 60, 'hour');
  return inUnit(minutes / 60 / 24, 'day');
}

const inUnit = (value: number, unit: 'minute' | 'hour' | 'day') =>
  formatNumber(value, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 });
