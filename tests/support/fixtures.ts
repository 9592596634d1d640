import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { databaseFile } from '../../server/store/sqlite-file.ts';
import type { Store } from '../../server/store/store.ts';
import { temporaryFolder } from './database.ts';
import { query } from './postgres.ts';
import { temporaryDatabase } from './postgres-database.ts';

const fixtures = path.resolve(import.meta.dirname, '../fixtures');

/** The versions with fixtures, one folder each. */
export const fixtureVersions = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** A folder with a copy of that version's database. */
export async function sqliteOf(version: string): Promise<string> {
  const folder = await temporaryFolder();
  cpSync(path.join(fixtures, version, 'bookings.db'), databaseFile(folder));
  return folder;
}

/** The address of a database with that version's content. */
export async function postgresOf(version: string): Promise<string> {
  const url = await temporaryDatabase({ migrated: false });
  const text = readFileSync(path.join(fixtures, version, 'postgres.sql'), 'utf8');
  await query(url, `BEGIN; ${text} COMMIT`);
  return url;
}

/** Closed when the test is over. */
export async function opened(opening: Promise<Store>): Promise<Store> {
  const store = await opening;
  onTestFinished(() => store.close().catch(() => {}));
  return store;
}

const tables = [
  'booking_requests',
  'deliveries',
  'lead_events',
  'lead_reads',
  'sources',
  'page_loads',
  'erased',
  'jobs',
  'timestamps',
  'installation',
  'inbox_links',
  'inbox_sessions',
] as const;

/** All rows of all tables, and the applied migrations with their times. */
export function contentOf(store: Store): Promise<unknown[]> {
  return store.read(async (db) => {
    const content: unknown[] = [];
    for (const table of tables)
      content.push(table, await db.selectFrom(table).selectAll().orderBy(sql`1`).execute());
    const migrations = sql.table(
      store.quotas ? 'booking_private.kysely_migration' : 'kysely_migration',
    );
    content.push((await sql`SELECT * FROM ${migrations} ORDER BY 1`.execute(db)).rows);
    return content;
  });
}
