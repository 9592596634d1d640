import type { Config } from '../config/config.ts';
import { databaseName, migrateStore } from '../store/open.ts';
import { succeeded } from './output.ts';

export async function migrate(config: Config): Promise<number> {
  await migrateStore(config);
  return succeeded(`${databaseName(config)} is up to date.`);
}
