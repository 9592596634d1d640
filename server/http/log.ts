import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { pathOf } from './pages.ts';
import { shortenedAddress } from './visitor-address.ts';

/**
 * One line for each request, when it is answered. Never the query, which can carry the key and a
 * visitor's words, never a body, and the address shortened.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method: request.method,
      path: pathOf(request.raw.url).slice(0, 200),
      address: shortenedAddress(request.ip ?? ''),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      refusal: reply.getHeader('proxy-status'),
    };
    if (error) reply.log.error({ ...line, err: error }, 'request failed');
    else reply.log.info(line, 'request');
  }
}
