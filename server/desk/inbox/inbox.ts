import cookie from '@fastify/cookie';
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refuseOtherMethods } from '../../http/headers.ts';
import { sendPage } from '../../http/pages.ts';
import { createOutageLog, type OutageLog } from '../../log.ts';
import { StoreUnavailable } from '../../store/store.ts';
import { readReport } from '../leads/report.ts';
import { readSourceReport } from '../leads/source-report.ts';
import { leadsApi } from './leads-api.ts';
import { InboxError, type InboxOptions } from './requests.ts';
import { createSessions } from './session-cookie.ts';
import { signIn } from './sign-in.ts';

/** The API routes that need no session. */
const publicRoutes = ['/inbox/api/session', '/inbox/api/sign-in', '/inbox/api/confirm'];

/** Bytes. The longest body contains a note. */
const bodyLimit = 64 * 1024;

const privateHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** The inbox: its page, and its API below `/api`. Registered under `/inbox`, and only if INBOX_USERS is set. */
export const inbox: FastifyPluginAsync<InboxOptions> = async (app, options) => {
  // One document for all views. It contains no data, so it needs no session.
  for (const view of ['/', '/sign-in', '/report', '/sources', '/leads/:id(^\\d{1,15}$)']) {
    app.get(view, async (_request, reply) =>
      sendPage(
        // Not no-referrer: a browser would then send `Origin: null` with a POST.
        reply.headers({ ...privateHeaders, 'Referrer-Policy': 'same-origin' }),
        await options.page(),
      ),
    );
    refuseOtherMethods(app, view);
  }
  await app.register(api, { ...options, prefix: '/api' });
};

const api: FastifyPluginAsync<InboxOptions> = async (app, options) => {
  const { store, config } = options;
  const outage = createOutageLog(app.log, 'inbox', 'the inbox cannot read or write the database');
  await app.register(cookie);
  // Accept only JSON bodies.
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, parse);
  answerErrors(app, outage);
  const sessions = createSessions(options);
  signIn(app, options, sessions);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(privateHeaders);
    const isPublic = publicRoutes.includes(request.routeOptions.url ?? '');
    // This comes first, so that a stranger cannot find out which paths exist.
    if (!isPublic && !(await sessions.load(request, reply))) throw new InboxError(401);
    if (!isFromOwnPage(request, config.siteUrl)) throw new InboxError(403);
  });
  app.addHook('onResponse', async (_request, { statusCode }) => {
    if (statusCode === 200) outage.succeeded();
  });
  leadsApi(app, options, sessions);
  app.get('/report', () => readReport(store, config.contactPromise));
  app.get('/sources', () => readSourceReport(store, config.contactPromise));
};

/**
 * Whether the browser reports that the inbox sent the request (https://w3c.github.io/webappsec-fetch-metadata/). Another
 * page can make the browser send the cookie, but cannot set this header. An address opened by hand may only read.
 */
function isFromOwnPage({ method, headers }: FastifyRequest, siteUrl: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || (isRead && site === 'none');
  return isRead || headers.origin === siteUrl;
}

/** Answers errors. A response never contains a stack trace or a message of the database. */
function answerErrors(app: FastifyInstance, outage: OutageLog): void {
  app.setNotFoundHandler(() => {
    throw new InboxError(404);
  });
  app.setErrorHandler((error: FastifyError | InboxError, request, reply) => {
    const isOutage = error instanceof StoreUnavailable;
    const answer = isOutage ? new InboxError(503, 5) : error;
    const { statusCode = error instanceof z.ZodError ? 400 : 500 } = answer;
    if (isOutage) outage.failed(error);
    else if (statusCode >= 500) request.log.error({ err: error }, 'the inbox could not answer');
    if (answer instanceof InboxError && answer.retryAfter > 0)
      reply.header('Retry-After', String(answer.retryAfter));
    return reply.code(statusCode).send({});
  });
}
