import { existsSync } from 'node:fs';
import { chmod, copyFile, lchown, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { messageOf } from '../errors.ts';
import { openSqlite } from './sqlite.ts';
import { isBusy, isDamage } from './sqlite-errors.ts';
import { databaseFile, isDatabase, longestBusy, openDatabase } from './sqlite-file.ts';
import { DatabaseError, type Store } from './store.ts';

/**
 * Writes a consistent copy of the database into `file`, which must exist and be empty. The server can keep running.
 * The backup contains its own time, so that the age of a restored database is known.
 */
export async function backupSqlite(folder: string, file: string): Promise<void> {
  const begun = new Date().toISOString();
  const options = { readOnly: true, timeout: longestBusy };
  using database = new DatabaseSync(databaseFile(folder), options);
  // Otherwise the free part of a page may keep a copy of a row, which an erasure would miss.
  database.exec('PRAGMA secure_delete = ON');
  database.prepare('VACUUM INTO ?').run(file);
  using copy = new DatabaseSync(file);
  copy.prepare('INSERT OR REPLACE INTO timestamps (name, at) VALUES (?, ?)').run('backup', begun);
  await giveToOwnerOf(folder, file);
}

/**
 * Replaces the database with a backup. Returns the name under which it keeps the replaced one. `prepare` changes
 * the copy before it replaces the database. Throws `DatabaseError` and changes nothing if the backup is not an
 * intact database of this version, or if another program has the database open.
 */
export async function restoreSqlite(
  folder: string,
  backup: string,
  prepare: (store: Store) => Promise<void> = async () => {},
): Promise<string | undefined> {
  const file = databaseFile(folder);
  const own = path.join(folder, `restoring-${process.pid}`);
  const copy = databaseFile(own);
  const kept = `${file}.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await mkdir(own, { mode: 0o700 });
    await copyFile(backup, copy);
    await chmod(copy, 0o600);
    await checkBackup(copy, backup);
    await prepareCopy(own, prepare);
    await giveToOwnerOf(folder, copy);
    const handle = await open(copy, 'r');
    await handle.sync().finally(() => handle.close());
    if (existsSync(file)) await putAside(file, kept);
    // SQLite would apply an old log to the restored database.
    for (const suffix of ['-wal', '-shm', '-journal']) {
      if (existsSync(file + suffix)) await rename(file + suffix, kept + suffix);
    }
    await rename(copy, file);
    return existsSync(kept) ? path.basename(kept) : undefined;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Runs `prepare` on the copy, and leaves it as one file without a log. */
async function prepareCopy(folder: string, prepare: (store: Store) => Promise<void>) {
  const store = await openSqlite({ folder, create: false });
  await prepare(store).finally(() => store.close());
  using database = new DatabaseSync(databaseFile(folder));
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON; VACUUM');
}

/** Changes the owner of a file that root created. Otherwise the server's user could not open it. */
async function giveToOwnerOf(folder: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await lchown(file, uid, gid);
}

/** Opens the copy as the server would, compares its schema with a fresh database, and checks its integrity. */
async function checkBackup(copy: string, backup: string): Promise<void> {
  try {
    if (!isDatabase(copy)) throw new Error('it is not a database of this program.');
    const expected = new Set(await schemaOf(`${copy}-fresh`, true));
    const [odd] = expected.symmetricDifference(new Set(await schemaOf(copy, false)));
    if (odd !== undefined) throw new Error(`its schema differs: ${odd}`);
    using database = new DatabaseSync(copy);
    const answer = database.prepare('PRAGMA integrity_check(1)').get();
    if (answer?.integrity_check !== 'ok') throw new Error(String(answer?.integrity_check));
  } catch (error) {
    const reason = messageOf(error).replaceAll(copy, backup);
    throw new DatabaseError('not-restorable', `${backup} cannot be restored: ${reason}`);
  }
}

/** The tables, indexes and triggers of a database, after this version has opened and migrated it. */
async function schemaOf(file: string, create: boolean): Promise<string[]> {
  const { db } = await openDatabase(file, { create });
  try {
    const { rows } = await sql<{ text: string }>`
      SELECT type || ' ' || name || ' of ' || tbl_name || coalesce(': ' || sql, '') AS text
      FROM sqlite_schema ORDER BY 1`.execute(db);
    return rows.map(({ text }) => text);
  } finally {
    await db.destroy();
  }
}

/**
 * Renames the database. Leaving WAL mode fails while another program has the file open
 * (https://sqlite.org/wal.html#activating_and_configuring_wal_mode). The lock keeps other programs out.
 */
async function putAside(file: string, kept: string): Promise<void> {
  using database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    const open = `${file} is open in another program: stop the server first. Nothing was changed.`;
    if (isBusy(error)) throw new DatabaseError('open-elsewhere', open);
    // A damaged database may be replaced too.
    if (!isDamage(error)) throw error;
  }
  await rename(file, kept);
}
