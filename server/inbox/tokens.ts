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
