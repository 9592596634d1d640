import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { isLoopback } from '../config/addresses.ts';
import { shortenedAddress } from './visitor-address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its requests have no line each: pages and files, which are counted, and the health checks. */
    unlogged?: boolean;
  }
}

/**
 * One line for each request, when it is answered. Never the query, which can carry the key and a
 * visitor's data, never a body, and the address shortened.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (!error && request.routeOptions.config?.unlogged) return;
    const line = {
      method: request.method,
      path: request.raw.url?.split('?', 1)[0]?.slice(0, 200),
      address: shortenedAddress(request.ip),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      reason: reply.getHeader('proxy-status'),
    };
    if (error) reply.log.error({ ...line, err: error }, 'request failed');
    else reply.log.info(line, 'request');
  }

  /** A client that closes the connection, as a page does that listens to events, is no error. */
  override streamError(
    error: Error & { code?: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const isClosed = error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    this.requestCompleted(isClosed ? null : error, request, reply);
  }
}

/**
 * Warns once when a request names a host while SITE_URL is this machine alone: a proxy in front
 * passes on the name that visitors use. A stranger writes this header, so that only a host name or
 * an IPv4 address counts (RFC 1123 §2.1), and no answer depends on it.
 */
export function warnOfUnknownHost(app: FastifyInstance, siteUrl: string): void {
  if (!isLoopback(new URL(siteUrl).hostname)) return;
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const [, host] = hostPattern.exec(request.headers.host ?? '') ?? [];
    if (!warned && host !== undefined && !isLoopback(host)) {
      warned = true;
      app.log.warn(
        { host: host.slice(0, 253) },
        'Visitors come by another name than SITE_URL says: links and share texts lead them nowhere',
      );
    }
    done();
  });
}

const hostPattern = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d+)?$/i;
