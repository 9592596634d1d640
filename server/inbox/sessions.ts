import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import { InboxError } from './requests.ts';

/** How long a session lasts, in milliseconds. */
const lifetime = 12 * 60 * 60 * 1000;

const cookie = '__Host-inbox';

/** A browser keeps a cookie with this prefix only from a secure origin, for this host alone (RFC 6265bis §4.1.3). */
export const cookieOptions = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

export type Sessions = ReturnType<typeof createSessions>;

/** The sessions of those who may sign in, `users`, by address in lower case. `now`: milliseconds since 1970. */
export function createSessions(store: Store, users: readonly string[], now: () => number) {
  const current = new WeakMap<FastifyRequest, { email: string; tokenHash: string }>();

  let secret: Promise<string> | undefined;

  /** Its address may have been taken out of INBOX_USERS since. */
  const isValid = (session: Session | undefined): session is Session =>
    session !== undefined &&
    Date.parse(session.expires_at) > now() &&
    users.includes(session.email);

  /** Asked for once, also by many at a time. */
  function findSecret(): Promise<string> {
    secret ??= store.findSecret().catch((error) => {
      secret = undefined;
      throw error;
    });
    return secret;
  }

  async function load(request: FastifyRequest): Promise<boolean> {
    const token = request.cookies[cookie];
    if (token === undefined || !isSessionToken(token, await findSecret())) return false;
    const tokenHash = hashOf(token);
    const session = await store.findSession(tokenHash);
    if (!isValid(session)) return false;
    current.set(request, { email: session.email, tokenHash });
    return true;
  }

  return {
    /** Whether the request has a valid session; its address is then at `of`. */
    load,
    /** The session of a request for which `load` found one; throws a 401 without. */
    of(request: FastifyRequest) {
      const session = current.get(request);
      if (session === undefined) throw new InboxError(401);
      return session;
    },
    isValid: async (tokenHash: string) => isValid(await store.findSession(tokenHash)),
    /** Uses the link up for a session, in the place of the one that the browser had. Throws a 400. */
    async start(request: FastifyRequest, reply: FastifyReply, link: string, browser: string) {
      const token = newSessionToken(await findSecret());
      const tokenHash = hashOf(token);
      const session = { tokenHash, expiresAt: now() + lifetime };
      const used = await store.redeemLink(hashOf(link), hashOf(browser), session);
      if (used === undefined) throw new InboxError(400);
      if (!users.includes(used.email)) {
        await store.endSessions({ tokenHash });
        throw new InboxError(400);
      }
      if (await load(request)) await store.endSessions(this.of(request));
      reply.setCookie(cookie, token, { ...cookieOptions, maxAge: lifetime / 1000 });
      return used;
    },
    /** Ends those of who was taken out of `users`: named again, they have to sign in again. */
    async endOthers(): Promise<void> {
      const found = await store.listSessions();
      const ids = found.filter(({ email }) => !users.includes(email)).map(({ id }) => id);
      if (ids.length > 0) await store.endSessions({ ids });
    },
    async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      await store.endSessions(this.of(request));
      reply.clearCookie(cookie, cookieOptions);
    },
  };
}

/** A secret that nobody can guess: 32 random bytes in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: its SHA-256 in hex. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whether this can be a token: nothing else is looked up. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * The token of a session: 24 random bytes and a tag that is made with the installation's secret. So one that
 * a stranger invented is known without the database, which they would otherwise keep busy.
 */
function newSessionToken(secret: string): string {
  const random = randomBytes(24);
  return Buffer.concat([random, tagOf(random, secret)]).toString('base64url');
}

/** Whether a server with this secret made the token. */
function isSessionToken(token: string, secret: string): boolean {
  if (!isToken(token)) return false;
  const bytes = Buffer.from(token, 'base64url');
  return timingSafeEqual(bytes.subarray(24), tagOf(bytes.subarray(0, 24), secret));
}

function tagOf(random: Buffer, secret: string): Buffer {
  return createHmac('sha256', secret).update('session').update(random).digest().subarray(0, 8);
}

/** How long a link to sign in is valid, in milliseconds. */
export const linkLifetime = 10 * 60 * 1000;

/** A link to sign in. The token is in a fragment: it reaches no log, no scanner and no Referer. */
export function linkAddress(siteUrl: string, token: string): string {
  return `${siteUrl}/inbox/sign-in#${token}`;
}
