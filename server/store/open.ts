import type { Config } from '../config/config.ts';
import type { ChannelName } from './delivery.ts';
import { databaseFile } from './sqlite/database.ts';
import { openSqlite } from './sqlite/store.ts';
import type { Store } from './store.ts';

interface OpenOptions {
  /** The channels for which bookings get deliveries. */
  channels: readonly ChannelName[];
  /** Whether to migrate the database, as far as its login may. */
  migrate: boolean;
  /** How long a statement in PostgreSQL may take, in milliseconds. */
  statementTimeout?: number;
  /** Called for every crash of the embedded database's thread. */
  onCrash?: (error: Error) => void;
}

/** Opens the configured engine. PostgreSQL's driver is loaded only for it. Throws `DatabaseError`. */
export async function openStore(config: Config, options: OpenOptions): Promise<Store> {
  const { databaseUrl: url, dataFolder: folder } = config;
  if (url === undefined) return openSqlite({ ...options, folder });
  const { openPostgres } = await import('./postgres/store.ts');
  return openPostgres({ ...options, url });
}

/** Brings the database to this version's schema. Throws `DatabaseError` or `StoreUnavailable`. */
export async function migrateStore(config: Config): Promise<void> {
  const { databaseUrl, dataFolder: folder } = config;
  if (databaseUrl === undefined) return (await openSqlite({ folder })).close();
  const { migratePostgres } = await import('./postgres/migrations.ts');
  await migratePostgres(databaseUrl);
}

/** The file of the embedded database; undefined when the bookings are on a database server. */
export function embeddedFile({ databaseUrl, dataFolder }: Config): string | undefined {
  return databaseUrl === undefined ? databaseFile(dataFolder) : undefined;
}

/** Where the bookings are, for the operator: without a password. */
export function databaseName({ databaseUrl, dataFolder }: Config): string {
  if (databaseUrl === undefined) return databaseFile(dataFolder);
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${decodeURIComponent(pathname.slice(1))} on ${host || 'this machine'}`;
}
