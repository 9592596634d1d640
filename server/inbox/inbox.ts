import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { createOutageLog } from '../outage-log.ts';
import { drawReport } from './charts.ts';
import { serveEvents } from './events.ts';
import { leadsApi } from './leads-api.ts';
import { privateHeaders, servePage } from './page.ts';
import { readReport, textOf } from './report.ts';
import { answerErrors, InboxError, type InboxOptions, readJson } from './requests.ts';
import { createSessions } from './sessions.ts';
import { signIn } from './sign-in.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route of the inbox's API that a stranger may call: to sign in. */
    withoutSession?: boolean;
  }
}

/** The inbox: its page, and below `/api` what the page asks for. Registered under `/inbox`, and only where somebody may sign in. */
export const inbox: FastifyPluginAsync<InboxOptions> = async (app, options) => {
  servePage(app, options.page);
  await app.register(api, { ...options, prefix: '/api' });
};

const api: FastifyPluginAsync<InboxOptions> = async (app, options) => {
  const { store, users, siteUrl, now } = options;
  const outage = createOutageLog(app.log, 'the inbox cannot read or write the database');
  const sessions = createSessions(store, users, now);
  app.addHook('onReady', async () => void sessions.endOthers().catch(outage.failed));
  await app.register(cookie);
  readJson(app);
  answerErrors(app, outage);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(privateHeaders);
    const isPublic = request.routeOptions.config?.withoutSession === true;
    // Before anything else is looked at: to a stranger all addresses are alike.
    if (!isPublic && !(await sessions.load(request))) throw new InboxError(401);
    if (!isFromOwnPage(request, siteUrl)) throw new InboxError(403);
  });
  serveEvents(app, store, sessions, outage);
  signIn(app, options, sessions);
  leadsApi(app, options, sessions);
  serveReport(app, options);
};

/**
 * Whether the request comes from the inbox itself, as the browser says (https://w3c.github.io/webappsec-fetch-metadata/):
 * another page can make it send the cookie, but not say this. An address that is opened by hand is read alone.
 */
function isFromOwnPage({ method, headers }: FastifyRequest, siteUrl: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || (isRead && site === 'none');
  return isRead || headers.origin === siteUrl;
}

/** The report of the last 90 days: drawn, and in words. */
function serveReport(app: FastifyInstance, { store, now, contactWithinHours }: InboxOptions): void {
  const read = () => readReport(store, now(), contactWithinHours);
  app.get('/report.svg', async (_request, reply) =>
    reply.type('image/svg+xml').send(drawReport(await read())),
  );
  app.get('/report.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(textOf(await read())),
  );
}
