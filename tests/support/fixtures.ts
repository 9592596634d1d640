import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
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
