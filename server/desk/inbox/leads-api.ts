import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Booking, bookingOf } from '../../../booking/booking.ts';
import { ageOfLate } from '../../../booking/deadline.ts';
import {
  type ActAnswer,
  type Action,
  finalActions,
  type LeadAnswer,
  type LeadRow,
  type LeadsAnswer,
} from '../../../booking/inbox-answers.ts';
import { leadStates, longestNote } from '../../../booking/lead.ts';
import { minute } from '../../../booking/zones.ts';
import { comparable } from '../../config/addresses.ts';
import { findBooking, listBookings, type StoredBooking } from '../../store/bookings.ts';
import { findTime } from '../../store/store.ts';
import { filledIn, spamReasonsOf, visibleText } from '../../visible-text.ts';
import {
  acceptBookings,
  changeLead,
  changeLeads,
  countLeads,
  type SeenLead,
} from '../leads/leads.ts';
import { listLeads, nextPattern } from '../leads/lists.ts';
import { findAskedBefore, findOthers, findRead, readLead } from '../leads/marks.ts';
import { followUpDates, morningOf } from '../leads/times.ts';
import { contactBy } from '../mail/notice.ts';
import { listSchema, serveExport } from './leads-export.ts';
import { InboxError, type InboxOptions, parseOr400 } from './requests.ts';
import type { Sessions } from './sign-in.ts';

const changeSchema = z.strictObject({
  version: z.int().nonnegative(),
  state: z.enum(leadStates).exactOptional(),
  note: z
    .string()
    .max(longestNote)
    .refine(isStorable)
    // Half of a UTF-16 pair is left where a text was cut within one: PostgreSQL takes none in JSON.
    .overwrite((text) => text.toWellFormed())
    .exactOptional(),
  follow_up: z.iso.date().nullable().exactOptional(),
  owner: z.string().min(1).max(254).nullable().exactOptional(),
});

const seenSchema = z.strictObject({ id: z.int().positive(), version: z.int32().nonnegative() });
const actSchema = z.strictObject({
  action: z.enum([...leadStates, ...finalActions]),
  leads: z.array(seenSchema).min(1).max(1_000),
});

const pageSchema = listSchema.extend({
  text: z.string().trim().max(300).refine(isStorable).exactOptional(),
  after: z.string().regex(nextPattern).exactOptional(),
});

const pageLength = 50;

/** The lists, one lead, the changes of leads, and their export. */
export function leadsApi(app: FastifyInstance, options: InboxOptions, sessions: Sessions): void {
  const { store, outbox, erase, contactPromise, calendar, users } = options;

  /** `cutoff`: what was asked before this time of the database is overdue, while it is new and not postponed. */
  async function findClock() {
    const now = await findTime(store);
    return { now, cutoff: contactPromise ? now - ageOfLate(now, contactPromise) : 0 };
  }

  /** Gives what makes a row of each of these leads, as the person with this address sees it. */
  async function rowMaker(ids: readonly number[], email: string) {
    const [{ now, cutoff }, read, repeated] = await Promise.all([
      findClock(),
      findRead(store, ids, email),
      findAskedBefore(store, ids),
    ]);
    return (lead: StoredBooking): LeadRow => ({
      id: lead.id,
      created_at: lead.created_at,
      ...visibleFields(lead),
      folder: lead.state,
      isRead: lead.state !== 'new' || read.has(lead.id),
      isOverdue:
        lead.state === 'new' &&
        Date.parse(lead.created_at) < cutoff &&
        Date.parse(lead.follow_up_at ?? lead.created_at) <= now,
      delivery: lead.delivery,
      hasNote: lead.note !== '',
      askedBefore: repeated.has(lead.id),
      owner: lead.owner,
      follow_up_at: lead.follow_up_at,
      version: lead.version,
    });
  }

  async function answerOf(id: number, email: string): Promise<LeadAnswer> {
    const [found, counts, rowOf, now] = await Promise.all([
      findBooking(store, id),
      countLeads(store),
      rowMaker([id], email),
      findTime(store),
    ]);
    if (found === undefined) throw new InboxError(404);
    const { booking: lead, deliveries, events } = found;
    const others = await store.read((db) => findOthers(store, db, lead));
    const deadline = contactBy(lead, contactPromise);
    return {
      lead: {
        ...rowOf(lead),
        language: lead.language,
        time_zone: lead.time_zone,
        source: lead.source,
        fields: filledIn(visibleFields(lead)).map(([label, value]) => ({ label, value })),
        note: lead.note,
        asked_again_at: askedAgainAt(lead),
        contacted_at: lead.contacted_at,
        closed_at: lead.closed_at,
        spamReasons: spamReasonsOf(lead),
        contact_by: deadline === undefined ? null : new Date(deadline).toISOString(),
      },
      others: others.map((other) => ({
        id: other.id,
        created_at: other.created_at,
        folder: other.state,
        ...visibleFields(other),
      })),
      owners: users,
      followUpDays: followUpDates(now, calendar),
      deliveries,
      events,
      counts,
    };
  }

  // A POST, because a query is kept in logs and histories, and a search has a person's name in it.
  app.post('/leads', polled, async (request): Promise<LeadsAnswer> => {
    const { after, mine, ...list } = parseOr400(pageSchema, request.body);
    const { email } = sessions.of(request);
    const { cutoff } = await findClock();
    const [{ leads, next }, counts] = await Promise.all([
      listLeads(store, mine ? { ...list, owner: email } : list, {
        limit: pageLength,
        overdueBefore: new Date(cutoff).toISOString(),
        ...(after === undefined ? {} : { after }),
      }),
      countLeads(store),
    ]);
    return { leads: leads.map(await rowMaker(idsOf(leads), email)), next, counts };
  });

  // `*`, not `:id`: Fastify answers longer parameters itself, and strangers could notice.
  app.get<AnyPath>('/leads/*', polled, async (request): Promise<LeadAnswer> => {
    const id = idOf(request.params);
    const { email } = sessions.of(request);
    const answer = await answerOf(id, email);
    const isRead = answer.lead.isRead || (await readLead(store, id, email));
    return { ...answer, lead: { ...answer.lead, isRead } };
  });

  app.post<AnyPath>('/leads/*', async (request, reply): Promise<LeadAnswer> => {
    const id = idOf(request.params);
    const { follow_up: day, owner: asked, ...change } = parseOr400(changeSchema, request.body);
    const { email } = sessions.of(request);
    const owner = asked && users.find((user) => comparable(user) === comparable(asked));
    if (asked && owner === undefined) throw new InboxError(400);
    const result = await changeLead(store, id, {
      ...change,
      who: email,
      ...(day !== undefined && { followUp: day === null ? null : await followUpOf(day) }),
      ...(owner !== undefined && { owner }),
    });
    // A quarantined lead is a conflict too: the person saw an old state.
    if (result !== 'changed') reply.code(409);
    return answerOf(id, email);
  });

  async function followUpOf(date: string) {
    const at = morningOf(date, await findTime(store), calendar);
    if (at === undefined) throw new InboxError(400);
    return { date, at };
  }

  app.post('/act', async (request): Promise<ActAnswer> => {
    const { email } = sessions.of(request);
    const { action, leads } = parseOr400(actSchema, request.body);
    const ids = idsOf(leads);
    const done = await act(action, leads, email);
    const [found, counts, rowOf] = await Promise.all([
      listBookings(store, { ids, limit: ids.length }),
      countLeads(store),
      rowMaker(ids, email),
    ]);
    // A colleague may have erased some of the leads: they are gone all the same.
    return { changed: done ?? ids.length - found.length, leads: found.map(rowOf), counts };
  });

  /** Gives how many leads were changed; undefined: all that are gone. */
  async function act(action: Action, leads: readonly SeenLead[], who: string) {
    if (action === 'erase') return void (await erase({ leads }));
    if (action !== 'accept')
      return (await changeLeads(store, leads, { who, state: action })).length;
    const accepted = await acceptBookings(store, idsOf(leads), who);
    outbox.wake();
    return accepted.length;
  }

  serveExport(app, options, sessions);
}

/** Asked every few seconds by each open page. */
const polled = { config: { unlogged: true } };

/** A path below a route that ends with `*`. */
interface AnyPath {
  Params: { '*': string };
}

/** Throws a 404. */
function idOf({ '*': id }: AnyPath['Params']): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new InboxError(404);
  return Number(id);
}

function idsOf(leads: readonly { id: number }[]): number[] {
  return [...new Set(leads.map(({ id }) => id))];
}

/** A visitor who sends the form twice has not asked again. Milliseconds. */
const sameVisit = 10 * minute;

/** When the same values came again, more than ten minutes later. */
function askedAgainAt({ created_at, repeated_at }: StoredBooking): string | null {
  if (repeated_at === null) return null;
  return Date.parse(repeated_at) - Date.parse(created_at) > sameVisit ? repeated_at : null;
}

function visibleFields(lead: StoredBooking): Booking {
  return bookingOf((field) => visibleText(lead[field]));
}

/** PostgreSQL cannot store NUL. */
function isStorable(text: string): boolean {
  return !text.includes('\0');
}
