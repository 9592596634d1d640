import type { Database } from './database.ts';
import type { Session } from './lead.ts';
import { isoTime, type Row } from './rows.ts';
import type { Store } from './store.ts';

/** The operations on links to sign in and sessions. */
export function sessionOperations({ run, transaction, now, sql }: Database) {
  const selectSessions = `SELECT * FROM booking_private.inbox_sessions WHERE expires_at > ${sql.now}`;

  return {
    async insertLink({ tokenHash, browserHash = null, email, expiresAt }) {
      for (const table of ['inbox_links', 'inbox_sessions'])
        await run(`DELETE FROM booking_private.${table} WHERE expires_at <= ${sql.now}`, [now()]);
      await run('INSERT INTO booking_private.inbox_links VALUES ($1, $2, $3, $4)', [
        tokenHash,
        browserHash,
        email,
        new Date(expiresAt),
      ]);
    },

    /** Of two at once the second waits, and finds no link. */
    redeemLink: (tokenHash, browserHash, session) =>
      transaction(async (run) => {
        const { rows } = await run(
          `DELETE FROM booking_private.inbox_links
           WHERE token_hash = $2 AND email IS NOT NULL AND expires_at > ${sql.now}
             AND coalesce(browser_hash = $3, true) RETURNING email`,
          [now(), tokenHash, browserHash],
        );
        if (rows[0] === undefined) return undefined;
        const email = String(rows[0].email);
        await run(
          `INSERT INTO booking_private.inbox_sessions (token_hash, email, created_at, expires_at)
           VALUES ($2, $3, ${sql.now}, $4)`,
          [now(), session.tokenHash, email, new Date(session.expiresAt)],
        );
        return { email };
      }),

    async findSession(tokenHash) {
      const { rows } = await run(`${selectSessions} AND token_hash = $2`, [now(), tokenHash]);
      return rows.map(toSession)[0];
    },

    async listSessions() {
      const { rows } = await run(`${selectSessions} ORDER BY id`, [now()]);
      return rows.map(toSession);
    },

    async endSessions(which) {
      const [where, value] =
        'ids' in which
          ? [sql.isOneOf('id', '$2'), which.ids]
          : ['token_hash = $2', which.tokenHash];
      const remove = `DELETE FROM booking_private.inbox_sessions
        WHERE expires_at > ${sql.now} AND ${where}`;
      return (await run(remove, [now(), value])).count;
    },
  } satisfies Partial<Store>;
}

function toSession(row: Row): Session {
  return {
    id: Number(row.id),
    email: String(row.email),
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
  };
}
