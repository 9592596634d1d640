import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Booking, bookingFields, bookingOf } from '../../booking/booking.ts';
import { type LeadAction, leadFolders, leadStates, longestNote } from '../../booking/lead.ts';
import type { CountAnswer, LeadAnswer, LeadRow, LeadsAnswer } from '../../site/inbox/api.ts';
import { bookingFormats } from '../bookings-file.ts';
import { eraseAll } from '../delivery/retention.ts';
import { dueAt } from '../delivery/status.ts';
import { folderOf, type Lead } from '../store/lead.ts';
import { filledIn, spamReasonsOf } from '../texts.ts';
import { visibleText } from '../visible-text.ts';
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
  const { store, outbox, contactWithin, now } = options;

  const rowOf = (lead: Lead): LeadRow => {
    const folder = folderOf(lead.state, lead.lead_state);
    const due = dueAt(contactWithin ?? Number.POSITIVE_INFINITY, now());
    return {
      id: lead.id,
      created_at: lead.created_at,
      ...visibleFields(lead),
      folder,
      isRead: lead.read_at !== null,
      isOverdue: folder === 'new' && Date.parse(lead.created_at) < due,
      delivery: lead.state === 'quarantined' ? 'none' : lead.state,
      hasNote: lead.note !== '',
      version: lead.version,
    };
  };

  async function answerOf(id: number): Promise<LeadAnswer> {
    const found = await store.findLead(id);
    if (found === undefined) throw new InboxError(404);
    const { lead, deliveries, events } = found;
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
      store.listLeads({ ...filter, limit: limit + 1 }),
      store.countLeads(),
    ]);
    return { leads: leads.slice(0, limit).map(rowOf), hasMore: leads.length > limit, counts };
  });

  // A name for the rest would be limited to 100 characters, behind which Fastify answers by itself.
  app.get('/leads/*', (request) => answerOf(idOf(request)));

  app.post('/leads/*', async (request, reply): Promise<LeadAnswer> => {
    const id = idOf(request);
    const change = parseOr400(changeSchema, request.body);
    const { email } = sessions.of(request);
    const result = await store.changeLead(id, { ...change, who: email });
    // Also of one that is quarantined: there is something else now than what was seen.
    if (result !== 'changed') reply.code(409);
    return answerOf(id);
  });

  /** Does it with one lead after the other, and answers for how many it was done. */
  function each(path: string, work: (id: number) => Promise<boolean>, action?: LeadAction): void {
    app.post(path, async (request): Promise<CountAnswer> => {
      const { email } = sessions.of(request);
      const { ids } = parseOr400(idsSchema, request.body);
      let count = 0;
      for (const id of new Set(ids)) {
        if (!(await work(id))) continue;
        count += 1;
        outbox.wake();
        if (action) await store.recordLeadAction([id], email, action);
      }
      return { count };
    });
  }

  const replay = async (id: number) => store.replayDeliveries({ bookings: [id] });
  each('/accept', async (id) => (await store.acceptBooking(id)).accepted, 'accepted');
  each('/replay', async (id) => (await replay(id)).length > 0, 'replayed');
  each('/read', (id) => store.readLead(id));

  app.post('/erase', async (request): Promise<CountAnswer> => {
    const { leads } = parseOr400(versionsSchema, request.body);
    // Their history goes with them.
    return { count: await eraseAll(store, { leads }) };
  });

  serveExport(app, options);
}

function visibleFields(lead: Lead): Booking {
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
    const list = (before: number) => store.listLeads({ ...filter, before, limit: pageSize });
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

function fileRowOf(lead: Lead) {
  const { state, lead_state, version, read_at, reminded_at, request_id, ...row } = lead;
  return { ...row, folder: folderOf(state, lead_state) };
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
