import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Config } from '../config/config.ts';
import type { Outbox } from '../delivery/outbox.ts';
import { inbox } from '../inbox/inbox.ts';
import type { InboxOptions } from '../inbox/requests.ts';
import { createOutageLog } from '../outage-log.ts';
import type { Store } from '../store/store.ts';
import { answerErrors, sendNotFound } from './errors.ts';
import { closedHeaders } from './headers.ts';
import { answerHealth } from './health.ts';
import { RequestLog } from './log.ts';
import type { Pages } from './pages.ts';
import { postgrest } from './postgrest/insert.ts';
import { createRateLimit } from './rate-limit.ts';

export interface ServerOptions extends Pick<Config, 'publicKey' | 'rateLimit' | 'trustProxy'> {
  pages: Pages;
  store: Pick<Store, 'insertBookings' | 'check' | 'quotas'>;
  outbox: Pick<Outbox, 'wake' | 'status'>;
  log: FastifyBaseLogger;
  /** The path of our own data interface. */
  dataPath: string;
  /** Undefined: there is no inbox, and its addresses answer as any unknown one. */
  inbox?: Omit<InboxOptions, 'outbox' | 'siteUrl' | 'trustsProxies'> | undefined;
}

/**
 * In milliseconds; `maxHeaderSize` in bytes. A slow sender is cut off within ten seconds. Keep-alive
 * is longer than the minute for which most proxies keep a connection, so that they close it first.
 */
const limits = {
  keepAliveTimeout: 65_000,
  requestTimeout: 8_000,
  connectionTimeout: 30_000,
  http: {
    headersTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16 * 1024,
    // Fastify forwards upgrades of its second address to a listener that is not there: they would hang.
    shouldUpgradeCallback: () => false,
  },
};

/** How long an answer may take that is under way when the server stops, in milliseconds. */
const stopGrace = 5_000;

/** Assembles the HTTP server. It is started with `listen` and stopped with `close`. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { pages, store, outbox, log, trustProxy } = options;
  const requestLog = new RequestLog();
  const closed = closedHeaders(pages.siteUrl);
  const setHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers(closed).header('X-Request-Id', request.id);
  const app = fastify({
    ...limits,
    loggerInstance: log,
    logController: requestLog,
    genReqId: () => randomUUID(),
    trustProxy: trustProxy ?? false,
    return503OnClosing: false,
    // The router would parse a query that only the data interface reads, by itself.
    rewriteUrl: ({ url = '' }) => url.split('?', 1)[0] ?? '',
    clientErrorHandler: answerClientError,
    // A path that cannot be decoded or is too long: it reaches no route and no hook.
    frameworkErrors(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
      setHeaders(request, reply);
      sendNotFound(request, reply, pages).then(
        () => requestLog.requestCompleted(null, request, reply),
        (error: unknown) => reply.send(error),
      );
    },
  });
  // Only the data interface reads bodies, by itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  finishAnswersOnStop(app);
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
  answerErrors(app, pages);
  pages.register(app);
  const trustsProxies = trustProxy !== undefined;
  if (options.inbox)
    await app.register(inbox, {
      ...options.inbox,
      ...{ prefix: '/inbox', outbox, siteUrl: pages.siteUrl, trustsProxies },
    });
  const outage = createOutageLog(log, 'bookings cannot be stored');
  await app.register(postgrest, {
    ...options,
    prefix: options.dataPath,
    store: answerHealth(app, store, outbox, outage),
    outage,
    limit: createRateLimit(options.rateLimit, { trustsProxies, shared: store.quotas, log }),
  });
  return app;
}

/** Answers bytes that are not HTTP. The error holds the bytes that were sent: it is never logged. */
function answerClientError({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => socket.destroy());
}

/**
 * Fastify waits only for the answers of one address when `localhost` has several, and Node keeps a
 * connection open after its last answer. What is not answered within `stopGrace` is cut off.
 */
function finishAnswersOnStop(app: FastifyInstance): void {
  const answers = new Set<ServerResponse>();
  app.addHook('onRequest', (_request, { raw }, done) => {
    answers.add(raw);
    raw.once('close', () => answers.delete(raw));
    done();
  });
  app.addHook('preClose', async () => {
    for (const answer of answers) answer.shouldKeepAlive = false;
    setTimeout(() => {
      app.server.closeAllConnections();
      for (const answer of answers) answer.destroy();
    }, stopGrace).unref();
  });
  app.addHook('onClose', async () => {
    await Promise.all([...answers].map((answer) => once(answer, 'close')));
  });
}
