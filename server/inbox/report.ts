import { brand } from '../../content/brand.ts';
import { listOf } from '../delivery/mail.ts';
import type { Store } from '../store/store.ts';
import { interpolate, reportTexts as texts } from '../texts.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** How many days the report is about, today among them. */
const days = 90;

/** Where the bars of the times begin, in hours; the texts have a name for each. */
const contactEdges = [0, 1, 4, 8, 24, 72, 168];
const ageEdges = [0, 24, 72, 168, 720];

/** `hatched`: how many of them are late, quarantined or not delivered. */
export interface Bar {
  name: string;
  count: number;
  hatched: number;
}

/** The figures of the report. Times in milliseconds. */
export type Report = Awaited<ReturnType<typeof readReport>>;

type Figures = Pick<Store, 'findReportFigures' | 'countLeads' | 'summarizeOverdue'>;

type ReportFigures = Awaited<ReturnType<Store['findReportFigures']>>;

/** The report of the last 90 days; `now` in milliseconds since 1970, CONTACT_WITHIN in milliseconds. */
export async function readReport(store: Figures, now: number, contactWithin?: number) {
  const since = Math.floor(now / day) * day - (days - 1) * day;
  const limit = contactWithin ?? Number.POSITIVE_INFINITY;
  const overdueOf = async (askedBefore: number) =>
    contactWithin === undefined ? 0 : (await store.summarizeOverdue(askedBefore)).count;
  const [figures, counts, overdue, overdueBefore] = await Promise.all([
    store.findReportFigures(since),
    store.countLeads(),
    overdueOf(now - limit),
    overdueOf(Math.min(since, now - limit)),
  ]);
  const waits = figures.open.map((time) => Math.max(0, now - Date.parse(time)));
  const times = figures.contactTimes.toSorted((a, b) => a - b);
  const each = everyDay(figures.days, since);
  return {
    now,
    contactWithin,
    // Every one, the oldest first.
    days: each,
    leads: sum(each.map(({ leads }) => leads)),
    quarantined: sum(each.map(({ quarantined }) => quarantined)),
    busiest: each.toSorted((a, b) => b.leads - a.leads).find(({ leads }) => leads > 0),
    contact: {
      count: times.length,
      median: median(times),
      worst: times.at(-1),
      kept: times.filter((time) => time <= limit).length,
      // Those of whom `kept` were contacted in time. Whoever asked before these days is late in them only once.
      due: contactWithin === undefined ? undefined : times.length + overdue - overdueBefore,
      bars: barsOf(times, contactEdges, texts.contactTimes, limit),
    },
    open: {
      count: counts.new,
      overdue,
      oldest: waits.length > 0 ? Math.max(...waits) : undefined,
      // Of the oldest 10,000.
      bars: barsOf(waits, ageEdges, texts.ages, limit),
    },
    deliveries: byKind(figures.deliveries),
  };
}

/** The addresses behind the colon of a channel's name are people's. */
function byKind(deliveries: ReportFigures['deliveries']) {
  const kinds = Object.groupBy(deliveries, ({ channel }) => channel.replace(/:.*/, ''));
  return Object.entries(kinds)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, own = []]) => {
      const done = sum(own.map((one) => one.done));
      const pending = sum(own.map((one) => one.pending));
      const dead = sum(own.map((one) => one.dead));
      const hatched = pending + dead;
      return { kind, done, pending, dead, name: labelOf(kind), count: done + hatched, hatched };
    });
}

function everyDay(found: ReportFigures['days'], since: number): ReportFigures['days'] {
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(since + index * day).toISOString().slice(0, 10);
    return found.find((one) => one.day === date) ?? { day: date, leads: 0, quarantined: 0 };
  });
}

/** How many lasted so long, and how many of them longer than CONTACT_WITHIN. */
function barsOf(
  times: readonly number[],
  edges: readonly number[],
  names: readonly string[],
  limit: number,
): Bar[] {
  return edges.map((edge, index) => {
    const end = (edges[index + 1] ?? Number.POSITIVE_INFINITY) * hour;
    const own = times.filter((time) => time >= edge * hour && time < end);
    const hatched = own.filter((time) => time > limit).length;
    return { name: names[index] ?? '', count: own.length, hatched };
  });
}

/** Of times in their order. */
function median(times: readonly number[]): number | undefined {
  const upper = times[Math.floor(times.length / 2)];
  const lower = times[Math.floor((times.length - 1) / 2)];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Of a statement, or of the kind of channel. */
function labelOf(name: string): string {
  const labels: Readonly<Record<string, string>> = texts.labels;
  return labels[name] ?? name;
}

/** What the report says by name, in the order of a reader's questions; undefined where there is nothing to say. */
export function statementsOf(report: Report) {
  const { leads, quarantined, busiest, contact, open, contactWithin, deliveries } = report;
  const values: Readonly<Record<string, string | undefined>> = {
    leads: formatNumber(leads),
    busiest: busiest && onDay(busiest.leads, busiest.day),
    contacted: formatNumber(contact.count),
    median: durationOf(contact.median),
    worst: durationOf(contact.worst),
    kept: contact.due ? shareOf(contact.kept, contact.due) : undefined,
    open: formatNumber(open.count),
    overdue: contactWithin === undefined ? undefined : formatNumber(open.overdue),
    oldest: durationOf(open.oldest),
    quarantined: leads > 0 ? shareOf(quarantined, leads) : formatNumber(0),
    ...Object.fromEntries(
      deliveries.map(({ kind, done, pending, dead }) => [
        kind,
        filled(texts.deliveries, { done, pending, dead }),
      ]),
    ),
  };
  return Object.entries(values).map(([name, text]) => {
    return { name, label: withDuration(labelOf(name), report), text };
  });
}

/** The report in words: what each number is, and the number. */
export function wordsOf(report: Report): [label: string, text: string][] {
  return statementsOf(report).flatMap(({ label, text }) =>
    text === undefined ? [] : [[label, text]],
  );
}

/** The same as plain text, a line each. */
export function textOf(report: Report): string {
  return `${texts.title}\n\n${listOf(wordsOf(report))}\n`;
}

/** A text that may name CONTACT_WITHIN. */
export function withDuration(
  text: string,
  { contactWithin }: Pick<Report, 'contactWithin'>,
): string {
  return interpolate(text, { duration: durationOf(contactWithin) ?? '' });
}

/** What was counted on a UTC date: '10 (12 November)'. */
function onDay(count: number, date: string): string {
  const day = dateFormat({ day: 'numeric', month: 'long' }).format(new Date(date));
  return interpolate(filled(texts.onDay, { count }), { day });
}

/** A part of a whole in words: '15% (110 of 711)'. */
function shareOf(part: number, whole: number): string {
  const share = formatNumber(part / whole, { style: 'percent' });
  return interpolate(filled(texts.share, { part, whole }), { share });
}

/** The text with these numbers. */
function filled(text: string, numbers: Readonly<Record<string, number>>): string {
  const shown = Object.entries(numbers).map(([name, number]) => [name, formatNumber(number)]);
  return interpolate(text, Object.fromEntries(shown));
}

/** The provider's language: the site's first. */
const [language] = brand.languages;

/** Dates and times, in UTC. */
export const dateFormat = (style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });

export const formatNumber = (value: number, style: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat(language, style).format(value);

/** Milliseconds in words, in the unit that suits them: '45 minutes', '3.5 hours', '4 days'. */
export function formatDuration(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 59.5) return inUnit(Math.round(minutes), 'minute');
  if (minutes < 48 * 60) return inUnit(minutes / 60, 'hour');
  return inUnit(minutes / 60 / 24, 'day');
}

const durationOf = (milliseconds: number | undefined) =>
  milliseconds === undefined ? undefined : formatDuration(milliseconds);

const inUnit = (value: number, unit: 'minute' | 'hour' | 'day') =>
  formatNumber(value, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 });
