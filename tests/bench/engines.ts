import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile, openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';

/** A store that was given its bookings beforehand. */
export interface FilledStore {
  store: Store;
  /** Closes the store and takes its database away. */
  remove(): Promise<void>;
}

/** Opens a store, with the channel `mail`, in which so many delivered bookings are, a minute apart. */
export type Engine = (rows: number) => Promise<FilledStore>;

/** The engines that can be measured, by the name that the command line takes. */
export const engines: Readonly<Record<string, Engine>> = { sqlite };

async function sqlite(rows: number): Promise<FilledStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lodemark-rows-'));
  await (await openSqlite({ folder })).close();
  fillSqlite(databaseFile(folder), rows);
  const store = await openSqlite({ folder, channels: ['mail'] });
  return {
    store,
    async remove() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** By one statement for each table, its indexes made afterwards: seconds instead of a minute. */
function fillSqlite(file: string, rows: number): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN');
  const indexes = database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    .all();
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
  database.exec(`
    INSERT INTO booking_requests (created_at, name, company_name, email, request_id)
    WITH RECURSIVE counter (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counter WHERE n < ${rows})
    SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (${rows} - n + 1) || ' minutes'), 'Visitor ' || n,
      'Bakery ' || n, 'v' || lower(hex(randomblob(4))) || '@bakery.example', lower(hex(randomblob(16)))
    FROM counter;
    INSERT INTO deliveries (booking_id, channel, id, state, attempts, created_at, next_at, give_up_at, done_at)
    SELECT id, 'mail', lower(hex(randomblob(16))), 'done', 1, created_at, created_at, created_at, created_at
    FROM booking_requests;
    INSERT INTO channels VALUES ('mail', ${rows})`);
  for (const { sql } of indexes) database.exec(String(sql));
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}
