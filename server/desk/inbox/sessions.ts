import { createHash, randomBytes } from 'node:crypto';
import { day, minute } from '../../../booking/zones.ts';
import type { Store } from '../../store/store.ts';

/** How long a sign-in link is valid, in milliseconds. */
export const linkLifetime = 10 * minute;

/** A link to sign in. Tokens and the browser's mark are stored only as SHA-256 hashes in hex. */
interface NewLink {
  tokenHash: string;
  /** Undefined: the first browser that confirms can use the link. */
  browserHash?: string;
  /** Null for an address that may not sign in, so that an unknown address costs the same. */
  email: string | null;
  /** Milliseconds. */
  validFor: number;
}

/** How long an unused session lasts, in milliseconds. */
export const sessionLifetime = 30 * day;

/** A session in use is extended at most this often, in milliseconds, because each extension is a write. */
const extensionInterval = day;

export interface Session {
  id: number;
  email: string;
  /** Whether to call `extendSession`. */
  isDue: boolean;
}

/** Stores a link. Also deletes expired links and sessions. */
export function insertLink(store: Store, link: NewLink): Promise<void> {
  const { clock } = store.dialect;
  return store.write(async (db) => {
    for (const table of ['inbox_links', 'inbox_sessions'] as const)
      await db.deleteFrom(table).where('expires_at', '<=', clock()).execute();
    await db
      .insertInto('inbox_links')
      .values({
        token_hash: link.tokenHash,
        browser_hash: link.browserHash ?? null,
        email: link.email,
        expires_at: clock(link.validFor),
      })
      .execute();
  });
}

/**
 * Turns a link that is valid for this browser, and for one of these `users`, into a session. Otherwise it
 * changes nothing and returns undefined. If two requests use one link, the second finds none.
 */
export function redeemLink(
  store: Store,
  tokenHash: string,
  browserHash: string,
  sessionHash: string,
  users: readonly string[],
): Promise<{ email: string } | undefined> {
  const { clock } = store.dialect;
  return store.write(async (db) => {
    const link = await db
      .deleteFrom('inbox_links')
      .where('token_hash', '=', tokenHash)
      .where('email', 'in', [...users])
      .where('expires_at', '>', clock())
      .where((eb) => eb.or([eb('browser_hash', 'is', null), eb('browser_hash', '=', browserHash)]))
      .returning('email')
      .executeTakeFirst();
    if (link === undefined || link.email === null) return undefined;
    const { email } = link;
    await db
      .insertInto('inbox_sessions')
      .values({
        token_hash: sessionHash,
        email,
        created_at: clock(),
        expires_at: clock(sessionLifetime),
      })
      .execute();
    return { email };
  });
}

/** Finds a valid session. A session that begins in the future is invalid: the clock was set back. */
export function findSession(store: Store, tokenHash: string): Promise<Session | undefined> {
  const { clock } = store.dialect;
  return store.read(async (db) => {
    const row = await db
      .selectFrom('inbox_sessions')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', clock())
      .where('created_at', '<=', clock())
      .select(({ eb }) => [
        'id',
        'email',
        eb('expires_at', '<', clock(sessionLifetime - extensionInterval)).as('is_due'),
      ])
      .executeTakeFirst();
    return row && { id: row.id, email: row.email, isDue: Boolean(row.is_due) };
  });
}

/** Extends the session to its full lifetime. */
export function extendSession(store: Store, id: number): Promise<void> {
  return store.write(async (db) => {
    await db
      .updateTable('inbox_sessions')
      .where('id', '=', id)
      .set({ expires_at: store.dialect.clock(sessionLifetime) })
      .execute();
  });
}

/** Ends this session, or every session of its address. */
export function endSession(
  store: Store,
  { id, email }: Pick<Session, 'id' | 'email'>,
  everywhere = false,
): Promise<void> {
  return store.write(async (db) => {
    await db
      .deleteFrom('inbox_sessions')
      .where((eb) => (everywhere ? eb('email', '=', email) : eb('id', '=', id)))
      .execute();
  });
}

/** Deletes the sessions and links of addresses that are not in `users`. An address that returns has to sign in again. */
export function endOtherSessions(store: Store, users: readonly string[]): Promise<void> {
  return store.write(async (db) => {
    for (const table of ['inbox_sessions', 'inbox_links'] as const)
      await db
        .deleteFrom(table)
        .where('email', 'not in', [...users, ''])
        .execute();
  });
}

/** An unguessable secret: 32 random bytes in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token: its SHA-256 in hex. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A sign-in link. The token is in the fragment, which browsers send to no server: it is in no log and no Referer. */
export function linkAddress(siteUrl: string, token: string): string {
  return `${siteUrl}/inbox/sign-in#${token}`;
}
