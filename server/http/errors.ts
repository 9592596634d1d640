import { STATUS_CODES } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from '../../site/site.ts';
import { errorScreen } from '../texts.ts';
import { permissionsPolicy } from './headers.ts';
import type { Pages } from './pages.ts';

/** Answers what no route does: the 404 screen, and the error screen for what failed. `showStack` is for development only. */
export function answerErrors(app: FastifyInstance, pages: Pages, showStack: boolean): void {
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply, pages));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    const status = statusCode >= 400 && statusCode < 500 ? statusCode : 500;
    if (status === 500) request.log.error({ err: error }, 'request failed');
    const message = `${status} ${STATUS_CODES[status] ?? 'Error'}`;
    const stack = showStack && error.stack ? { stack: stripVTControlCharacters(error.stack) } : {};
    reply.code(status).header('Cache-Control', 'no-store');
    try {
      const screens = await pages.screens(languageOf(request));
      return sendPage(reply, await screens.error({ message, requestId: request.id, ...stack }));
    } catch (err) {
      request.log.error({ err }, 'the error screen failed');
      const text = `${errorScreen.title}\n\n${message}\n${request.id}\n`;
      return reply.type('text/plain; charset=utf-8').send(text + (stack.stack ?? ''));
    }
  });
}

/** Sends the 404 screen. Rejects when it cannot be rendered, which happens under development only. */
export async function sendNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: Pages,
): Promise<FastifyReply> {
  const { notFound } = await pages.screens(languageOf(request));
  return sendPage(reply.code(404).header('Cache-Control', 'no-cache'), notFound);
}

/** The first part of the path, which is a language's code where a language is asked for. */
function languageOf({ raw }: FastifyRequest): string | undefined {
  return raw.url?.split(/[/?]/, 2)[1];
}

/** Sends a page that was made for this request. */
export function sendPage(reply: FastifyReply, { html, policy }: Page): FastifyReply {
  reply.headers({ 'Content-Security-Policy': policy, 'Permissions-Policy': permissionsPolicy });
  return reply.type('text/html; charset=utf-8').send(html);
}
