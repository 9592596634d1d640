import type { LeadStore, ReportFigures } from '../store/lead.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** How many days the report is about, today among them. */
const days = 90;

/** Where the bars of the times begin, in hours; the texts have a name for each. */
const contactEdges = [0, 1, 4, 8, 24, 72, 168];
const ageEdges = [0, 24, 72, 168, 720];

/** How many lasted so long, and how many of them longer than CONTACT_WITHIN_HOURS. */
export interface Bar {
  count: number;
  late: number;
}

/** What the report says. Times in milliseconds. */
export type Report = Awaited<ReturnType<typeof readReport>>;

/** Where the numbers of a report come from. */
export type Figures = Pick<LeadStore, 'reportFigures' | 'countLeads' | 'summarizeOverdue'>;

/** The report of the last 90 days; `now` in milliseconds since 1970, and CONTACT_WITHIN_HOURS. */
export async function readReport(store: Figures, now: number, hours: number | undefined) {
  const since = Math.floor(now / day) * day - (days - 1) * day;
  const limit = hours === undefined ? Number.POSITIVE_INFINITY : hours * hour;
  const overdueOf = async (askedBefore: number) =>
    hours === undefined ? 0 : (await store.summarizeOverdue(askedBefore)).count;
  const [figures, counts, overdue, overdueBefore] = await Promise.all([
    store.reportFigures(since),
    store.countLeads(),
    overdueOf(now - limit),
    overdueOf(Math.min(since, now - limit)),
  ]);
  const waits = figures.open.map((time) => Math.max(0, now - Date.parse(time)));
  const times = figures.contactTimes.toSorted((a, b) => a - b);
  const kept = times.filter((time) => time <= limit).length;
  const each = everyDay(figures.days, since);
  return {
    now,
    hours,
    // Every one, the oldest first.
    days: each,
    leads: sum(each.map(({ leads }) => leads)),
    quarantined: sum(each.map(({ quarantined }) => quarantined)),
    busiest: each.toSorted((a, b) => b.leads - a.leads).find(({ leads }) => leads > 0),
    contact: {
      count: times.length,
      median: median(times),
      worst: times.at(-1),
      kept,
      // Those of whom `kept` were contacted in time. Whoever asked before these days is late in them only once.
      due: hours === undefined ? undefined : times.length + overdue - overdueBefore,
      bars: barsOf(times, contactEdges, limit),
    },
    open: {
      count: counts.new,
      overdue,
      oldest: waits.length > 0 ? Math.max(...waits) : undefined,
      // Of the oldest 10,000.
      bars: barsOf(waits, ageEdges, limit),
    },
    deliveries: byKind(figures.deliveries),
  };
}

/** The addresses behind the colon of a channel's name are people's. */
function byKind(deliveries: ReportFigures['deliveries']) {
  const kindOf = (channel: string) => channel.replace(/:.*/, '');
  const kinds = [...new Set(deliveries.map(({ channel }) => kindOf(channel)))].sort();
  return kinds.map((kind) => {
    const own = deliveries.filter(({ channel }) => kindOf(channel) === kind);
    const total = (name: 'done' | 'pending' | 'dead') => sum(own.map((one) => one[name]));
    return { kind, done: total('done'), pending: total('pending'), dead: total('dead') };
  });
}

function everyDay(found: ReportFigures['days'], since: number): ReportFigures['days'] {
  const byDay = new Map(found.map((one) => [one.day, one]));
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(since + index * day).toISOString().slice(0, 10);
    return byDay.get(date) ?? { day: date, leads: 0, quarantined: 0 };
  });
}

function barsOf(times: readonly number[], edges: readonly number[], limit: number): Bar[] {
  return edges.map((edge, index) => {
    const end = (edges[index + 1] ?? Number.POSITIVE_INFINITY) * hour;
    const own = times.filter((time) => time >= edge * hour && time < end);
    return { count: own.length, late: own.filter((time) => time > limit).length };
  });
}

/** Of times in their order. */
function median(times: readonly number[]): number | undefined {
  const upper = times[Math.floor(times.length / 2)];
  const lower = times[Math.floor((times.length - 1) / 2)];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
