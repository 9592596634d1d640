import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type Query, sourceOf } from '../../booking/source.ts';
import { createOutageLog } from '../log.ts';
import { addPageLoads, type PageLoads } from '../store/page-loads.ts';
import type { Store } from '../store/store.ts';

/** Milliseconds between two writes. */
const interval = 10_000;

/** The maximum number of counters, so that invented names cannot fill the memory. Further sources count as 'other'. */
const mostCounts = 500;

/**
 * Counts page loads, not people, by page, language and source. It keeps nothing else of a request. It writes the
 * counts every ten seconds and at shutdown. A failed write loses its counts.
 */
export function countLoads(app: FastifyInstance, store: Store, log: Logger): void {
  const outage = createOutageLog(log, 'page-loads', 'page loads cannot be counted');
  let counts = new Map<string, Omit<PageLoads, 'day'>>();

  app.addHook<{ Querystring: Query }>('onRequest', (request, _reply, done) => {
    const page = isVisit(request) ? request.routeOptions.config.page : undefined;
    if (page) {
      const { referer = '', 'sec-fetch-site': site } = request.headers;
      count(page.path, page.language, sourceOf(request.query, referer, site === 'same-origin'));
    }
    done();
  });

  function count(page: string, language: string, source: string): void {
    const key = `${page} ${language} ${source}`;
    const known = counts.get(key);
    if (known) known.loads += 1;
    else if (counts.size < mostCounts || source === 'other')
      counts.set(key, { page, language, source, loads: 1 });
    else count(page, language, 'other');
  }

  async function write(): Promise<void> {
    const counted = [...counts.values()];
    counts = new Map();
    if (counted.length > 0)
      await addPageLoads(store, counted).then(outage.succeeded, outage.failed);
  }

  const timer = setInterval(write, interval).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await write();
  });
}

/** Whether the browser reports a page that a person opened: no prefetch, no script and no frame. */
function isVisit({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return (
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-purpose'] === undefined &&
    method === 'GET'
  );
}
