import { randomUUID } from 'node:crypto';
import type http from 'node:http';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';

import type { Outbox } from '../delivery/outbox.ts';
import type { Quota, SharedQuotas, Store } from '../store/store.ts';
import { answerProblems, sendPage } from './errors.ts';
import { closedHeaders } from './headers.ts';
import { answerHealth } from './health.ts';
import { createListener, listenOnOthers } from './listener.ts';
import { RequestLog } from './log.ts';
import type { Pages } from './pages.ts';
import { postgrest } from './postgrest/insert.ts';
import { watchPublicName } from './public-name.ts';
import { createBookingLimit } from './rate-limit.ts';

export interface ServerOptions {
  pages: Pages;
  store: Pick<Store, 'insertBookings' | 'check'>;
  outbox: Pick<Outbox, 'wake' | 'status'>;
  log: FastifyBaseLogger;
  publicKey: string;
  /** The path of our own data interface. */
  dataPath: string;
  rateLimit: Quota;
  /** Where the limit is counted for all servers; without it each counts its own. */
  sharedQuotas?: SharedQuotas | undefined;
  trustProxy?: string[] | undefined;
  /** The name by which it will listen: on every address of `localhost`, else on the first one. */
  host?: string;
  /** How many connections each listening address holds at a time. */
  maxConnections?: number;
  /** Stacks on the error screen. */
  development?: boolean;
}

/** How long an answer may take that is under way when the server stops, in milliseconds. */
const stopGrace = 5_000;

/** About 25 KB of memory each when all are held open. */
const defaultMaxConnections = 10_000;

/** Assembles the http server. It is started with `listen` and stopped with `close`. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { pages, store, outbox, log, publicKey, dataPath, trustProxy } = options;
  const { maxConnections = defaultMaxConnections } = options;
  const onEvery = closedHeaders(pages.siteUrl);
  // By its id a complaint is matched with the log.
  const headersFor = ({ id }: FastifyRequest) => ({ ...onEvery, 'X-Request-Id': id });
  const requestLog = new RequestLog();
  const watchName = watchPublicName(pages.siteUrl, log);
  const servers = new Set<http.Server>();
  let createAnother: (() => http.Server) | undefined;
  const app = fastify({
    loggerInstance: log,
    logController: requestLog,
    genReqId: () => randomUUID(),
    trustProxy: trustProxy ?? false,
    serverFactory(handler) {
      createAnother = () => {
        const server = createListener(handler, { pages, log, maxConnections, watchName });
        servers.add(server);
        return server;
      };
      return createAnother();
    },
    // The listener answers broken requests itself, on every address.
    clientErrorHandler: () => {},
    // A path that cannot be decoded, or one longer than any of ours: it reaches no route and no hook.
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(headersFor(request));
      pages.site().then(
        (site) => {
          sendPage(reply.code(404), site.notFound);
          requestLog.requestCompleted(null, request, reply);
        },
        (error: unknown) => reply.send(error),
      );
    },
  });
  // Bodies are read by the data interface alone.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(request));
  });
  app.get('/book/', (_request, reply) => reply.redirect('/book', 308));
  answerHealth(app, store, outbox);
  answerProblems(app, pages, options.development ?? false);
  const limit = createBookingLimit(
    options.rateLimit,
    trustProxy !== undefined,
    log,
    options.sharedQuotas,
  );
  await app.register(postgrest, {
    prefix: dataPath,
    store,
    outbox,
    publicKey,
    pages,
    limit,
  });
  app.addHook('onListen', async () => {
    if (options.host === 'localhost' && createAnother !== undefined)
      await listenOnOthers(app.server, options.host, createAnother, log);
  });
  closeOnStop(app, servers);
  return app;
}

/**
 * A connection that becomes idle after the stop began would hold it up until the keep-alive ends, and
 * one that never sends its request until a time limit does.
 */
function closeOnStop(app: FastifyInstance, servers: ReadonlySet<http.Server>): void {
  let sweep: NodeJS.Timeout | undefined;
  let last: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    for (const server of servers) if (server !== app.server) server.close();
    sweep = setInterval(() => {
      for (const server of servers) server.closeIdleConnections();
    }, 50);
    last = setTimeout(() => {
      for (const server of servers) server.closeAllConnections();
    }, stopGrace);
  });
  app.addHook('onClose', async () => {
    clearInterval(sweep);
    clearTimeout(last);
  });
}
