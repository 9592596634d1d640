import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { shortenedAddress } from './visitor-address.ts';

/** Answers what is no request. The parser's error holds the bytes that were sent: it is never logged. */
export function answerRefusal(
  code: string,
  socket: Duplex,
  headers: Headers,
  log: FastifyBaseLogger,
): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = statuses[code] ?? 400;
  const id = randomUUID();
  const peer = socket instanceof Socket ? socket.remoteAddress : undefined;
  const address = shortenedAddress(peer ?? '');
  log.info({ reqId: id, address, status, refusal: code }, 'request');
  socket.end(plainAnswer(status, id, headers), () => socket.destroy());
}

/** Closes a connection without an answer, which would come between those that are under way. */
export function drop(code: string, socket: Socket, log: FastifyBaseLogger): void {
  const address = shortenedAddress(socket.remoteAddress ?? '');
  log.info({ reqId: randomUUID(), address, refusal: code }, 'connection closed');
  socket.destroy();
}

/** What is thrown before the routing reaches no error handler, and would end the process. */
export function fail(
  error: unknown,
  response: http.ServerResponse,
  headers: Headers,
  log: FastifyBaseLogger,
): void {
  const id = randomUUID();
  log.error({ err: error, reqId: id }, 'request failed');
  if (response.headersSent) return void response.destroy();
  const own = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Request-Id': id };
  response.writeHead(500, { ...headers, ...own });
  response.end(`Unexpected Application Error!\n\n500 Internal Server Error\n${id}\n`);
}

/** What the parser calls its refusals (https://nodejs.org/api/http.html#event-clienterror). */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  EXPECTATION: 417,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

type Headers = Readonly<Record<string, string>>;

function plainAnswer(status: number, id: string, headers: Headers): string {
  const text = `${status} ${http.STATUS_CODES[status]}\n${id}\n`;
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Request-Id': id,
    'Content-Length': text.length,
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...lines, '', text].join('\r\n');
}
