import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Booking, bookingFields, bookingOf } from '../../../booking/booking.ts';
import { ageOfLate } from '../../../booking/deadline.ts';
import type {
  ChangesAnswer,
  LeadAnswer,
  LeadRow,
  LeadsAnswer,
} from '../../../booking/inbox-answers.ts';
import { leadFolders, leadStates, longestNote } from '../../../booking/lead.ts';
import { bookingFormats } from '../../bookings-file.ts';
import { findBooking } from '../../store/booking-details.ts';
import { findTime, listBookings, type StoredBooking } from '../../store/bookings.ts';
import { filledIn, spamReasonsOf } from '../../texts.ts';
import { visibleText } from '../../visible-text.ts';
import { acceptBookings, changeLead, changeLeads, countLeads } from '../leads/leads.ts';
import { findOldest, listLeads, nextPattern } from '../leads/lists.ts';
import { findRead, readLead } from '../leads/reads.ts';
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
});

const idSchema = z.int().positive();
const oneSchema = z.strictObject({ id: idSchema });
const idsSchema = z.strictObject({ ids: z.array(idSchema).min(1).max(1_000) });
const seenSchema = z.strictObject({ id: idSchema, version: z.int32().nonnegative() });
const leadsSchema = z.strictObject({ leads: z.array(seenSchema).min(1).max(1_000) });
const changesSchema = leadsSchema.extend({ state: z.enum(leadStates) });

/** As the store has it, so that it compares as text. */
const timeSchema = z.iso.datetime().transform((time) => new Date(time).toISOString());

const listSchema = z.strictObject({
  folder: z.enum(leadFolders).exactOptional(),
  since: timeSchema.exactOptional(),
  until: timeSchema.exactOptional(),
});
const pageSchema = listSchema.extend({
  text: z.string().trim().max(300).refine(isStorable).exactOptional(),
  after: z.string().regex(nextPattern).exactOptional(),
  limit: z.int().positive().max(100).default(50),
});

/** The lists, a lead, what is done with leads, and their export. */
export function leadsApi(app: FastifyInstance, options: InboxOptions, sessions: Sessions): void {
  const { store, outbox, erase, contactPromise } = options;

  /** What was asked before this time of the database is overdue, while it is new. */
  async function overdueCutoff(): Promise<number> {
    if (contactPromise === undefined) return 0;
    const now = await findTime(store);
    return now - ageOfLate(now, contactPromise);
  }

  const rowOf = (lead: StoredBooking, cutoff: number, read: ReadonlySet<number>): LeadRow => {
    return {
      id: lead.id,
      created_at: lead.created_at,
      ...visibleFields(lead),
      folder: lead.state,
      isRead: lead.state !== 'new' || read.has(lead.id),
      isOverdue: lead.state === 'new' && Date.parse(lead.created_at) < cutoff,
      delivery: lead.delivery,
      hasNote: lead.note !== '',
      version: lead.version,
    };
  };

  async function answerOf(id: number, email: string): Promise<LeadAnswer> {
    const [found, read, counts, cutoff] = await Promise.all([
      findBooking(store, id),
      findRead(store, [id], email),
      countLeads(store),
      overdueCutoff(),
    ]);
    if (found === undefined) throw new InboxError(404);
    const { booking: lead, deliveries, events } = found;
    return {
      lead: {
        ...rowOf(lead, cutoff, read),
        language: lead.language,
        time_zone: lead.time_zone,
        fields: filledIn(visibleFields(lead)).map(([label, value]) => ({ label, value })),
        note: lead.note,
        asked_again_at: askedAgainAt(lead),
        contacted_at: lead.contacted_at,
        closed_at: lead.closed_at,
        spamReasons: spamReasonsOf(lead),
      },
      deliveries,
      events,
      counts,
    };
  }

  /** `changed`: for how many it was done; undefined: for all that are gone. */
  async function changesOf(
    request: FastifyRequest,
    ids: readonly number[],
    changed?: number,
  ): Promise<ChangesAnswer> {
    const [found, read, counts, cutoff] = await Promise.all([
      listBookings(store, { ids, limit: ids.length }),
      findRead(store, ids, sessions.of(request).email),
      countLeads(store),
      overdueCutoff(),
    ]);
    const leads = found.map((lead) => rowOf(lead, cutoff, read));
    return { changed: changed ?? ids.length - leads.length, leads, counts };
  }

  // A POST, because a query is kept in logs and histories, and a search has a person's name in it.
  app.post('/leads', polled, async (request): Promise<LeadsAnswer> => {
    const { limit, after, ...list } = parseOr400(pageSchema, request.body);
    const cutoff = await overdueCutoff();
    const [{ leads, next }, counts, oldest] = await Promise.all([
      listLeads(store, list, {
        limit,
        overdueBefore: new Date(cutoff).toISOString(),
        ...(after === undefined ? {} : { after }),
      }),
      countLeads(store),
      findOldest(store),
    ]);
    const ids = leads.map(({ id }) => id);
    const read = await findRead(store, ids, sessions.of(request).email);
    return { leads: leads.map((lead) => rowOf(lead, cutoff, read)), next, counts, oldest };
  });

  // `*`, not `:id`: Fastify answers longer parameters itself, and strangers could tell.
  app.get<AnyPath>('/leads/*', polled, (request) =>
    answerOf(idOf(request.params), sessions.of(request).email),
  );

  app.post<AnyPath>('/leads/*', async (request, reply): Promise<LeadAnswer> => {
    const id = idOf(request.params);
    const change = parseOr400(changeSchema, request.body);
    const { email } = sessions.of(request);
    const result = await changeLead(store, id, { ...change, who: email });
    // A quarantined lead too: what the person saw is no longer true.
    if (result !== 'changed') reply.code(409);
    return answerOf(id, email);
  });

  app.post('/read', async (request): Promise<LeadAnswer> => {
    const { email } = sessions.of(request);
    const { id } = parseOr400(oneSchema, request.body);
    if (!(await readLead(store, id, email))) throw new InboxError(404);
    return answerOf(id, email);
  });

  app.post('/change', async (request): Promise<ChangesAnswer> => {
    const { email } = sessions.of(request);
    const { state, leads } = parseOr400(changesSchema, request.body);
    const changed = await changeLeads(store, leads, { who: email, state });
    return changesOf(request, idsOf(leads), changed.length);
  });

  app.post('/accept', async (request): Promise<ChangesAnswer> => {
    const { email } = sessions.of(request);
    const ids = [...new Set(parseOr400(idsSchema, request.body).ids)];
    const accepted = await acceptBookings(store, ids, email);
    outbox.wake();
    return changesOf(request, ids, accepted.length);
  });

  app.post('/erase', async (request): Promise<ChangesAnswer> => {
    const { leads } = parseOr400(leadsSchema, request.body);
    // Their history goes with them. A colleague may have erased some: they are gone all the same.
    await erase({ leads });
    return changesOf(request, idsOf(leads));
  });

  serveExport(app, options);
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

/** A visitor who sends the form twice has not asked again. In milliseconds. */
const sameVisit = 10 * 60_000;

/** When the same values came again, more than ten minutes later. */
function askedAgainAt({ created_at, repeated_at }: StoredBooking): string | null {
  if (repeated_at === null) return null;
  return Date.parse(repeated_at) - Date.parse(created_at) > sameVisit ? repeated_at : null;
}

function visibleFields(lead: StoredBooking): Booking {
  return bookingOf((field) => visibleText(lead[field]));
}

const { csv } = bookingFormats([
  ...['id', 'created_at', ...bookingFields, 'language', 'folder', 'note'],
  ...['contacted_at', 'closed_at', 'spam_signals', 'accepted_at'],
]);

/** How many leads an export reads at once. */
const limit = 1000;

/** All that is in a list as a download in CSV. */
function serveExport(app: FastifyInstance, { store, now }: InboxOptions): void {
  app.get('/export', { exposeHeadRoute: false }, async ({ query }, reply) => {
    const list = parseOr400(listSchema, query);
    // Before anything is sent: a store that does not answer is a 503, and no empty file.
    let page = await listLeads(store, list, { limit });
    async function* pages() {
      yield page.leads.map(fileRowOf);
      while (page.next !== null) {
        page = await listLeads(store, list, { limit, after: page.next });
        yield page.leads.map(fileRowOf);
      }
    }
    const day = new Date(now()).toISOString().slice(0, 10);
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="leads-${day}.csv"`)
      .send(Readable.from(csv(pages())));
  });
}

function fileRowOf({ state, spam_signals, ...lead }: StoredBooking) {
  return { ...lead, folder: state, spam_signals };
}

/** PostgreSQL stores no NUL. */
function isStorable(text: string): boolean {
  return !text.includes('\0');
}
