import type { Store } from '../../store/store.ts';

/** A link to sign in. Of all tokens, and of the browser's mark, only SHA-256 hashes in hex are stored. */
interface NewLink {
  tokenHash: string;
  /** Undefined: the first browser that confirms. */
  browserHash?: string;
  /** Of an address that may not sign in it is null, so that an unknown address costs the same. */
  email: string | null;
  /** In milliseconds. */
  validFor: number;
}

export interface Session {
  id: number;
  email: string;
  created_at: string;
  expires_at: string;
}

/** Also forgets links and sessions that are over. */
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
 * Turns a link that is valid for this browser, and for one of these `users`, into a session of `validFor`
 * milliseconds. Undefined, with nothing changed, otherwise. Of two at once the second finds no link.
 */
export function redeemLink(
  store: Store,
  tokenHash: string,
  browserHash: string,
  session: { tokenHash: string; validFor: number },
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
        token_hash: session.tokenHash,
        email,
        created_at: clock(),
        expires_at: clock(session.validFor),
      })
      .execute();
    return { email };
  });
}

/** A session that is valid. A clock that was set back before its beginning ends it: it would live too long. */
export function findSession(store: Store, tokenHash: string): Promise<Session | undefined> {
  const { clock } = store.dialect;
  return store.read((db) =>
    db
      .selectFrom('inbox_sessions')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', clock())
      .where('created_at', '<=', clock())
      .select(['id', 'email', 'created_at', 'expires_at'])
      .executeTakeFirst(),
  );
}

/** Ends these sessions. */
export function endSessions(store: Store, ids: readonly number[]): Promise<void> {
  return store.write(async (db) => {
    await db
      .deleteFrom('inbox_sessions')
      .where('id', 'in', [...ids, -1])
      .execute();
  });
}

/** Ends what belongs to an address that is not among `users`: named again, its owner has to sign in again. */
export function endOtherSessions(store: Store, users: readonly string[]): Promise<void> {
  return store.write(async (db) => {
    for (const table of ['inbox_sessions', 'inbox_links'] as const)
      await db
        .deleteFrom(table)
        .where('email', 'not in', [...users, ''])
        .execute();
  });
}
