import { sql } from 'kysely';
import { isInList } from '../../store/bookings.ts';
import { findTime, type Store } from '../../store/store.ts';

/** The figures of the report. Numbers only: no name and no address. */
export interface ReportFigures {
  /** The time of the engine, in milliseconds since 1970. */
  now: number;
  /** UTC dates; dates without a lead are left out. `quarantined`: the number that were quarantined at first. */
  days: { day: string; leads: number; quarantined: number }[];
  /** The times of the request and of the first contact of leads that are not new. */
  contacts: { asked: number; contacted: number }[];
  /** The number of them that a link in an email marked. */
  markedByMail: number;
  /** Milliseconds since the request, of the oldest 10,000 that are new and not postponed. */
  waits: number[];
  deliveries: { channel: string; done: number; pending: number; dead: number }[];
}

/** The figures of the bookings of the last `age` milliseconds. */
export async function findReportFigures(store: Store, age: number): Promise<ReportFigures> {
  const { dialect } = store;
  const now = await findTime(store);
  return store.read(async (db) => {
    const since = dialect.clock(-age);
    const day = dialect.utcDate(sql.ref('created_at'));
    const days = await db
      .selectFrom('booking_requests')
      .where('created_at', '>=', since)
      .groupBy(day)
      .select(({ fn, eb }) => [
        day.as('day'),
        fn.countAll().as('leads'),
        fn.sum(eb.case().when('spam_signals', '<>', '').then(1).else(0).end()).as('quarantined'),
      ])
      .orderBy('day')
      .execute();
    const contacted = await db
      .selectFrom('booking_requests')
      .where('created_at', '>=', since)
      .where('state', 'in', ['contacted', 'closed'])
      .where('contacted_at', 'is not', null)
      .select(['created_at', 'contacted_at'])
      .execute();
    const marked = await db
      .selectFrom('lead_events')
      .innerJoin('booking_requests', 'booking_requests.id', 'booking_id')
      .where('booking_requests.created_at', '>=', since)
      .where('booking_requests.state', 'in', ['contacted', 'closed'])
      .where('who', '=', 'mail')
      .where('action', '=', 'contacted')
      .select(({ fn }) => fn.count('booking_id').distinct().as('count'))
      .executeTakeFirstOrThrow();
    const open = await db
      .selectFrom('booking_requests')
      .where('state', '=', 'new')
      .where(isInList(dialect))
      .orderBy('created_at')
      .limit(10_000)
      .select('created_at')
      .execute();
    const deliveries = await db
      .selectFrom('deliveries')
      .innerJoin('booking_requests', 'booking_requests.id', 'booking_id')
      .where('booking_requests.created_at', '>=', since)
      .groupBy(['channel', 'deliveries.state'])
      .select(({ fn }) => ['channel', 'deliveries.state', fn.countAll().as('count')])
      .execute();
    return {
      now,
      days: days.map(({ day, leads, quarantined }) => ({
        day,
        leads: Number(leads),
        quarantined: Number(quarantined),
      })),
      contacts: contacted.map(({ created_at, contacted_at }) => ({
        asked: Date.parse(created_at),
        contacted: Date.parse(contacted_at ?? ''),
      })),
      markedByMail: Number(marked.count),
      waits: open.map(({ created_at }) => Math.max(0, now - Date.parse(created_at))),
      deliveries: channelsOf(deliveries),
    };
  });
}

function channelsOf(rows: { channel: string; state: string; count: unknown }[]) {
  return [...new Set(rows.map(({ channel }) => channel))].sort().map((channel) => {
    const countOf = (state: string) =>
      Number(rows.find((row) => row.channel === channel && row.state === state)?.count ?? 0);
    return { channel, done: countOf('done'), pending: countOf('pending'), dead: countOf('dead') };
  });
}
