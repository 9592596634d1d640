import type { Database } from './database.ts';

/** A link to sign in. Of all tokens, and of the browser's mark, only SHA-256 hashes in hex are stored. */
interface NewLink {
  tokenHash: string;
  /** Undefined: the first browser that confirms. */
  browserHash?: string;
  /** Of one who may not sign in it is null, so that an unknown address costs the same. */
  email: string | null;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** `id` names it for the command line and gives no access. */
export interface Session {
  id: number;
  email: string;
  created_at: string;
  expires_at: string;
}

/** The operations on links to sign in and sessions. */
export const sessionOperations = {
  /** Also forgets links and sessions that are over. */
  async insertLink({ run }: Database, { tokenHash, browserHash, email, expiresAt }: NewLink) {
    for (const table of ['inbox_links', 'inbox_sessions'])
      await run(`DELETE FROM booking_private.${table} WHERE expires_at <= now()`);
    const insert = 'INSERT INTO booking_private.inbox_links VALUES ($1, $2, $3, $4)';
    await run(insert, [tokenHash, browserHash ?? null, email, new Date(expiresAt)]);
  },

  /**
   * Turns a link that is valid for this browser, and for one of these `users`, into a session. Undefined,
   * with nothing changed, otherwise.
   * Of two at once the second waits, and finds no link.
   */
  redeemLink: (
    { transaction }: Database,
    tokenHash: string,
    browserHash: string,
    session: { tokenHash: string; expiresAt: number },
    users: readonly string[],
  ) =>
    transaction(async (run) => {
      const { rows } = await run<{ email: string }>(
        `DELETE FROM booking_private.inbox_links
         WHERE token_hash = $1 AND email = ANY ($3) AND expires_at > now()
           AND coalesce(browser_hash = $2, true) RETURNING email`,
        [tokenHash, browserHash, users],
      );
      if (rows[0] === undefined) return undefined;
      await run(
        `INSERT INTO booking_private.inbox_sessions (token_hash, email, created_at, expires_at)
         VALUES ($1, $2, now(), $3)`,
        [session.tokenHash, rows[0].email, new Date(session.expiresAt)],
      );
      return rows[0];
    }),

  async findSession({ run }: Database, tokenHash: string) {
    return (await run<Session>(`${selectSessions} AND token_hash = $1`, [tokenHash])).rows[0];
  },

  async listSessions({ run }: Database) {
    return (await run<Session>(`${selectSessions} ORDER BY id`)).rows;
  },

  /** Ends these sessions. Gives how many. */
  async endSessions({ run }: Database, ids: readonly number[]) {
    const remove = `DELETE FROM booking_private.inbox_sessions
      WHERE expires_at > now() AND id = ANY ($1)`;
    return (await run(remove, [ids])).count;
  },
};

const selectSessions = `SELECT id, email, created_at, expires_at FROM booking_private.inbox_sessions
  WHERE expires_at > now()`;
