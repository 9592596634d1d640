import { randomUUID } from 'node:crypto';
import http from 'node:http';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Pool } from 'pg';
import type { Desk } from '../desk/desk.ts';
import type { Store } from '../store/store.ts';
import { createBookingLimit } from './booking-limit.ts';
import { answerDataInterface } from './data-interface/data-interface.ts';
import { commonHeaders } from './headers.ts';
import { answerHealth } from './health.ts';
import type { Pages } from './pages.ts';
import { answerProblems, sendPage } from './problems.ts';
import { RequestLog } from './request-log.ts';

export interface ServerOptions {
  pages: Pages;
  store: Pick<Store, 'insertBookings' | 'isRepeat' | 'check'>;
  desk: Pick<Desk, 'wake' | 'state'>;
  log: FastifyBaseLogger;
  publicKey: string;
  /** The path of our own data interface. */
  dataPath: string;
  rateLimit: { requests: number; seconds: number };
  /** Where the limit is counted for all servers; without it each counts its own. */
  sharedLimits?: Pool | undefined;
  trustProxy?: string[] | undefined;
  /** Stacks on the error screen. */
  development?: boolean;
}

/**
 * A slow sender is cut off within ten seconds: five for the headers, eight for the whole request,
 * looked after every second. In milliseconds.
 */
const timeLimits = {
  requestTimeout: 8_000,
  headersTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

/** Longer than the minute for which most proxies keep a connection, so that they close it first. */
const keepAliveTimeout = 65_000;

/** Assembles the http server. It is started with `listen` and stopped with `close`. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { pages, store, desk, log, publicKey, dataPath, trustProxy } = options;
  const servers = new Set<http.Server>();
  const app = fastify({
    loggerInstance: log,
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    trustProxy: trustProxy ?? false,
    // Called once more for the second address of `localhost`, which so gets the same limits.
    serverFactory(handler) {
      const server = http.createServer({ ...timeLimits, keepAliveTimeout }, (request, response) =>
        pages.front(request, response, () => handler(request, response)),
      );
      servers.add(server);
      return server;
    },
    // A path that cannot be decoded, or one longer than any of ours: it reaches no route and no hook.
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(commonHeaders);
      pages.site().then(
        (site) => sendPage(reply.code(404), site.notFound),
        (error: unknown) => reply.send(error),
      );
    },
  });
  // Bodies are read by the data interface alone.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(commonHeaders);
  });
  app.get('/book/', (_request, reply) => reply.redirect('/book', 308));
  answerHealth(app, store, desk);
  answerProblems(app, pages, options.development ?? false);
  const limit = createBookingLimit(
    options.rateLimit,
    trustProxy !== undefined,
    log,
    options.sharedLimits,
  );
  await app.register(answerDataInterface, {
    prefix: dataPath,
    store,
    desk,
    publicKey,
    pages,
    limit,
  });
  closeConnectionsOnStop(app, servers);
  return app;
}

/** A connection that becomes idle after the stop began would hold it up until the keep-alive ends. */
function closeConnectionsOnStop(app: FastifyInstance, servers: ReadonlySet<http.Server>): void {
  let sweep: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    sweep = setInterval(() => {
      for (const server of servers) server.closeIdleConnections();
    }, 50);
  });
  app.addHook('onClose', async () => clearInterval(sweep));
}
