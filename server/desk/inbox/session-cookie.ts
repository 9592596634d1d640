import { sign, unsign } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { comparable } from '../../config/addresses.ts';
import { findSecret } from '../../store/store.ts';
import { InboxError, type InboxOptions, userOf } from './requests.ts';
import {
  endSession,
  extendSession,
  findSession,
  hashOf,
  type Session,
  sessionLifetime,
} from './sessions.ts';

const cookie = '__Host-inbox';

/** Browsers accept a cookie with this prefix only from a secure origin, and only for this host (RFC 6265bis §4.1.3). */
export const cookieOptions = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

export type Sessions = ReturnType<typeof createSessions>;

/** The session of each request, which a signed cookie names. */
export function createSessions({ store, users }: InboxOptions) {
  const current = new WeakMap<FastifyRequest, Session>();
  let secret: string | undefined;

  async function cookieSecret(): Promise<string> {
    secret ??= await findSecret(store);
    return secret;
  }

  /** The value of a cookie that this installation signed. Otherwise null, without a query for forged cookies. */
  async function signedValue(request: FastifyRequest, name: string): Promise<string | null> {
    const given = request.cookies[name];
    return given === undefined ? null : unsign(given, await cookieSecret()).value;
  }

  /** Loads the request's session for `of`, and extends it if that is due. Returns whether it is valid. */
  async function load(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const token = await signedValue(request, cookie);
    if (token === null) return false;
    const session = await findSession(store, hashOf(token));
    // The address may have been removed from INBOX_USERS.
    const email = session && userOf(users, session.email);
    if (session === undefined || email === undefined) return false;
    if (session.isDue) {
      await extendSession(store, session.id);
      begin(reply, await signed(token));
    }
    current.set(request, { ...session, email });
    return true;
  }

  /** Returns the session that `load` found. Throws a 401 if there is none. */
  function of(request: FastifyRequest): Session {
    const session = current.get(request);
    if (session === undefined) throw new InboxError(401);
    return session;
  }

  const signed = async (value: string) => sign(value, await cookieSecret());

  function begin(reply: FastifyReply, signedToken: string): void {
    reply.setCookie(cookie, signedToken, { ...cookieOptions, maxAge: sessionLifetime / 1000 });
  }

  /** Ends the request's session, or every session of its address, and deletes the cookie. */
  async function end(request: FastifyRequest, reply: FastifyReply, everywhere: boolean) {
    const { id, email } = of(request);
    await endSession(store, { id, email: comparable(email) }, everywhere);
    reply.clearCookie(cookie, cookieOptions);
  }

  return { signed, signedValue, load, of, begin, end };
}
