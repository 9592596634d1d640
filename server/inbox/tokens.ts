import { createHash, randomBytes } from 'node:crypto';

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

/** How long a link to sign in is valid, in milliseconds. */
export const linkLifetime = 10 * 60 * 1000;

/** A link to sign in. The token is in a fragment: it reaches no log, no scanner and no Referer. */
export function linkAddress(siteUrl: string, token: string): string {
  return `${siteUrl}/inbox/sign-in#${token}`;
}
