import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { bookingFields } from '../../booking/booking.ts';
import { bookingFormats } from '../bookings-file.ts';
import { folderOf, type Lead } from '../store/lead.ts';
import type { LeadsOptions } from './leads-api.ts';
import { queryOf } from './requests.ts';

const formats = bookingFormats([
  ...['id', 'created_at', ...bookingFields, 'language', 'folder', 'note'],
  ...['contacted_at', 'closed_at', 'spam_signals', 'accepted_at'],
]);

const types = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

const pageSize = 1000;

/** All that is in a list as a download, in CSV or JSON. */
export function serveExport(app: FastifyInstance, { store, now }: LeadsOptions): void {
  app.get('/export', { exposeHeadRoute: false }, async (request, reply) => {
    const { format = 'csv', ...filter } = queryOf(request);
    const list = (before: number) => store.listLeads({ ...filter, before, limit: pageSize });
    // Before anything is sent: a store that does not answer is a 503, and no empty file.
    const first = await list(Number.MAX_SAFE_INTEGER);
    async function* pages() {
      for (let page = first; page.length > 0; page = await list(page.at(-1)?.id ?? 0))
        yield page.map(rowOf);
    }
    const day = new Date(now()).toISOString().slice(0, 10);
    return reply
      .headers({
        'Content-Type': types[format],
        'Content-Disposition': `attachment; filename="leads-${day}.${format}"`,
      })
      .send(Readable.from(formats[format](pages())));
  });
}

function rowOf(lead: Lead) {
  const { state, lead_state, version, read_at, reminded_at, request_id, ...row } = lead;
  return { ...row, folder: folderOf(state, lead_state) };
}
