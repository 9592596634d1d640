import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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
export function newSessionToken(secret: string): string {
  const random = randomBytes(24);
  return Buffer.concat([random, tagOf(random, secret)]).toString('base64url');
}

/** Whether a server with this secret made the token. */
export function isSessionToken(token: string, secret: string): boolean {
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
