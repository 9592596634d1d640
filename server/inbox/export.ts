import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { bookingFields } from '../../booking/booking.ts';
import { bookingFormats } from '../bookings-file.ts';
import { folderOf, type Lead } from '../store/lead.ts';
import type { LeadsOptions } from './leads-api.ts';
import { queryOf } from './requests.ts';

const { csv, json } = bookingFormats([
  ...['id', 'created_at', ...bookingFields, 'language', 'folder', 'note'],
  ...['contacted_at', 'closed_at', 'spam_signals', 'accepted_at'],
]);

const formats = {
  csv: { toText: csv, type: 'text/csv; charset=utf-8' },
  json: { toText: json, type: 'application/json; charset=utf-8' },
};

const pageSize = 1000;

/** All that is in a list as a download, in CSV or JSON. */
export function serveExport(app: FastifyInstance, { store, now }: LeadsOptions): void {
  app.get('/export', { exposeHeadRoute: false }, async (request, reply) => {
    const { format = 'csv', ...filter } = queryOf(request);
    const pages = pagesOf((before) => store.listLeads({ ...filter, before, limit: pageSize }));
    // Before anything is sent: a store that does not answer is a 503, and no empty file.
    const first = await pages.next();
    const { toText, type } = formats[format];
    const day = new Date(now()).toISOString().slice(0, 10);
    return reply
      .headers({
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="leads-${day}.${format}"`,
      })
      .send(Readable.from(toText(startingWith(first, pages))));
  });
}

type Rows = ReturnType<typeof rowOf>[];

async function* pagesOf(list: (before: number) => Promise<Lead[]>): AsyncGenerator<Rows> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await list(before);
    if (page.length === 0) return;
    yield page.map(rowOf);
    before = page.at(-1)?.id ?? 0;
  }
}

async function* startingWith(first: IteratorResult<Rows>, rest: AsyncGenerator<Rows>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

function rowOf(lead: Lead) {
  const { state, lead_state, version, read_at, reminded_at, request_id, ...row } = lead;
  return { ...row, folder: folderOf(state, lead_state) };
}
