import type { Config } from '../config/config.ts';
import { openSqlite } from './sqlite.ts';
import { databaseFile } from './sqlite-file.ts';
import type { Store, StoreLimits } from './store.ts';

interface OpenOptions extends StoreLimits {
  /** Whether to create and migrate the database, if the login has the rights. */
  migrate: boolean;
}

/** Opens the configured database. Loads PostgreSQL's driver only if it is needed. Throws like `openSqlite` or `openPostgres`. */
export async function openStore(config: Config, options: OpenOptions): Promise<Store> {
  const { databaseUrl: url, dataFolder: folder } = config;
  if (url === undefined) return openSqlite({ ...options, folder, create: options.migrate });
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres({ ...options, url });
}

/** Migrates the database to this version's schema. Throws `DatabaseError` or `StoreUnavailable`. */
export async function migrateStore(config: Config): Promise<void> {
  const { databaseUrl, dataFolder: folder } = config;
  if (databaseUrl === undefined) return (await openSqlite({ folder })).close();
  const { migratePostgres } = await import('./postgres-migrations.ts');
  await migratePostgres(databaseUrl);
}

/** The file of the embedded database. Undefined if DATABASE_URL is set. */
export function embeddedFile({ databaseUrl, dataFolder }: Config): string | undefined {
  return databaseUrl === undefined ? databaseFile(dataFolder) : undefined;
}

/** The name of the database for the operator, without a password. */
export function databaseName({ databaseUrl, dataFolder }: Config): string {
  if (databaseUrl === undefined) return databaseFile(dataFolder);
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${decodeURIComponent(pathname.slice(1))} on ${host || 'this machine'}`;
}
