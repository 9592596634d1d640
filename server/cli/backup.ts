import { existsSync, realpathSync, statSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FileError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import { listBookings } from '../store/bookings.ts';
import { eraseAgain, erasedFile, linesOf, listErased, readErased } from '../store/erase.ts';
import { backupSqlite, restoreSqlite } from '../store/sqlite-backup.ts';
import { isDatabase } from '../store/sqlite-file.ts';
import { type Db, remember, type Store } from '../store/store.ts';
import { confirm, failed, succeeded, writeNewFile } from './output.ts';
import { mustBeEmbedded, withStore } from './with-store.ts';

export async function backup(
  config: Config,
  file: string,
  { force = false, keep }: { force?: boolean; keep?: number },
): Promise<number> {
  const database = mustBeEmbedded(
    config,
    `pg_dump --format=custom --file=${file} "$DATABASE_URL", with the owner’s login`,
  );
  return withStore(config, async (store) => {
    mustNotBeTheDatabase(file, database);
    await writeNewFile(file, force, (partial) => backupSqlite(config.dataFolder, partial));
    const folder = path.dirname(path.resolve(file));
    await writeErased(store, folder);
    await store.write(async (db) => {
      await remember(store, db, 'backup');
      await rememberFile(store, db, file);
    });
    if (keep !== undefined) await removeOldBackups(folder, path.extname(file), keep, database);
    return succeeded(`Backed up to ${file}.`);
  });
}

const prefix = 'backup file ';

async function rememberFile(store: Store, db: Db, file: string): Promise<void> {
  await db.deleteFrom('timestamps').where('name', 'like', `${prefix}%`).execute();
  await remember(store, db, prefix + path.resolve(file));
}

/** The file of the last backup or restore. Undefined if there is none. */
export function findBackup(store: Store): Promise<string | undefined> {
  return store.read(async (db) => {
    const query = db.selectFrom('timestamps').where('name', 'like', `${prefix}%`).select('name');
    return (await query.executeTakeFirst())?.name.slice(prefix.length);
  });
}

/** Refuses to overwrite the database: the server would keep writing to a file that no longer has a name. */
function mustNotBeTheDatabase(file: string, database: string): void {
  const target = existsSync(file) ? realpathSync(file) : path.resolve(file);
  const own = ['', '-wal', '-shm', '-journal'].map((suffix) => realpathSync(database) + suffix);
  if (own.includes(target))
    throw new FileError(`${file} is the database itself. Choose another name for the backup.`);
}

export async function restore(config: Config, file: string, { yes = false }): Promise<number> {
  const target = mustBeEmbedded(
    config,
    `
1. Stop the servers.
2. With the owner’s login: pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" ${file}
3. With several servers: copy the lines of each erased.jsonl into the one in DATA_DIR here.
4. Run ./lodemark erase --again. It repeats the erasures made after the dump, and signs everyone out of the inbox.
5. Start the servers.`,
  );
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new FileError(`There is no file ${file}.`);
  if (!yes && existsSync(target) && !(await confirm(`Replace ${target} with ${file}?`)))
    return failed('Nothing was restored.');
  const before = existsSync(target) ? await recordsBefore(config) : undefined;
  const records = [
    ...(before?.erased ?? []),
    ...readErased(config.dataFolder),
    ...readErased(path.dirname(path.resolve(file))),
  ];
  let again = 0;
  const kept = await restoreSqlite(config.dataFolder, file, async (store) => {
    again = await eraseAgain(store, records, before?.highest);
    await store.write((db) => rememberFile(store, db, file));
  });
  const note = kept === undefined ? '' : ` The previous database was kept as ${kept}.`;
  const erased = again === 0 ? '' : ` Leads erased again: ${again}.`;
  return succeeded(`Restored ${target}.${note}${erased}`);
}

/** The erasures and the highest lead number in the database that will be replaced. Undefined if it is damaged. */
async function recordsBefore(config: Config) {
  try {
    return await withStore(config, async (store) => {
      const [newest] = await listBookings(store, { limit: 1 });
      return { erased: await listErased(store), highest: newest?.id ?? 0 };
    });
  } catch (error) {
    failed(
      `The replaced database cannot be read, so only the erasures in erased.jsonl can be repeated: ${messageOf(error)}`,
    );
    return undefined;
  }
}

/** Writes all erasure records next to the backup, so that they are kept together. */
async function writeErased(store: Store, folder: string): Promise<void> {
  const lines = linesOf(await listErased(store));
  const file = erasedFile(folder);
  if (lines !== '' || existsSync(file))
    await writeNewFile(file, true, (partial) => writeFile(partial, lines));
}

/** Keeps the newest backups with this extension and removes the others. Other files and `database` stay. */
async function removeOldBackups(folder: string, ending: string, keep: number, database: string) {
  const own = realpathSync(database);
  const names = (await readdir(folder)).filter((name) => path.extname(name) === ending);
  const backups = names
    .map((name) => path.join(folder, name))
    .filter((file) => isDatabase(file) && realpathSync(file) !== own)
    .map((file) => ({ file, time: statSync(file).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { file } of backups.slice(keep)) await rm(file);
}
