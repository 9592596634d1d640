import type { ContactPromise } from '../../../booking/deadline.ts';
import type { ReportAnswer, ReportRow } from '../../../booking/inbox-answers.ts';
import { sourceLabel } from '../../../booking/source.ts';
import { day } from '../../../booking/zones.ts';
import { listPageLoads } from '../../store/page-loads.ts';
import { findTime, type Store } from '../../store/store.ts';
import { formatNumber, isInTime } from './report.ts';

const week = 7 * day;

/** How many weeks the report covers, including the current one. Weeks begin on Monday, in UTC. */
const weeks = 13;

/**
 * Counts page loads, leads, and leads contacted in time for each source. The first section is for the last 13
 * weeks together. One section for each week follows, newest first.
 */
export async function readSourceReport(
  store: Store,
  promise: ContactPromise | undefined,
): Promise<ReportAnswer> {
  const since = mondayOf(await findTime(store)) - (weeks - 1) * week;
  const counts = await listCounts(store, promise, new Date(since).toISOString());
  const mondays = [...new Set(counts.map(({ monday }) => monday))].sort((a, b) => b - a);
  return {
    title: 'Sources',
    note: 'Loads are page loads, not people: one visit may load several pages. Weeks begin on Monday, in UTC.',
    columns: ['Loads', 'Leads', promise ? 'In time' : 'Contacted'],
    sections: [
      { heading: `The last ${weeks} weeks`, rows: sourceRows(counts) },
      ...mondays.map((monday) => ({
        heading: weekHeading(monday),
        rows: sourceRows(counts.filter((one) => one.monday === monday)),
      })),
    ].filter(({ rows }) => rows.length > 0),
  };
}

/** The heading of a week's section. `monday`: milliseconds since 1970. */
export function weekHeading(monday: number): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return `Week of ${format.format(monday)}`;
}

/** What each row of page loads, and each lead, adds to its source and week. */
async function listCounts(store: Store, promise: ContactPromise | undefined, since: string) {
  const loads = await listPageLoads(store, { since });
  const leads = await store.read((db) =>
    db
      .selectFrom('booking_requests')
      .where('created_at', '>=', since)
      .where('state', '<>', 'quarantined')
      .select(['created_at', 'contacted_at', 'source'])
      .execute(),
  );
  return [
    ...loads.map(({ day, source, loads }) => ({
      monday: mondayOf(Date.parse(day)),
      source: sourceLabel(source),
      ...{ loads, leads: 0, contacted: 0 },
    })),
    ...leads.map(({ created_at, contacted_at: contacted, source }) => {
      const asked = Date.parse(created_at);
      const isKept = contacted !== null && isInTime(asked, Date.parse(contacted), promise);
      return {
        monday: mondayOf(asked),
        source: source === null ? 'Unknown' : sourceLabel(source),
        ...{ loads: 0, leads: 1, contacted: isKept ? 1 : 0 },
      };
    }),
  ];
}

type SourceCount = Awaited<ReturnType<typeof listCounts>>[number];

/** A row for each source, the one with the most leads first. */
function sourceRows(counts: readonly SourceCount[]): ReportRow[] {
  const sums = [...Map.groupBy(counts, ({ source }) => source)].map(([label, own]) => {
    const sum = (name: 'loads' | 'leads' | 'contacted') =>
      own.reduce((total, one) => total + one[name], 0);
    return { label, loads: sum('loads'), leads: sum('leads'), contacted: sum('contacted') };
  });
  const mostLeads = Math.max(1, ...sums.map(({ leads }) => leads));
  return sums
    .sort((a, b) => b.leads - a.leads || b.loads - a.loads)
    .map(({ label, loads, leads, contacted }) => ({
      label,
      texts: [loads, leads, contacted].map((number) => formatNumber(number)),
      share: leads / mostLeads,
    }));
}

/** The start of the week, in milliseconds since 1 January 1970, which was a Thursday. */
const mondayOf = (time: number) => time - ((time + 3 * day) % week);
