import { sign, unsign } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SessionAnswer } from '../../../booking/inbox-answers.ts';
import { day } from '../../../booking/zones.ts';
import { comparable } from '../../config/addresses.ts';
import { createCounter, senderOf } from '../../http/rate-limit.ts';
import { findSecret, type QuotaResult } from '../../store/store.ts';
import { InboxError, type InboxOptions } from './requests.ts';
import {
  endSession,
  extendSession,
  findSession,
  hashOf,
  insertLink,
  linkLifetime,
  newToken,
  redeemLink,
  type Session,
  sessionLifetime,
} from './sessions.ts';
import { mailLink } from './sign-in-mail.ts';

/** How long a browser counts as known after a sign-in, in milliseconds. */
const knownFor = 90 * day;

/**
 * The second cookie marks the browser that asked for a link, so that a stolen link works in no other browser. The
 * third marks a browser in which an address has signed in. It has its own quota, which strangers cannot use up.
 */
const cookie = '__Host-inbox';
const browserCookie = '__Host-inbox-browser';
const knownCookie = '__Host-inbox-known';

/** Browsers accept a cookie with this prefix only from a secure origin, and only for this host (RFC 6265bis §4.1.3). */
const cookieOptions = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

/** The format of a token. Other values are not looked up. */
const tokenPattern = /^[\w-]{43}$/;

const signInSchema = z.strictObject({
  email: z.string().trim().max(254).regex(z.regexes.html5Email).transform(comparable),
});

const sessionCookie = { ...cookieOptions, maxAge: sessionLifetime / 1000 };

const signOutSchema = z.strictObject({ everywhere: z.boolean().default(false) });

const confirmSchema = z.strictObject({ token: z.string().regex(tokenPattern) });

export type Sessions = ReturnType<typeof signIn>;

/** Registers the routes to sign in by a link and to sign out. Returns access to the sessions. */
export function signIn(app: FastifyInstance, options: InboxOptions) {
  const { store, users } = options;
  const current = new WeakMap<FastifyRequest, Session>();
  const counter = (requests: number, seconds = 15 * 60) =>
    createCounter({ requests, seconds }, store.quotas);
  const limitAsking = counter(10);
  // The quota is for a sender and an address together, so that no one can use up the quota of another person's address.
  const limitAddress = counter(5, 24 * 60 * 60);
  const limitKnown = counter(5);
  const limitConfirming = counter(30);
  const stopping = new AbortController();
  app.addHook('onClose', async () => stopping.abort());
  const userOf = (email: string) => users.find((user) => comparable(user) === email);
  let secret: string | undefined;

  async function cookieSecret(): Promise<string> {
    secret ??= await findSecret(store);
    return secret;
  }

  async function load(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const given = request.cookies[cookie];
    if (given === undefined) return false;
    // The signature is checked first, so that forged cookies cause no queries.
    const { value } = unsign(given, await cookieSecret());
    if (value === null) return false;
    const session = await findSession(store, hashOf(value));
    // The address may have been removed from INBOX_USERS.
    const email = session && userOf(session.email);
    if (session === undefined || email === undefined) return false;
    if (session.isDue) {
      await extendSession(store, session.id);
      reply.setCookie(cookie, given, sessionCookie);
    }
    current.set(request, { ...session, email });
    return true;
  }

  /** Counts the request for a link. A browser known with this address is counted separately. */
  async function countAsking(request: FastifyRequest, email: string): Promise<void> {
    const { value } = unsign(request.cookies[knownCookie] ?? '', await cookieSecret());
    if (value?.endsWith(`.${hashOf(email)}`))
      return mustBeWithin(await limitKnown(`link in ${value}`, 1));
    mustBeWithin(await limitAsking(`link for ${senderOf(request)}`, 1));
    mustBeWithin(await limitAddress(`link to ${email} for ${senderOf(request)}`, 1));
  }

  function sessionOf(request: FastifyRequest) {
    const session = current.get(request);
    if (session === undefined) throw new InboxError(401);
    return session;
  }

  app.post('/sign-in', async (request, reply) => {
    const { email } = signInSchema.parse(request.body);
    await countAsking(request, email);
    const token = newToken();
    const known = request.cookies[browserCookie] ?? '';
    // Keep the browser's mark, so that all its links work.
    const browser = tokenPattern.test(known) ? known : newToken();
    const link = { tokenHash: hashOf(token), browserHash: hashOf(browser) };
    // An address that may not sign in takes the same path, so that cost and answer do not differ.
    const to = userOf(email);
    await insertLink(store, { ...link, email: to ? email : null, validFor: linkLifetime });
    void mailLink(to, token, options, stopping.signal);
    reply.setCookie(browserCookie, browser, { ...cookieOptions, maxAge: linkLifetime / 1000 });
    return {};
  });

  app.post('/confirm', async (request, reply): Promise<SessionAnswer> => {
    mustBeWithin(await limitConfirming(`sign-in of ${senderOf(request)}`, 1));
    const link = confirmSchema.parse(request.body).token;
    // A browser without a mark can use only a link without a mark (from the command line).
    const browser = request.cookies[browserCookie] ?? newToken();
    const token = newToken();
    const value = sign(token, await cookieSecret());
    const emails = users.map(comparable);
    const used = await redeemLink(store, hashOf(link), hashOf(browser), hashOf(token), emails);
    const email = used && userOf(used.email);
    if (used === undefined || email === undefined) throw new InboxError(400);
    // The new session replaces the browser's old one.
    if (await load(request, reply)) await endSession(store, sessionOf(request));
    reply.setCookie(cookie, value, sessionCookie);
    const known = sign(`${newToken()}.${hashOf(used.email)}`, await cookieSecret());
    reply.setCookie(knownCookie, known, { ...cookieOptions, maxAge: knownFor / 1000 });
    reply.clearCookie(browserCookie, cookieOptions);
    return { email };
  });

  // Not a 401, which the browser would report as an error before each sign-in.
  app.get('/session', async (request, reply): Promise<SessionAnswer> => {
    const isSignedIn = await load(request, reply);
    return { email: isSignedIn ? sessionOf(request).email : null };
  });

  app.post('/sign-out', async (request, reply) => {
    const { id, email } = sessionOf(request);
    const { everywhere } = signOutSchema.parse(request.body);
    await endSession(store, { id, email: comparable(email) }, everywhere);
    reply.clearCookie(cookie, cookieOptions);
    return {};
  });

  return {
    /** Loads the request's session for `of`, and extends it if that is due. Returns whether it is valid. */
    load,
    /** Returns the session that `load` found. Throws a 401 if there is none. */
    of: sessionOf,
  };
}

/** Throws a 429 with Retry-After if the quota is used up. */
function mustBeWithin({ wait }: QuotaResult): void {
  if (wait > 0) throw new InboxError(429, Math.ceil(wait / 1000));
}
