import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sign, unsign } from '@fastify/cookie';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SessionAnswer } from '../../../booking/inbox-answers.ts';
import { brand } from '../../../content/brand.ts';
import { createCounter, createRateLimit } from '../../http/rate-limit.ts';
import { findSecret } from '../../store/bookings.ts';
import type { QuotaResult } from '../../store/store.ts';
import { DeliveryFailure } from '../delivery/channel.ts';
import { htmlPage, htmlWithLink } from '../mail/mail.ts';
import { InboxError, type InboxOptions, parseOr400 } from './requests.ts';
import {
  endOtherSessions,
  endSessions,
  endSessionsOf,
  extendSession,
  findSession,
  insertLink,
  redeemLink,
  type Session,
  sessionLifetime,
} from './sessions.ts';

/** How long a link to sign in is valid, in milliseconds. */
export const linkLifetime = 10 * 60 * 1000;

/** The second cookie marks the browser that asked for a link: a stolen link works in no other browser. */
const cookie = '__Host-inbox';
const browserCookie = '__Host-inbox-browser';

/** A browser keeps a cookie with this prefix only from a secure origin, for this host alone (RFC 6265bis §4.1.3). */
const cookieOptions = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

/** What can be a token: nothing else is looked up. */
const tokenPattern = /^[\w-]{43}$/;

const signInSchema = z.strictObject({
  email: z.string().trim().toLowerCase().max(254).regex(z.regexes.html5Email),
});

const sessionCookie = { ...cookieOptions, maxAge: sessionLifetime / 1000 };

const signOutSchema = z.strictObject({ everywhere: z.boolean().default(false) });

const confirmSchema = z.strictObject({ token: z.string().regex(tokenPattern) });

export type Sessions = ReturnType<typeof signIn>;

/** Signing in by a link, and out, and the sessions of those who have. */
export function signIn(app: FastifyInstance, options: InboxOptions) {
  const { store, users, trustsProxies } = options;
  const current = new WeakMap<FastifyRequest, Session>();
  const shared = store.quotas;
  const quota = (requests: number) => ({ requests, seconds: 15 * 60 });
  const bySender = (what: string, requests: number) =>
    createRateLimit(quota(requests), { what, trustsProxies, shared, log: app.log });
  const limitAsking = bySender('link for', 10);
  const limitAddress = createCounter(quota(5), shared, 'link to');
  const limitConfirming = bySender('sign-in of', 30);
  let secret: string | undefined;

  async function cookieSecret(): Promise<string> {
    secret ??= await findSecret(store);
    return secret;
  }

  async function load(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const given = request.cookies[cookie];
    if (given === undefined) return false;
    // One that a stranger invented is known without the database, which they would otherwise keep busy.
    const { value } = unsign(given, await cookieSecret());
    if (value === null) return false;
    const session = await findSession(store, hashOf(value));
    // Its address may have been taken out of INBOX_USERS since.
    if (session === undefined || !users.includes(session.email)) return false;
    if (session.isDue) {
      await extendSession(store, session.id);
      reply.setCookie(cookie, given, sessionCookie);
    }
    current.set(request, session);
    return true;
  }

  function sessionOf(request: FastifyRequest) {
    const session = current.get(request);
    if (session === undefined) throw new InboxError(401);
    return session;
  }

  app.post('/sign-in', async (request, reply) => {
    mustBeWithin(await limitAsking.consume(request, 1));
    const { email } = parseOr400(signInSchema, request.body);
    mustBeWithin(await limitAddress.consume(email, 1));
    const token = newToken();
    const known = request.cookies[browserCookie] ?? '';
    // The same for several links, so that each of them works.
    const browser = tokenPattern.test(known) ? known : newToken();
    const link = { tokenHash: hashOf(token), browserHash: hashOf(browser) };
    // For one who may not sign in too: that costs and answers the same.
    const whose = users.includes(email) ? email : null;
    await insertLink(store, { ...link, email: whose, validFor: linkLifetime });
    if (whose !== null) void mailLink(whose, token, options, app.log);
    reply.setCookie(browserCookie, browser, { ...cookieOptions, maxAge: linkLifetime / 1000 });
    return {};
  });

  app.post('/confirm', async (request, reply): Promise<SessionAnswer> => {
    mustBeWithin(await limitConfirming.consume(request, 1));
    const link = parseOr400(confirmSchema, request.body).token;
    // Without its mark the browser can only use a link that has none yet.
    const browser = request.cookies[browserCookie] ?? newToken();
    const token = newToken();
    const value = sign(token, await cookieSecret());
    const used = await redeemLink(store, hashOf(link), hashOf(browser), hashOf(token), users);
    if (used === undefined) throw new InboxError(400);
    // In the place of the one that the browser had.
    if (await load(request, reply)) await endSessions(store, [sessionOf(request).id]);
    reply.setCookie(cookie, value, sessionCookie);
    reply.clearCookie(browserCookie, cookieOptions);
    return { email: used.email };
  });

  app.get('/session', (request): SessionAnswer => ({ email: sessionOf(request).email }));

  app.post('/sign-out', async (request, reply) => {
    const { id, email } = sessionOf(request);
    const { everywhere } = parseOr400(signOutSchema, request.body);
    await (everywhere ? endSessionsOf(store, email) : endSessions(store, [id]));
    reply.clearCookie(cookie, cookieOptions);
    return {};
  });

  return {
    /** Whether the request has a valid session; it is then at `of`, and lasts its whole time again. */
    load,
    /** The session of a request for which `load` found one; throws a 401 without. */
    of: sessionOf,
    /** Ends those of who was taken out of `users`: named again, they have to sign in again. */
    endOthers: () => endOtherSessions(store, users),
  };
}

/** Throws a 429 with Retry-After where the quota is used up. */
function mustBeWithin({ wait }: QuotaResult): void {
  if (wait > 0) throw new InboxError(429, Math.ceil(wait / 1000));
}

/** A secret that nobody can guess: 32 random bytes in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: its SHA-256 in hex. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A link to sign in. The token is in a fragment: it reaches no log, no scanner and no Referer. */
export function linkAddress(siteUrl: string, token: string): string {
  return `${siteUrl}/inbox/sign-in#${token}`;
}

/**
 * In milliseconds. A mail that went out with the answer would hold up the next request of the sender, who
 * could so tell who may sign in.
 */
const longestPause = 1_000;

/** Mails the link in the background: the answer is the same whether a mail goes out, and when. */
async function mailLink(
  to: string,
  token: string,
  { siteUrl, transport }: InboxOptions,
  log: FastifyBaseLogger,
): Promise<void> {
  if (transport === undefined)
    return log.warn(
      'somebody who may sign in asked for a link, and no mail is set: ./lodemark inbox-link ADDRESS prints one',
    );
  try {
    await pause(randomInt(longestPause));
    const mail = { ...composeMail(linkAddress(siteUrl, token)), id: randomUUID(), to: [to] };
    await transport.send(mail, AbortSignal.timeout(linkLifetime));
  } catch (error) {
    const { code, log: more } = error instanceof DeliveryFailure ? error : { code: '', log: {} };
    log.error({ code, ...more }, 'a link to sign in was not mailed');
  }
}

function composeMail(link: string): { subject: string; text: string; html: string } {
  const subject = `Sign in to the inbox of ${brand.name}`;
  const paragraphs = [
    'Open this link in the browser in which you asked for it, and press the button there:',
    link,
    'The link works once, for ten minutes.',
    'If you did not ask for this, ignore it. The link works only in the browser that asked.',
  ];
  const shown = paragraphs.map((text) => `<p>${htmlWithLink(text, link)}</p>`);
  return {
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: htmlPage(subject, shown.join('')),
  };
}
