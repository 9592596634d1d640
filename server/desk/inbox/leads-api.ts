import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Booking, bookingFields, bookingOf } from '../../../booking/booking.ts';
import { leadFolders, leadStates, longestNote } from '../../../booking/lead.ts';
import type { CountAnswer, LeadAnswer, LeadRow, LeadsAnswer } from '../../../site/inbox/api.ts';
import { bookingFormats } from '../../bookings-file.ts';
import { findBooking } from '../../store/booking-details.ts';
import type { StoredBooking } from '../../store/bookings.ts';
import { filledIn, spamReasonsOf } from '../../texts.ts';
import { visibleText } from '../../visible-text.ts';
import { replayDeliveries } from '../delivery/deliveries.ts';
import { acceptBookings, changeLead, countLeads, listLeads, readLeads } from '../leads/leads.ts';
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
const seenSchema = z.strictObject({ id: idSchema, version: z.int32().nonnegative() });
const idsSchema = z.strictObject({ ids: z.array(idSchema).min(1).max(1_000) });
const versionsSchema = z.strictObject({ leads: z.array(seenSchema).min(1).max(1_000) });

/** The lists, a lead, what is done with leads, and their export. */
export function leadsApi(app: FastifyInstance, options: InboxOptions, sessions: Sessions): void {
  const { store, outbox, erase, contactWithin, now } = options;

  const rowOf = (lead: StoredBooking): LeadRow => {
    const due = now() - (contactWithin ?? Number.POSITIVE_INFINITY);
    return {
      id: lead.id,
      created_at: lead.created_at,
      ...visibleFields(lead),
      folder: lead.state,
      isRead: lead.read_at !== null,
      isOverdue: lead.state === 'new' && Date.parse(lead.created_at) < due,
      delivery: lead.delivery,
      hasNote: lead.note !== '',
      version: lead.version,
    };
  };

  async function answerOf(id: number): Promise<LeadAnswer> {
    const found = await findBooking(store, id);
    if (found === undefined) throw new InboxError(404);
    const { booking: lead, deliveries, events } = found;
    return {
      lead: {
        ...rowOf(lead),
        fields: filledIn(visibleFields(lead)).map(([label, value]) => ({ label, value })),
        note: lead.note,
        contacted_at: lead.contacted_at,
        closed_at: lead.closed_at,
        spamReasons: spamReasonsOf(lead),
      },
      deliveries,
      events,
    };
  }

  app.get('/leads', async (request): Promise<LeadsAnswer> => {
    const { format, limit, ...filter } = queryOf(request);
    const [leads, counts] = await Promise.all([
      listLeads(store, { ...filter, limit: limit + 1 }),
      countLeads(store),
    ]);
    return { leads: leads.slice(0, limit).map(rowOf), hasMore: leads.length > limit, counts };
  });

  // A name for the rest would be limited to 100 characters, behind which Fastify answers by itself.
  app.get('/leads/*', (request) => answerOf(idOf(request)));

  app.post('/leads/*', async (request, reply): Promise<LeadAnswer> => {
    const id = idOf(request);
    const change = parseOr400(changeSchema, request.body);
    const { email } = sessions.of(request);
    const result = await changeLead(store, id, { ...change, who: email });
    // Also of one that is quarantined: there is something else now than what was seen.
    if (result !== 'changed') reply.code(409);
    return answerOf(id);
  });

  /** One request for all of them. Answers for how many it was done. */
  function bulkRoute(path: string, work: (ids: number[], who: string) => Promise<number>): void {
    app.post(path, async (request): Promise<CountAnswer> => {
      const { email } = sessions.of(request);
      const { ids } = parseOr400(idsSchema, request.body);
      return { count: await work([...new Set(ids)], email) };
    });
  }

  bulkRoute('/accept', async (ids, who) => {
    const accepted = await acceptBookings(store, ids, who);
    outbox.wake();
    return accepted.length;
  });
  bulkRoute('/replay', async (ids, who) => {
    const replayed = await replayDeliveries(store, { bookings: ids }, who);
    outbox.wake();
    return new Set(replayed).size;
  });
  bulkRoute('/read', (ids) => readLeads(store, ids));

  app.post('/erase', async (request): Promise<CountAnswer> => {
    const { leads } = parseOr400(versionsSchema, request.body);
    // Their history goes with them.
    return { count: await erase({ leads }) };
  });

  serveExport(app, options);
}

function visibleFields(lead: StoredBooking): Booking {
  return bookingOf((field) => visibleText(lead[field]));
}

const formats = bookingFormats([
  ...['id', 'created_at', ...bookingFields, 'language', 'folder', 'note'],
  ...['contacted_at', 'closed_at', 'spam_signals', 'accepted_at'],
]);

/** How many leads an export reads at once. */
const pageSize = 1000;

/** All that is in a list as a download, in CSV or JSON. */
function serveExport(app: FastifyInstance, { store, now }: InboxOptions): void {
  app.get('/export', { exposeHeadRoute: false }, async (request, reply) => {
    const { format, limit, ...filter } = queryOf(request);
    const list = (before: number) => listLeads(store, { ...filter, before, limit: pageSize });
    // Before anything is sent: a store that does not answer is a 503, and no empty file.
    const first = await list(Number.MAX_SAFE_INTEGER);
    async function* pages() {
      for (let page = first; page.length > 0; page = await list(page.at(-1)?.id ?? 0))
        yield page.map(fileRowOf);
    }
    const day = new Date(now()).toISOString().slice(0, 10);
    return reply
      .type(`${format === 'csv' ? 'text/csv' : 'application/json'}; charset=utf-8`)
      .header('Content-Disposition', `attachment; filename="leads-${day}.${format}"`)
      .send(Readable.from(formats[format](pages())));
  });
}

function fileRowOf({ state, spam_signals, ...lead }: StoredBooking) {
  return { ...lead, folder: state, spam_signals };
}

/** Throws a 404. */
function idOf({ params }: FastifyRequest): number {
  const id = String(Object(params)['*']);
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new InboxError(404);
  return Number(id);
}

const querySchema = z.strictObject({
  folder: z.enum(leadFolders).exactOptional(),
  text: z.string().max(300).refine(isStorable).exactOptional(),
  limit: z.coerce.number().int().positive().max(100_000).default(50),
  format: z.enum(['csv', 'json']).default('csv'),
});

/** What of the leads the address asks for; empty values count as none. Throws a 400. */
function queryOf({ originalUrl }: FastifyRequest): z.infer<typeof querySchema> {
  const query = new URLSearchParams(originalUrl.replace(/^[^?]*/, ''));
  const given = [...query].filter(([, value]) => value !== '');
  return parseOr400(querySchema, Object.fromEntries(given));
}

/** PostgreSQL stores no NUL. */
function isStorable(text: string): boolean {
  return !text.includes('\0');
}
