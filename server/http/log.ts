import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { shortenedAddress } from './visitor-address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its requests have no line: pages and files, which a proxy logs, and the health checks. */
    unlogged?: boolean;
  }
}

/** The token of a link in an email (server/desk/mail/links.ts), which lets every holder use the link. */
const signature = /[0-9a-f]{32,}/gi;

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
