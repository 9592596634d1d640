import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { MailTransport } from '../delivery/mail.ts';
import type { Outbox } from '../delivery/outbox.ts';
import { sendPage } from '../http/errors.ts';
import { readBody } from '../http/postgrest/request.ts';
import { createCounter, createRateLimit } from '../http/rate-limit.ts';
import { sendFile } from '../http/static-files.ts';
import { createOutageLog, type OutageLog } from '../outage-log.ts';
import type { Store } from '../store/store.ts';
import type { InboxPage } from './built-inbox.ts';
import { InboxError, sendError } from './errors.ts';
import { serveEvents } from './events.ts';
import { serveExport } from './export.ts';
import { leadsApi } from './leads-api.ts';
import { reportRoute } from './report-route.ts';
import { serialized } from './serialized.ts';
import { createSessions } from './sessions.ts';
import { signIn } from './sign-in.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route of the inbox's API that a stranger may call: to sign in. */
    withoutSession?: boolean;
  }
}

export interface InboxOptions {
  page: InboxPage;
  store: Store;
  outbox: Pick<Outbox, 'wake'>;
  /** The addresses that may sign in, in lower case. */
  users: readonly string[];
  siteUrl: string;
  /** Whether TRUST_PROXY is set. */
  trustsProxies: boolean;
  contactWithinHours: number | undefined;
  /** Undefined: links to sign in come by the command line alone. */
  transport: MailTransport | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The inbox: its page, and below `/api` what the page asks for. Registered under `/inbox`, and only where somebody may sign in. */
export const inbox: FastifyPluginAsync<InboxOptions> = async (app, options) => {
  servePage(app, options.page);
  await app.register(api, { ...options, prefix: '/api' });
};

/** One document for all views: it holds nothing that a stranger may not see. */
function servePage(app: FastifyInstance, { document, files }: InboxPage): void {
  for (const view of ['/', '/sign-in', '/report', '/leads/:id(^\\d{1,15}$)'])
    app.get(view, { prefixTrailingSlash: 'no-slash' }, async (_request, reply) =>
      sendPage(
        // Not no-referrer: a browser would then name no origin with a POST.
        reply.headers({ ...privateHeaders, 'Referrer-Policy': 'same-origin' }),
        await document(),
      ),
    );
  app.get('/', { prefixTrailingSlash: 'slash' }, (_request, reply) =>
    reply.redirect(app.prefix, 308),
  );
  for (const [path, file] of files)
    app.get(path.slice(app.prefix.length), { config: { unlogged: true } }, (request, reply) => {
      reply.hijack();
      sendFile(file, request.raw, reply.raw);
    });
}

const privateHeaders = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

/** In bytes. A note is the longest that anybody sends. */
const bodyLimit = 64 * 1024;

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
    if (!isFromOwnPage(request, siteUrl)) throw new InboxError(403, 'This came from another page.');
    if (Number(request.headers['content-length']) > bodyLimit) throw tooLarge();
  });
  const endStreams = serveEvents(app, store, sessions, outage);
  signIn(app, { ...options, limits: limitsOf(app, options) }, sessions, endStreams);
  const readers = { ...options, store: serialized(store) };
  leadsApi(app, readers, sessions);
  serveExport(app, readers.store, now);
  reportRoute(app, readers);
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

function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    async (_request: FastifyRequest, payload: IncomingMessage) => {
      const { bytes, error } = await readBody(payload, bodyLimit);
      if (error?.status === 413) throw tooLarge();
      try {
        if (error === undefined) return JSON.parse(bytes.toString());
      } catch {}
      throw new InboxError(400, 'The body is no JSON.');
    },
  );
}

const tooLarge = () =>
  new InboxError(413, `The body is larger than ${bodyLimit} bytes.`, { Connection: 'close' });

function answerErrors(app: FastifyInstance, outage: OutageLog): void {
  app.setNotFoundHandler(() => {
    throw new InboxError(404);
  });
  app.setErrorHandler((error: FastifyError | InboxError, request, reply) =>
    sendError(error, request, reply, outage),
  );
}

const quarterHour = 15 * 60;

function limitsOf({ log }: FastifyInstance, { trustsProxies, store }: InboxOptions) {
  const shared = store.quotas;
  const bySender = (what: string, requests: number) =>
    createRateLimit({ requests, seconds: quarterHour }, { what, trustsProxies, shared, log });
  return {
    sender: bySender('link for', 10),
    address: createCounter({ requests: 5, seconds: quarterHour }, shared, 'link to'),
    confirm: bySender('sign-in of', 30),
  };
}
