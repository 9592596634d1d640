import { type ContactPromise, deadlineOf } from '../../../booking/deadline.ts';
import type { ReportAnswer, ReportRow } from '../../../booking/inbox-answers.ts';
import { sourceLabel } from '../../../booking/source.ts';
import { day } from '../../../booking/zones.ts';
import { listPageLoads } from '../../store/page-loads.ts';
import { findTime, type Store } from '../../store/store.ts';
import { formatNumber } from './report.ts';

const week = 7 * day;

/** How many weeks the page covers, including the current one. Weeks begin on Monday, in UTC. */
const weeks = 13;

/**
 * Counts page loads, leads, and leads contacted in time for each source. The first section is for the last 13
 * weeks together. One section for each week follows, newest first.
 */
export async function readWhereFrom(
  store: Store,
  promise: ContactPromise | undefined,
): Promise<ReportAnswer> {
  const since = mondayOf(await findTime(store)) - (weeks - 1) * week;
  const parts = await findParts(store, promise, since);
  const mondays = [...new Set(parts.map(({ monday }) => monday))].sort((a, b) => b - a);
  const all = { heading: `The last ${weeks} weeks`, rows: rowsOf(parts) };
  return reportOf(promise, [all, ...mondays.map((monday) => sectionOf(parts, monday))]);
}

/** Counts the same for the week before `monday` (2026-01-12). */
export async function readWeekBefore(
  store: Store,
  promise: ContactPromise | undefined,
  monday: string,
): Promise<ReportAnswer> {
  const before = Date.parse(monday) - week;
  return reportOf(promise, [sectionOf(await findParts(store, promise, before), before)]);
}

function reportOf(
  promise: ContactPromise | undefined,
  sections: ReportAnswer['sections'],
): ReportAnswer {
  return {
    title: 'Where from',
    note: 'These are page loads, not people: one visit may load several pages. Weeks begin on Monday, in UTC.',
    columns: ['Loads', 'Leads', promise ? 'In time' : 'Contacted'],
    sections: sections.filter(({ rows }) => rows.length > 0),
  };
}

/** The numbers that one row of page loads, or one lead, adds to its source and week. */
interface Part {
  monday: number;
  source: string;
  /** Loads, leads, contacted. */
  numbers: readonly [number, number, number];
}

/** `since`: a Monday, in milliseconds since 1970. */
async function findParts(
  store: Store,
  promise: ContactPromise | undefined,
  since: number,
): Promise<Part[]> {
  const start = new Date(since).toISOString();
  const loads = await listPageLoads(store, { since: start });
  const leads = await store.read((db) =>
    db
      .selectFrom('booking_requests')
      .where('created_at', '>=', start)
      .where('state', '<>', 'quarantined')
      .select(['created_at', 'contacted_at', 'source'])
      .execute(),
  );
  const isInTime = (asked: number, contacted: string | null) =>
    contacted !== null && (!promise || Date.parse(contacted) <= deadlineOf(asked, promise));
  return [
    ...loads.map(({ day, source, loads }) => ({
      monday: mondayOf(Date.parse(day)),
      source: sourceLabel(source),
      numbers: [loads, 0, 0] as const,
    })),
    ...leads.map(({ created_at, contacted_at, source }) => {
      const asked = Date.parse(created_at);
      return {
        monday: mondayOf(asked),
        source: source === null ? 'Unknown' : sourceLabel(source),
        numbers: [0, 1, Number(isInTime(asked, contacted_at))] as const,
      };
    }),
  ];
}

function sectionOf(parts: readonly Part[], monday: number) {
  const heading = `Week of ${dateFormat.format(monday)}`;
  return { heading, rows: rowsOf(parts.filter((part) => part.monday === monday)) };
}

/** A row for each source, the one with the most leads first. */
function rowsOf(parts: readonly Part[]): ReportRow[] {
  const sums = [...Map.groupBy(parts, ({ source }) => source)].map(([source, own]) => {
    const sum = (index: 0 | 1 | 2) => own.reduce((total, one) => total + one.numbers[index], 0);
    return { source, loads: sum(0), leads: sum(1), contacted: sum(2) };
  });
  const mostLoads = Math.max(1, ...sums.map(({ loads }) => loads));
  return sums
    .sort((a, b) => b.leads - a.leads || b.loads - a.loads)
    .map(({ source, loads, leads, contacted }) => ({
      label: source,
      texts: [loads, leads, contacted].map((number) => formatNumber(number)),
      share: loads / mostLoads,
    }));
}

/** The start of the week, in milliseconds since 1 January 1970, which was a Thursday. */
const mondayOf = (time: number) => time - ((time + 3 * day) % week);

const dateFormat = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
