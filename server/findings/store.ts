import { statfs } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { checkStore, findTimestamp } from '../store/bookings.ts';
import { databaseName, embeddedFile } from '../store/open.ts';
import { findVisitorRightsFault } from '../store/postgres-rights.ts';
import type { Store } from '../store/store.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

/** Hours after which the last backup is too old. */
const backupLateHours = 48;

/** Whether the database can be written. Throws what the store throws. */
export async function storeFindings(config: Config, store: Store): Promise<Finding[]> {
  await checkStore(store);
  const isEmbedded = embeddedFile(config) !== undefined;
  const rights = isEmbedded ? undefined : await findVisitorRightsFault(store);
  return [
    ok('database', `${databaseName(config)} can be written`),
    ...(rights === undefined ? [] : [wrong('visitor-rights', rights)]),
    ...(isEmbedded ? await embedded(config, store) : []),
  ];
}

/** Room and backups. The operator of a database server has other tools for both. */
async function embedded(config: Config, store: Store): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(config.dataFolder);
  const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
  const disk = `${megabytes} MB are free in ${config.dataFolder}`;
  return [megabytes < 100 ? wrong('disk-full', disk) : ok('disk', disk), await backup(store)];
}

async function backup(store: Store): Promise<Finding> {
  const last = await findTimestamp(store, 'backup');
  if (last === undefined) return warning('no-backup', 'No backup yet: ./lodemark backup FILE');
  const hours = Math.floor((Date.now() - Date.parse(last)) / 3_600_000);
  const text = `the last backup is ${hours} hours old`;
  if (hours < backupLateHours) return ok('backup', text);
  return wrong(
    'backup-old',
    `${text}, more than ${backupLateHours}: ./lodemark backup FILE makes one`,
  );
}
