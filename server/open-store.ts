import type { Config } from './config.ts';
import type { ChannelName } from './store/delivery.ts';
import { openPostgres } from './store/postgres.ts';
import type { SharedShares } from './store/postgres-shares.ts';
import { databaseFile, openSqlite } from './store/sqlite.ts';
import type { Store } from './store/store.ts';

interface OpenOptions {
  /** The channels for which bookings get deliveries. */
  channels: readonly ChannelName[];
  /** Whether to bring the database up to this version's schema, as far as that is allowed. */
  migrate: boolean;
  /** After how long a statement in PostgreSQL is given up, in milliseconds. */
  statementTimeout?: number;
  onCrash?: (error: Error) => void;
}

/** The store, and for several servers on one database what counts for all of them. */
export interface OpenedStore {
  store: Store;
  sharedShares?: SharedShares;
}

/** Opens the engine that the configuration names. Throws `DatabaseRefused`. */
export async function openStore(config: Config, options: OpenOptions): Promise<OpenedStore> {
  const { channels, migrate, statementTimeout, onCrash = () => {} } = options;
  const { databaseUrl: url } = config;
  if (url === undefined) {
    return { store: await openSqlite({ folder: config.dataFolder, channels, onCrash }) };
  }
  const migrateUrl = migrate ? (config.migrateUrl ?? url) : undefined;
  const store = await openPostgres({ url, migrateUrl, channels, statementTimeout });
  return { store, sharedShares: store.shares };
}

/** Where bookings are, for the operator's eyes: never with a password. */
export function placeOf({ databaseUrl, dataFolder }: Config): string {
  if (databaseUrl === undefined) return databaseFile(dataFolder);
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${decodeURIComponent(pathname.slice(1))} on ${host || 'this machine'}`;
}
