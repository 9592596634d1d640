import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SessionAnswer } from '../../../booking/inbox-answers.ts';
import { day } from '../../../booking/zones.ts';
import { comparable } from '../../config/addresses.ts';
import { createCounter, senderOf } from '../../http/rate-limit.ts';
import type { QuotaResult, Store } from '../../store/store.ts';
import { InboxError, type InboxOptions, userOf } from './requests.ts';
import { cookieOptions, type Sessions } from './session-cookie.ts';
import { endSession, hashOf, insertLink, linkLifetime, newToken, redeemLink } from './sessions.ts';
import { mailLink } from './sign-in-mail.ts';

/** Marks the browser that asked for a link, so that a stolen link works in no other browser. */
const browserCookie = '__Host-inbox-browser';

/** Marks a browser in which an address has signed in. It has its own quota, which strangers cannot use up. */
const knownCookie = '__Host-inbox-known';

/** How long a browser counts as known after a sign-in, in milliseconds. */
const knownFor = 90 * day;

/** The format of a token. Other values are not looked up. */
const tokenPattern = /^[\w-]{43}$/;

const signInSchema = z.strictObject({
  email: z.string().trim().max(254).regex(z.regexes.html5Email).transform(comparable),
});

const signOutSchema = z.strictObject({ everywhere: z.boolean().default(false) });

const confirmSchema = z.strictObject({ token: z.string().regex(tokenPattern) });

/** Registers the routes to sign in by a link and to sign out. */
export function signIn(app: FastifyInstance, options: InboxOptions, sessions: Sessions): void {
  const { store, users } = options;
  const quotas = createQuotas(store);
  const stopping = new AbortController();
  app.addHook('onClose', async () => stopping.abort());

  app.post('/sign-in', async (request, reply) => {
    const { email } = signInSchema.parse(request.body);
    const mark = await sessions.signedValue(request, knownCookie);
    await quotas.countAsking(email, senderOf(request), mark);
    const token = newToken();
    const known = request.cookies[browserCookie];
    // Keep the browser's mark, so that all its links work.
    const browser = known && tokenPattern.test(known) ? known : newToken();
    const link = { tokenHash: hashOf(token), browserHash: hashOf(browser) };
    // An address that may not sign in takes the same path, so that cost and answer do not differ.
    const to = userOf(users, email);
    await insertLink(store, { ...link, email: to ? email : null, validFor: linkLifetime });
    void mailLink(to, token, options, stopping.signal);
    reply.setCookie(browserCookie, browser, { ...cookieOptions, maxAge: linkLifetime / 1000 });
    return {};
  });

  app.post('/confirm', async (request, reply): Promise<SessionAnswer> => {
    await quotas.countConfirming(senderOf(request));
    const link = confirmSchema.parse(request.body).token;
    // A browser without a mark can use only a link without a mark (from the command line).
    const browser = request.cookies[browserCookie] ?? newToken();
    const token = newToken();
    const value = await sessions.signed(token);
    const emails = users.map(comparable);
    const used = await redeemLink(store, hashOf(link), hashOf(browser), hashOf(token), emails);
    const email = used && userOf(users, used.email);
    if (used === undefined || email === undefined) throw new InboxError(400);
    // The new session replaces the browser's old one.
    if (await sessions.load(request, reply)) await endSession(store, sessions.of(request));
    sessions.begin(reply, value);
    const known = await sessions.signed(`${newToken()}.${hashOf(used.email)}`);
    reply.setCookie(knownCookie, known, { ...cookieOptions, maxAge: knownFor / 1000 });
    reply.clearCookie(browserCookie, cookieOptions);
    return { email };
  });

  // Not a 401, which the browser would report as an error before each sign-in.
  app.get('/session', async (request, reply): Promise<SessionAnswer> => {
    const isSignedIn = await sessions.load(request, reply);
    return { email: isSignedIn ? sessions.of(request).email : null };
  });

  app.post('/sign-out', async (request, reply) => {
    const { everywhere } = signOutSchema.parse(request.body);
    await sessions.end(request, reply, everywhere);
    return {};
  });
}

/** Limits how often a sender may ask for links and try them. */
function createQuotas(store: Store) {
  const counter = (requests: number, seconds = 15 * 60) =>
    createCounter({ requests, seconds }, store.quotas);
  const limitAsking = counter(10);
  // The quota is for a sender and an address together, so that no one can use up the quota of another person's address.
  const limitAddress = counter(5, 24 * 60 * 60);
  const limitKnown = counter(5);
  const limitConfirming = counter(30);
  return {
    /** Counts the request for a link. A browser known with this address, by its `mark`, is counted separately. */
    async countAsking(email: string, sender: string, mark: string | null): Promise<void> {
      if (mark?.endsWith(`.${hashOf(email)}`))
        return mustBeWithin(await limitKnown(`link in ${mark}`, 1));
      mustBeWithin(await limitAsking(`link for ${sender}`, 1));
      mustBeWithin(await limitAddress(`link to ${email} for ${sender}`, 1));
    },
    async countConfirming(sender: string): Promise<void> {
      mustBeWithin(await limitConfirming(`sign-in of ${sender}`, 1));
    },
  };
}

/** Throws a 429 with Retry-After if the quota is used up. */
function mustBeWithin({ wait }: QuotaResult): void {
  if (wait > 0) throw new InboxError(429, Math.ceil(wait / 1000));
}
