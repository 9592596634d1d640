import { randomUUID } from 'node:crypto';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import http from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Pages } from './pages.ts';
import { shortenedAddress } from './visitor-address.ts';

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

/**
 * What a closed connection has sent before would still be parsed and begun, request by request:
 * thousands, each time that much is read. An upgrade is where the parser stops, and without a
 * listener for it Node closes the connection. Nobody else's upgrade is heard.
 */
class Request extends http.IncomingMessage {
  get upgrade(): boolean {
    return this.method === 'CONNECT' || this.socket.destroyed;
  }
  // Node's constructor sets it, and what it has found.
  set upgrade(_found: boolean) {}
}

const options = {
  ...limits,
  IncomingMessage: Request,
  shouldUpgradeCallback: ({ socket }: http.IncomingMessage) => socket.destroyed,
};

/** For how long nothing may move on a connection while an answer is made or read, in milliseconds. */
const stillTimeout = 30_000;

/** How often, at most, idle connections make way for new ones, in milliseconds. */
const shedInterval = 100;

/**
 * One server that listens: with limits on all that a stranger can hold, and the pages in front of
 * `handler`. Above nine tenths of `maxConnections` the idle ones are closed, so that who holds
 * connections open keeps no visitor out.
 */
export function createListener(
  handler: http.RequestListener,
  { pages, log, maxConnections }: ListenerOptions,
): http.Server {
  const isPipelined = countUnanswered();
  const server = http.createServer(options, (request, response) => {
    if (request.socket.destroyed) return;
    if (isPipelined(request.socket, response)) return drop('PIPELINING', request.socket, log);
    // No other coding is undone here: whoever meant one means another request than the one we see.
    const coding = request.headers['transfer-encoding'] ?? 'chunked';
    if (coding.toLowerCase() !== 'chunked') return refuse('TRANSFER_CODING', request.socket, log);
    try {
      pages.front(request, response, () => handler(request, response));
    } catch (error) {
      fail(error, response, log);
    }
  });
  server.timeout = stillTimeout;
  // Node drops headers above a number without a word; their size is limited already.
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections;
  makeWay(server, maxConnections * 0.9);
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) =>
    refuse(code, socket, log),
  );
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
}

function makeWay(server: http.Server, most: number): void {
  let open = 0;
  let waiting = false;
  const shed = () => {
    if (waiting) return;
    server.closeIdleConnections();
    waiting = true;
    setTimeout(() => {
      waiting = false;
      if (open > most) shed();
    }, shedInterval).unref();
  };
  server.on('connection', (socket) => {
    // Node asks for it once, when it is first read, and gets none where the sender is gone by then.
    socket.remoteAddress;
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open > most) shed();
  });
}

/**
 * Browsers and proxies send one request and wait for its answer (RFC 9112 §9.3.2 allows more). Each
 * that comes before it begins at once, and hundreds fit into what is read in one go.
 */
const mostUnanswered = 8;

/** Whether as many requests of a connection wait for their answers that this one is too much. */
function countUnanswered(): (socket: Socket, response: http.ServerResponse) => boolean {
  const latest = new WeakMap<Socket, { response: http.ServerResponse; waiting: number }>();
  return (socket, response) => {
    const before = latest.get(socket);
    if (before === undefined) {
      latest.set(socket, { response, waiting: 1 });
      return false;
    }
    before.waiting = before.response.writableFinished ? 1 : before.waiting + 1;
    before.response = response;
    return before.waiting > mostUnanswered;
  };
}

/** Closes a connection without an answer, which would come between those that are under way. */
function drop(code: string, socket: Socket, log: FastifyBaseLogger): void {
  const address = shortenedAddress(socket.remoteAddress ?? '');
  log.info({ reqId: randomUUID(), address, refusal: code }, 'connection closed');
  socket.destroy();
}

/** What the parser calls its refusals (https://nodejs.org/api/http.html#event-clienterror). */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers what is no request. The parser's error holds the bytes that were sent: it is never logged. */
function refuse(code: string, socket: Duplex, log: FastifyBaseLogger): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = statuses[code] ?? 400;
  const id = randomUUID();
  const peer = socket instanceof Socket ? socket.remoteAddress : undefined;
  const address = shortenedAddress(peer ?? '');
  log.info({ reqId: id, address, status, refusal: code }, 'request');
  socket.end(plainAnswer(status, id), () => socket.destroy());
}

function plainAnswer(status: number, id: string): string {
  const text = `${status} ${http.STATUS_CODES[status]}\n${id}\n`;
  const headers = [
    'Content-Type: text/plain; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${id}`,
    `Content-Length: ${text.length}`,
    'Connection: close',
  ];
  return [`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...headers, '', text].join('\r\n');
}

/** What is thrown before the routing reaches no error handler, and would end the process. */
function fail(error: unknown, response: http.ServerResponse, log: FastifyBaseLogger): void {
  const id = randomUUID();
  log.error({ err: error, reqId: id }, 'request failed');
  if (response.headersSent) return void response.destroy();
  response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8', 'X-Request-Id': id });
  response.end(`Unexpected Application Error!\n\n500 Internal Server Error\n${id}\n`);
}
