import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { FileError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import { backupSqlite, restoreSqlite } from '../store/sqlite/backup.ts';
import { writeNewFile } from './new-file.ts';
import { confirm, failed, succeeded } from './output.ts';
import { mustBeEmbedded, withStore } from './store.ts';

/** Copies the embedded database while the server runs. */
export async function backup(config: Config, file: string, { force = false }): Promise<number> {
  const database = mustBeEmbedded(
    config,
    `pg_dump --format=custom --file=${file} "$DATABASE_URL", with the owner’s login`,
  );
  return withStore(config, async (store) => {
    mustNotBeTheDatabase(file, database);
    await writeNewFile(file, force, (partial) => backupSqlite(config.dataFolder, partial));
    await store.recordCopy(path.resolve(file));
    return succeeded(`Backed up to ${file}.`);
  });
}

/** The server would go on writing into a file that has lost its name, and its bookings with it. */
function mustNotBeTheDatabase(file: string, database: string): void {
  const target = existsSync(file) ? realpathSync(file) : path.resolve(file);
  const own = ['', '-wal', '-shm', '-journal'].map((suffix) => realpathSync(database) + suffix);
  if (own.includes(target))
    throw new FileError(`${file} is the database itself: choose another name for the backup.`);
}

/** Puts a backup in the place of the embedded database. */
export async function restore(config: Config, file: string, { yes = false }): Promise<number> {
  const target = mustBeEmbedded(
    config,
    `pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" ${file}, with the owner’s login and the servers stopped`,
  );
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new FileError(`There is no file ${file}.`);
  if (!yes && existsSync(target) && !(await confirm(`Put ${file} in the place of ${target}?`)))
    return failed('Nothing was restored.');
  // A damaged database has no list, and neither has one that is not there.
  const copies = await withStore(config, (store) => store.listCopies()).catch(() => []);
  const kept = await restoreSqlite(config.dataFolder, file);
  await withStore(config, async (store) => {
    for (const { file } of copies) await store.recordCopy(file);
  });
  const note = kept === undefined ? '' : ` What was there is now ${kept}.`;
  return succeeded(`Restored ${target}.${note}`);
}
