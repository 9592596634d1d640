import type { DatabaseSync } from 'node:sqlite';
import { toSession } from '../lead-rows.ts';
import type { SyncOperations } from '../store.ts';
import { timestamp } from './database.ts';
import { isOneOf } from './deliveries.ts';

/** The store's operations on links to sign in and sessions. `now`: milliseconds since 1970. */
export function sessionOperations(database: DatabaseSync, now: () => number) {
  const time = () => timestamp(now());

  return {
    insertLink({ tokenHash, browserHash = null, email, expiresAt }) {
      for (const table of ['inbox_links', 'inbox_sessions'])
        database.prepare(`DELETE FROM ${table} WHERE expires_at <= ?`).run(time());
      const insert = database.prepare('INSERT INTO inbox_links VALUES (?, ?, ?, ?)');
      insert.run(tokenHash, browserHash, email, timestamp(expiresAt));
    },

    redeemLink(tokenHash, browserHash, session) {
      const use = database.prepare(
        `DELETE FROM inbox_links WHERE token_hash = ? AND email IS NOT NULL AND expires_at > ?
           AND coalesce(browser_hash = ?, true) RETURNING email`,
      );
      const used = use.get(tokenHash, time(), browserHash);
      if (used === undefined) return undefined;
      const email = String(used.email);
      database
        .prepare(
          'INSERT INTO inbox_sessions (token_hash, email, created_at, expires_at) VALUES (?, ?, ?, ?)',
        )
        .run(session.tokenHash, email, time(), timestamp(session.expiresAt));
      return { email };
    },

    findSession(tokenHash) {
      const sql = 'SELECT * FROM inbox_sessions WHERE token_hash = ? AND expires_at > ?';
      const row = database.prepare(sql).get(tokenHash, time());
      return row && toSession(row);
    },

    listSessions() {
      const sql = 'SELECT * FROM inbox_sessions WHERE expires_at > ? ORDER BY id';
      return database.prepare(sql).all(time()).map(toSession);
    },

    endSessions(which) {
      const byIds = 'ids' in which;
      const where = byIds ? isOneOf('id') : 'token_hash = ?';
      const sql = `DELETE FROM inbox_sessions WHERE expires_at > ? AND ${where}`;
      const value = byIds ? JSON.stringify(which.ids) : which.tokenHash;
      return Number(database.prepare(sql).run(time(), value).changes);
    },
  } satisfies Partial<SyncOperations>;
}
