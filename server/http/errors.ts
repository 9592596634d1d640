import { STATUS_CODES } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from '../../site/site.ts';
import { escapeHtml } from '../visible-text.ts';
import { permissionsPolicy } from './headers.ts';
import type { Pages } from './pages.ts';

/**
 * Answers unknown paths with the 404 screen, and errors with the error screen. Only the development server's screen
 * shows the stack.
 */
export function answerErrors(app: FastifyInstance, pages: Pages): void {
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply, pages));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const { statusCode = 500, stack = '' } = error;
    const status = statusCode >= 400 && statusCode < 500 ? statusCode : 500;
    if (status === 500) request.log.error({ err: error }, 'request failed');
    const { problem } = await pages.screens(languageOf(request));
    const values = {
      message: `${status} ${STATUS_CODES[status] ?? 'Error'}`,
      requestId: request.id,
      stack: stripVTControlCharacters(stack),
    };
    reply.code(status).header('Cache-Control', 'no-store');
    return sendPage(reply, problem, values);
  });
}

/** Sends the 404 screen. Rejects if it cannot be rendered, which happens only in development. */
export async function sendNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: Pages,
): Promise<FastifyReply> {
  const { notFound } = await pages.screens(languageOf(request));
  return sendPage(reply.code(404).header('Cache-Control', 'no-cache'), notFound);
}

/** The first part of the path, which may be a language's code. */
function languageOf({ raw }: FastifyRequest): string | undefined {
  return raw.url?.split(/[/?]/, 2)[1];
}

/** Sends a page without an address. Writes each value as text into the placeholder `{{name}}`. */
export function sendPage(
  reply: FastifyReply,
  { html, policy }: Page,
  values?: Readonly<Record<string, string>>,
): FastifyReply {
  const filled =
    values === undefined
      ? html
      : html.replace(/\{\{(\w+)\}\}/g, (_outlet, name) => escapeHtml(values[name] ?? ''));
  reply.headers({ 'Content-Security-Policy': policy, 'Permissions-Policy': permissionsPolicy });
  return reply.type('text/html; charset=utf-8').send(filled);
}
