import type { Config } from '../config/config.ts';
import type { ChannelName } from './delivery.ts';
import { databaseFile } from './sqlite/database.ts';
import { openSqlite } from './sqlite/store.ts';
import type { Store } from './store.ts';

interface OpenOptions {
  /** The channels for which bookings get deliveries. */
  channels: readonly ChannelName[];
  /** Whether to bring the database up to this version's schema, as far as that is allowed. */
  migrate: boolean;
  /** After how long a statement in PostgreSQL is given up, in milliseconds. */
  statementTimeout?: number;
  onCrash?: (error: Error) => void;
}

/**
 * Opens the engine that the configuration names; the driver of PostgreSQL is loaded only for it.
 * Throws `DatabaseRefused`.
 */
export async function openStore(config: Config, options: OpenOptions): Promise<Store> {
  const { channels, migrate, statementTimeout, onCrash = () => {} } = options;
  const { databaseUrl: url } = config;
  if (url === undefined) {
    return await openSqlite({ folder: config.dataFolder, channels, onCrash });
  }
  const migrateUrl = migrate ? (config.migrateUrl ?? url) : undefined;
  const { openPostgres } = await import('./postgres/store.ts');
  return openPostgres({ url, migrateUrl, channels, statementTimeout });
}

/** Brings the database up to this version's schema. Throws `DatabaseRefused` or `StoreUnavailable`. */
export async function migrateStore(config: Config): Promise<void> {
  const { databaseUrl, migrateUrl = databaseUrl } = config;
  if (migrateUrl === undefined) {
    await (await openSqlite({ folder: config.dataFolder })).close();
    return;
  }
  const { migratePostgres } = await import('./postgres/migrations.ts');
  await migratePostgres(migrateUrl);
}

/** The file of the embedded database; undefined: the bookings are on a database server. */
export function embeddedFile({ databaseUrl, dataFolder }: Config): string | undefined {
  return databaseUrl === undefined ? databaseFile(dataFolder) : undefined;
}

/** Where bookings are, for the operator's eyes: never with a password. */
export function placeOf({ databaseUrl, dataFolder }: Config): string {
  if (databaseUrl === undefined) return databaseFile(dataFolder);
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${decodeURIComponent(pathname.slice(1))} on ${host || 'this machine'}`;
}
