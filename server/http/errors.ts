import { STATUS_CODES } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorScreen } from '../../content/messages.ts';
import { permissionsPolicy } from './headers.ts';
import { type Pages, pathOf, type SentPage } from './pages.ts';

/**
 * Everything that is neither a page, a file nor a route: the 404 screen, 405 where only reading is
 * possible, and the error screen for what failed. `showStack` is for development only.
 */
export function answerProblems(app: FastifyInstance, pages: Pages, showStack: boolean): void {
  app.setNotFoundHandler(async (request, reply) => {
    const { method } = request;
    const url = pathOf(request.raw.url);
    const known = pages.has(url) || app.hasRoute({ method: 'GET', url });
    if (!known || method === 'GET' || method === 'HEAD')
      return sendPage(reply.code(404), (await pages.site()).notFound);
    return sendProblem(request, reply.header('Allow', 'GET, HEAD'), 405);
  });

  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    return sendProblem(request, reply, status, error);
  });

  async function sendProblem(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    error?: Error,
  ) {
    const message = `${status} ${STATUS_CODES[status] ?? 'Error'}`;
    const stack = showStack && error?.stack ? { stack: stripVTControlCharacters(error.stack) } : {};
    reply.code(status).header('Cache-Control', 'no-store');
    try {
      const site = await pages.site();
      return sendPage(reply, await site.error({ message, requestId: request.id, ...stack }));
    } catch (err) {
      request.log.error({ err }, 'the error screen failed');
      const words = `${errorScreen.title}\n\n${message}\n${request.id}\n`;
      return reply.type('text/plain; charset=utf-8').send(words + (stack.stack ?? ''));
    }
  }
}

/** Sends a page made for this request. */
export function sendPage(reply: FastifyReply, { html, policy }: SentPage) {
  // Under development no policy can admit what Vite puts into a page while it serves.
  if (policy === '') reply.removeHeader('Content-Security-Policy');
  else
    reply.headers({ 'Content-Security-Policy': policy, 'Permissions-Policy': permissionsPolicy });
  return reply.type('text/html; charset=utf-8').send(html);
}

function statusOf({ statusCode = 500 }: FastifyError): number {
  return statusCode >= 400 && statusCode < 500 ? statusCode : 500;
}
