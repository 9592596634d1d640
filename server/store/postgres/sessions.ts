import type { LeadStore } from '../lead.ts';
import { toSession } from '../lead-rows.ts';
import type { Run } from './connection.ts';
import { at } from './deliveries.ts';

/**
 * The operations on links to sign in and sessions. `now` gives the time, or null for the database's own
 * clock.
 */
export function postgresSessions(run: Run, now: () => Date | null) {
  return {
    async insertLink({ tokenHash, browserHash, email, expiresAt }) {
      const values = [now(), tokenHash, browserHash ?? null, email, new Date(expiresAt)];
      await run(insertLink, values);
    },
    async redeemLink(tokenHash, browserHash, session) {
      const { rows } = await run(redeemLink, [
        now(),
        tokenHash,
        browserHash,
        session.tokenHash,
        new Date(session.expiresAt),
      ]);
      return rows.map(({ email }) => ({ email: String(email) }))[0];
    },
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
          ? ['id = ANY($2::bigint[])', which.ids]
          : ['token_hash = $2', which.tokenHash];
      const sql = `DELETE FROM booking_private.inbox_sessions WHERE expires_at > ${at} AND ${where}`;
      return (await run(sql, [now(), value])).count;
    },
  } satisfies Partial<LeadStore>;
}

const selectSessions = `SELECT * FROM booking_private.inbox_sessions WHERE expires_at > ${at}`;

const insertLink = `WITH old_links AS (DELETE FROM booking_private.inbox_links WHERE expires_at <= ${at}),
    old_sessions AS (DELETE FROM booking_private.inbox_sessions WHERE expires_at <= ${at})
  INSERT INTO booking_private.inbox_links VALUES ($2, $3, $4, $5)`;

/** Of two at once the second waits, and finds no link. */
const redeemLink = `WITH used AS (
    DELETE FROM booking_private.inbox_links
    WHERE token_hash = $2 AND email IS NOT NULL AND expires_at > ${at}
      AND coalesce(browser_hash = $3, true) RETURNING email)
  INSERT INTO booking_private.inbox_sessions (token_hash, email, created_at, expires_at)
  SELECT $4, email, ${at}, $5 FROM used RETURNING email`;
