import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Config } from '../config/config.ts';
import { closedHeaders, refusal } from './headers.ts';
import { answerErrors, type Pages, sendNotFound } from './pages.ts';
import { shortenedAddress, warnOfProxy } from './rate-limit.ts';
import { hasUnreadBody } from './static-files.ts';

export interface ServerOptions {
  pages: Pages;
  log: FastifyBaseLogger;
  trustProxy: Config['trustProxy'];
  /**
   * Milliseconds: how long a request may take to arrive, how long a connection may be silent (0: no
   * limit), and how long a running response may take when the server stops.
   */
  limits?: Partial<Record<'requestTimeout' | 'connectionTimeout' | 'stopGrace', number>>;
}

/**
 * Milliseconds; `maxHeaderSize` in bytes. A slow sender is cut off within ten seconds. Most proxies keep a
 * connection for a minute. Keep-alive is longer, so that the proxy closes the connection first.
 */
const limits = {
  keepAliveTimeout: 65_000,
  requestTimeout: 8_000,
  connectionTimeout: 30_000,
  http: {
    headersTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16 * 1024,
    // Fastify's server for the second address of localhost has no upgrade listener, so upgrades would hang.
    shouldUpgradeCallback: () => false,
  },
};

/** How long a running response may take when the server stops, in milliseconds. */
const stopGrace = 5_000;

/** Characters of the query. The rest is ignored, because parsing 16 KB takes as long as three bookings. */
const longestQuery = 3_000;

/** Creates the HTTP server with the pages and the error screens. Add further routes before `listen`. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { pages, log, trustProxy } = options;
  const requestLog = new RequestLog();
  const closed = closedHeaders(pages.siteUrl);
  const setHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers(closed).header('X-Request-Id', request.id);
  const app = fastify({
    ...limits,
    ...options.limits,
    loggerInstance: log,
    logController: requestLog,
    genReqId: () => randomUUID(),
    trustProxy: trustProxy ?? false,
    return503OnClosing: false,
    routerOptions: {
      querystringParser: (text) =>
        Object.fromEntries(new URLSearchParams(text.slice(0, longestQuery))),
    },
    rewriteUrl: ({ url = '/' }) => originForm(url),
    clientErrorHandler: answerClientError,
    // A path that cannot be decoded or is too long reaches no route and no hook.
    frameworkErrors(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
      setHeaders(request, reply);
      sendNotFound(request, reply, pages).then(
        () => requestLog.requestCompleted(null, request, reply),
        (error: unknown) => reply.send(error),
      );
    },
  });
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  // Routes with a body add their own parser.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  if (trustProxy === undefined) warnOfProxy(app);
  finishAnswersOnStop(app, options.limits?.stopGrace ?? stopGrace);
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    done(isAmbiguous(request.raw) ? refusal(400) : undefined);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (hasUnreadBody(request.raw)) reply.header('Connection', 'close');
    done(null, payload);
  });
  answerErrors(app, pages);
  pages.register(app);
  return app;
}

/** Converts a request target to origin form (RFC 9112 §3.2.1). Removes a fragment, which is not allowed there. */
function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*\/?/i, '/').replace(/#.*/, '');
}

/** Whether a proxy could parse the request differently: two hosts (RFC 9112 §3.2) or several codings (§11.2). */
function isAmbiguous({ rawHeaders, headers }: IncomingMessage): boolean {
  const isHost = (text: string, n: number) => n % 2 === 0 && /^host$/i.test(text);
  const { 'transfer-encoding': coding = 'chunked' } = headers;
  return rawHeaders.filter(isHost).length > 1 || !/^chunked$/i.test(coding);
}

/** Responses by the error code of Node or its HTTP parser. */
const clientErrors = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
]);

/** Answers bytes that are not valid HTTP. Never logs the error, because it contains these bytes. */
function answerClientError({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = clientErrors.get(code) ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => socket.destroy());
}

/**
 * Lets running responses finish when the server stops, and cuts them off after `grace` milliseconds. Fastify
 * waits for only one of localhost's addresses, and Node keeps connections open after the last response.
 */
function finishAnswersOnStop(app: FastifyInstance, grace: number): void {
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
    }, grace).unref();
  });
  app.addHook('onClose', async () => {
    await Promise.all([...answers].map((answer) => once(answer, 'close')));
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether to leave its requests out of the log. A proxy logs pages and files, and no one reads health checks. */
    unlogged?: boolean;
  }
}

/** The signature of an email link (server/desk/mail/links.ts). Anyone who has it can use the link. */
const signature = /[0-9a-f]{32,}/gi;

/**
 * Logs one line for each request, after the response. It never logs the query, which may contain a visitor's data,
 * or a body. It shortens the address.
 */
class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (!error && request.routeOptions.config?.unlogged) return;
    const line = {
      method: request.method,
      path: request.raw.url?.split('?', 1)[0]?.replace(signature, '…').slice(0, 200),
      address: shortenedAddress(request.ip),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      reason: reply.getHeader('proxy-status'),
    };
    if (error) reply.log.error({ ...line, err: error }, 'request failed');
    else reply.log.info(line, 'request');
  }
}
