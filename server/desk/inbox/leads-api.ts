import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type {
  Change,
  ChangeAnswer,
  LeadAnswer,
  LeadsAnswer,
} from '../../../booking/inbox-answers.ts';
import { leadStates, listFolders, longestNote } from '../../../booking/lead.ts';
import { dateAt, isoDate } from '../../../booking/zones.ts';
import { bookingsFormats } from '../../export-formats.ts';
import { listBookings } from '../../store/bookings.ts';
import { eraseAndRecord } from '../../store/erase.ts';
import { findTime } from '../../store/store.ts';
import {
  acceptBookings,
  changeLeads,
  countLeads,
  type LeadChange,
  type SeenLead,
} from '../leads/leads.ts';
import { type LeadList, listLeads, nextPattern, readLead } from '../leads/lists.ts';
import { monthSpan, morningOf } from '../leads/times.ts';
import { leadAnswer, leadRows, overdueAt } from './lead-answers.ts';
import { InboxError, type InboxOptions, userOf } from './requests.ts';
import type { Sessions } from './session-cookie.ts';

const changeSchema = z.strictObject({
  leads: z
    .array(z.strictObject({ id: z.int().positive(), version: z.int32().nonnegative() }))
    .min(1)
    .max(1_000),
  change: z.enum([...leadStates, 'accept', 'erase']).or(
    z.strictObject({
      note: z.string().max(longestNote).refine(isStorable).exactOptional(),
      follow_up: z.iso.date().nullable().exactOptional(),
      owner: z.string().min(1).max(254).nullable().exactOptional(),
    }),
  ),
});

/** The filters of a list, in a query or in JSON. */
const listSchema = z.strictObject({
  folder: z.enum(listFolders).exactOptional(),
  mine: z.stringbool().exactOptional(),
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .exactOptional(),
});

const pageSchema = listSchema.extend({
  text: z.string().trim().max(300).refine(isStorable).exactOptional(),
  after: z.string().regex(nextPattern).exactOptional(),
});

const pageLength = 50;

/** How many leads an export reads at once. */
const exportLength = 1_000;

/** Registers the routes that list, show, change and export leads. */
export function leadsApi(app: FastifyInstance, options: InboxOptions, sessions: Sessions): void {
  const { store } = options;

  // A POST, because logs and histories keep query strings, and a search contains a person's name.
  app.post('/leads', unlogged, async (request): Promise<LeadsAnswer> => {
    const { after, text, ...filters } = pageSchema.parse(request.body);
    const { email } = sessions.of(request);
    const { cutoff } = await overdueAt(options);
    const list = { ...listOf(filters, email, options), ...(text && { text }) };
    const { leads, next } = await listLeads(store, list, {
      limit: pageLength,
      overdueBefore: new Date(cutoff).toISOString(),
      ...(after && { after }),
    });
    const [oldest] = await listBookings(store, { oldestFirst: true, limit: 1 });
    return {
      leads: await leadRows(options, leads, email),
      since: oldest?.created_at ?? null,
      next,
      counts: await countLeads(store),
    };
  });

  // `*`, not `:id`: Fastify itself answers parameters that are too long, before the session is checked.
  app.get<{ Params: { '*': string } }>(
    '/leads/*',
    unlogged,
    async (request): Promise<LeadAnswer> => {
      const { '*': id } = request.params;
      if (!/^[1-9]\d{0,14}$/.test(id)) throw new InboxError(404);
      const { email } = sessions.of(request);
      const answer = await leadAnswer(options, Number(id), email);
      const isRead = answer.lead.isRead || (await readLead(store, Number(id), email));
      return { ...answer, lead: { ...answer.lead, isRead } };
    },
  );

  app.post('/change', async (request): Promise<ChangeAnswer> => {
    const { email } = sessions.of(request);
    const { leads, change } = changeSchema.parse(request.body);
    const ids = [...new Set(leads.map(({ id }) => id))];
    const changed = await applyChange(options, leads, change, email);
    const found = await listBookings(store, { ids, limit: ids.length });
    const [only] = ids.length === 1 ? found : [];
    return {
      // Leads that a colleague erased first count as erased too.
      changed: change === 'erase' ? ids.length - found.length : changed.length,
      leads: await leadRows(options, found, email),
      counts: await countLeads(store),
      ...(only && { lead: await leadAnswer(options, only.id, email) }),
    };
  });

  // All leads of a list as a CSV file.
  app.get('/export', { exposeHeadRoute: false }, async (request, reply) => {
    const { email } = sessions.of(request);
    const list = listOf(listSchema.parse(request.query), email, options);
    // Read a page before anything is sent. A failing store then causes a 503 instead of an empty file.
    let page = await listLeads(store, list, { limit: exportLength });
    async function* pages() {
      yield page.leads;
      while (page.next !== null) {
        page = await listLeads(store, list, { limit: exportLength, after: page.next });
        yield page.leads;
      }
    }
    const day = isoDate(dateAt(Date.now(), options.config.calendar.timeZone));
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="leads-${day}.csv"`)
      .send(Readable.from(bookingsFormats.csv(pages())));
  });
}

/** The list that the filters describe for the person with this address. */
function listOf(
  { mine, month, ...list }: z.infer<typeof listSchema>,
  email: string,
  { config: { calendar } }: InboxOptions,
): LeadList {
  return {
    ...list,
    ...(mine && { owner: email }),
    ...(month && monthSpan(month, calendar.timeZone)),
  };
}

/** Returns one entry for each changed lead. Throws a 400 for an invalid date or owner. */
async function applyChange(
  { store, config, log, users }: InboxOptions,
  leads: readonly SeenLead[],
  change: Change,
  who: string,
): Promise<readonly unknown[]> {
  if (change === 'erase') return eraseAndRecord({ config, store, log }, { leads });
  if (change === 'accept')
    return acceptBookings(store, [...new Set(leads.map(({ id }) => id))], who);
  if (typeof change === 'string') return changeLeads(store, leads, { state: change, who });
  const { follow_up: date, owner: asked, ...rest } = change;
  const written: LeadChange = { ...rest, who };
  if (date === null) written.followUp = null;
  else if (date !== undefined) {
    const at = morningOf(date, await findTime(store), config.calendar);
    if (at === undefined) throw new InboxError(400);
    written.followUp = { date, at };
  }
  if (asked === null) written.owner = null;
  else if (asked !== undefined) {
    const owner = userOf(users, asked);
    if (owner === undefined) throw new InboxError(400);
    written.owner = owner;
  }
  return changeLeads(store, leads, written);
}

/** Not logged, because each open page polls these routes every few seconds. */
const unlogged = { config: { unlogged: true } };

/** PostgreSQL cannot store NUL. */
function isStorable(text: string): boolean {
  return !text.includes('\0');
}
