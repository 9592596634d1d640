import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { channelsOf } from '../desk/channels.ts';
import { databaseFile, openSqlite } from '../store/sqlite.ts';
import { DatabaseRefused, type Store } from '../store/store.ts';

/**
 * Opens the store beside a running server, lets `work` use it and closes it. Makes no database
 * where none is: throws `DatabaseRefused`.
 */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const file = databaseFile(config.dataFolder);
  if (!existsSync(file)) {
    throw new DatabaseRefused(
      `There is no database at ${file}: start the server once, or set DATA_DIR.`,
    );
  }
  const channels = channelsOf(config).map(({ name }) => name);
  const store = await openSqlite({ folder: config.dataFolder, channels });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
