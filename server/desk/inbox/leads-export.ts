import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listFolders } from '../../../booking/lead.ts';
import { bookingsFormats } from '../../export-formats.ts';
import { listLeads } from '../leads/lists.ts';
import { type InboxOptions, parseOr400 } from './requests.ts';
import type { Sessions } from './sign-in.ts';

/** Writes a time in the store's format, so that it compares as text. PostgreSQL has no year 0. */
const timeSchema = z.iso
  .datetime()
  .refine((time) => !time.startsWith('0000'))
  .transform((time) => new Date(time).toISOString());

/** A list of leads: a folder, a period, or the person's own leads. */
export const listSchema = z.strictObject({
  folder: z.enum(listFolders).exactOptional(),
  mine: z.stringbool().or(z.boolean()).exactOptional(),
  since: timeSchema.exactOptional(),
  until: timeSchema.exactOptional(),
});

/** How many leads an export reads at once. */
const limit = 1000;

/** Serves all leads of a list as a CSV download. */
export function serveExport(
  app: FastifyInstance,
  { store }: InboxOptions,
  sessions: Sessions,
): void {
  app.get('/export', { exposeHeadRoute: false }, async (request, reply) => {
    const { mine, ...filter } = parseOr400(listSchema, request.query);
    const list = mine ? { ...filter, owner: sessions.of(request).email } : filter;
    // Read before anything is sent, so that a store that does not answer causes a 503, not an empty file.
    let page = await listLeads(store, list, { limit });
    async function* pages() {
      yield page.leads;
      while (page.next !== null) {
        page = await listLeads(store, list, { limit, after: page.next });
        yield page.leads;
      }
    }
    const day = new Date().toISOString().slice(0, 10);
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="leads-${day}.csv"`)
      .send(Readable.from(bookingsFormats.csv(pages())));
  });
}
