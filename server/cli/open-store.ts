import { accessSync, constants } from 'node:fs';
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
  mustBeThere(file);
  const channels = channelsOf(config).map(({ name }) => name);
  const store = await openSqlite({ folder: config.dataFolder, channels });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function mustBeThere(file: string): void {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    const hidden = error instanceof Error && 'code' in error && error.code !== 'ENOENT';
    throw new DatabaseRefused(
      hidden
        ? `You may not read and write ${file}: run this as the user that the server runs as.`
        : `There is no database at ${file}: start the server once, or set DATA_DIR.`,
    );
  }
}
