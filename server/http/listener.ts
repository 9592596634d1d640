import dns from 'node:dns/promises';
import { once } from 'node:events';
import http from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { Connections } from './connections.ts';
import { closedHeaders } from './headers.ts';
import { makeWay } from './make-way.ts';
import type { Pages } from './pages.ts';
import { mostUnanswered, StoppableRequest } from './pipelining.ts';
import { answerRefusal, drop, fail } from './refused-requests.ts';
import { sayRefusedConnections } from './say-refused-connections.ts';

/**
 * A slow sender is cut off within ten seconds: five for the headers, eight for the whole request,
 * looked after every second. Keep-alive is longer than the minute for which most proxies keep a
 * connection, so that they close it first. In milliseconds; the size of all headers in bytes.
 */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 8_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
};

const options = {
  ...limits,
  IncomingMessage: StoppableRequest,
  shouldUpgradeCallback: ({ socket }: http.IncomingMessage) => socket.destroyed,
  // Node would answer by itself, without a line in the log.
  requireHostHeader: false,
};

/** For how long nothing may move on a connection while an answer is made or read, in milliseconds. */
const stillTimeout = 30_000;

/**
 * One server that listens: with limits on all that a stranger can hold, and the pages in front of
 * `handler`. Before `maxConnections` are reached some make way for those who come.
 */
export function createListener(
  handler: http.RequestListener,
  { pages, log, maxConnections, watchName }: ListenerOptions,
): http.Server {
  const connections = new Connections();
  const headers = closedHeaders(pages.siteUrl);
  const refuse = (code: string, socket: Duplex) => answerRefusal(code, socket, headers, log);
  const server = http.createServer(options, (request, response) => {
    if (request.socket.destroyed) return;
    if (connections.begin(request.socket, response) > mostUnanswered)
      return drop('PIPELINING', request.socket, log);
    // No other coding is undone here: whoever meant one means another request than the one we see.
    const coding = request.headers['transfer-encoding'] ?? 'chunked';
    if (coding.toLowerCase() !== 'chunked') return refuse('TRANSFER_CODING', request.socket);
    if (!hasOneHost(request)) return refuse('HOST', request.socket);
    watchName(request);
    request.url = originForm(request.url);
    try {
      pages.front(request, response, () => handler(request, response));
    } catch (error) {
      fail(error, response, headers, log);
    }
  });
  server.timeout = stillTimeout;
  // Node drops headers above a number without a word; their size is limited already.
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections;
  makeWay(server, connections, maxConnections);
  sayRefusedConnections(server, log);
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => refuse(code, socket));
  server.on('checkExpectation', ({ socket }) => refuse('EXPECTATION', socket));
  server.on('connect', (_request, socket) => refuse('CONNECT', socket));
  return server;
}

/**
 * Fastify listens on the first address of a name alone when the listener is made by us. A browser
 * may try the others first: where another program has one, its visitor would meet that program.
 */
export async function listenOnOthers(
  first: http.Server,
  name: string,
  createAnother: () => http.Server,
  log: FastifyBaseLogger,
): Promise<void> {
  const taken = first.address();
  if (taken === null || typeof taken === 'string') return;
  for (const { address } of await dns.lookup(name, { all: true })) {
    if (address === taken.address) continue;
    const server = createAnother().listen(taken.port, address);
    await once(server, 'listening').catch((err) =>
      log.warn({ err }, `${name} is also ${address}, on which this program cannot listen`),
    );
  }
}

export interface ListenerOptions {
  pages: Pages;
  log: FastifyBaseLogger;
  maxConnections: number;
  /** Sees each request before it is answered. */
  watchName: (request: http.IncomingMessage) => void;
}

/** RFC 9112 §3.2: one line in HTTP/1.1, whatever it says. */
function hasOneHost({ httpVersion, headers, rawHeaders }: http.IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  let lines = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === 'host') lines += 1;
  }
  return lines === 1;
}

/** RFC 9112 §3.2.2: the whole address is taken for its path, as from those who think us a proxy. */
function originForm(target = '/'): string {
  if (target.startsWith('/') || !/^https?:\/\//i.test(target)) return target;
  const url = URL.parse(target);
  return url === null ? target : url.pathname + url.search;
}
