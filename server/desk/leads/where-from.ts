import { type ContactPromise, deadlineOf } from '../../../booking/deadline.ts';
import type { ReportAnswer, SourceRow, WhereFromAnswer } from '../../../booking/inbox-answers.ts';
import { sourceLabel } from '../../../booking/source.ts';
import { day } from '../../../booking/zones.ts';
import { listPageLoads } from '../../store/page-loads.ts';
import { findTime, type Store } from '../../store/store.ts';
import { dateFormat, formatNumber } from './report.ts';

const week = 7 * day;

/** How many weeks the page covers, this one included. They begin on Monday, in UTC. */
const weeks = 13;

/** Per source and week: how often the pages were loaded, how many asked, and how many were contacted in time. */
export async function readWhereFrom(
  store: Store,
  promise: ContactPromise | undefined,
): Promise<WhereFromAnswer> {
  const parts = await findParts(store, promise);
  const mondays = [...new Set(parts.map(({ monday }) => monday))].sort((a, b) => b - a);
  return {
    contacted: contactedLabel(promise),
    sections: [
      { heading: `The last ${weeks} weeks`, rows: summed(parts) },
      ...mondays.map((monday) => ({
        heading: headingOf(monday),
        rows: summed(parts.filter((part) => part.monday === monday)),
      })),
    ].filter(({ rows }) => rows.length > 0),
  };
}

/** The same of the week before the one of `monday` (2026-01-12), for the weekly email; none if it has nothing. */
export async function reportWeekBefore(
  store: Store,
  promise: ContactPromise | undefined,
  monday: string,
): Promise<ReportAnswer['sections']> {
  const before = Date.parse(monday) - week;
  const parts = (await findParts(store, promise)).filter((part) => part.monday === before);
  const contacted = contactedLabel(promise).toLowerCase();
  const rows = summed(parts).map((row) => ({
    label: row.source,
    text: `${counted(row.loads, 'load')}, ${counted(row.requests, 'request')}, ${formatNumber(row.contacted)} ${contacted}`,
  }));
  const heading = `Where from, ${headingOf(before).toLowerCase()} (page loads, not people)`;
  return rows.length > 0 ? [{ heading, rows }] : [];
}

/** What one row of the counts, or one lead, adds to its source and week. */
type Part = SourceRow & { monday: number };

async function findParts(store: Store, promise: ContactPromise | undefined): Promise<Part[]> {
  const now = await findTime(store);
  const since = mondayOf(now) - (weeks - 1) * week;
  const loads = await listPageLoads(store, { since: new Date(since).toISOString() });
  const leads = await store.read((db) =>
    db
      .selectFrom('booking_requests')
      .where('created_at', '>=', store.dialect.clock(since - now))
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
      loads,
      requests: 0,
      contacted: 0,
    })),
    ...leads.map(({ created_at, contacted_at, source }) => {
      const asked = Date.parse(created_at);
      return {
        monday: mondayOf(asked),
        source: source === null ? 'Unknown' : sourceLabel(source),
        loads: 0,
        requests: 1,
        contacted: Number(isInTime(asked, contacted_at)),
      };
    }),
  ];
}

/** A row for each source, the one with the most requests first. */
function summed(parts: readonly Part[]): SourceRow[] {
  const rows = new Map<string, SourceRow>();
  for (const { source, loads, requests, contacted } of parts) {
    const row = rows.get(source) ?? { source, loads: 0, requests: 0, contacted: 0 };
    row.loads += loads;
    row.requests += requests;
    row.contacted += contacted;
    rows.set(source, row);
  }
  return [...rows.values()].sort((a, b) => b.requests - a.requests || b.loads - a.loads);
}

/** The start of the week, in milliseconds since 1970, which began on a Thursday. */
const mondayOf = (time: number) => time - ((time + 3 * day) % week);

const headingOf = (monday: number) => `Week of ${dateFormat.format(monday)}`;

const contactedLabel = (promise: ContactPromise | undefined) => (promise ? 'In time' : 'Contacted');

const counted = (count: number, noun: string) =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
