import { existsSync } from 'node:fs';
import { chmod, copyFile, lchown, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseError } from '../store.ts';
import { databaseFile, openDatabase } from './database.ts';

/**
 * Writes the database's state of one moment into `file`, which exists and is empty, however much
 * the server writes meanwhile: `VACUUM INTO` reads in one transaction.
 */
export async function backupSqlite(folder: string, file: string): Promise<void> {
  const database = new DatabaseSync(databaseFile(folder), { readOnly: true, timeout: 4000 });
  try {
    database.prepare('VACUUM INTO ?').run(file);
  } finally {
    database.close();
  }
  await giveToOwnerOf(folder, file);
}

/**
 * Puts a backup in the place of the database; the database that was there is kept beside it, and
 * its name is given. Throws `DatabaseRefused`, with nothing changed, when the backup is no whole
 * database of ours or when another program has the database open.
 */
export async function restoreSqlite(folder: string, backup: string): Promise<string | undefined> {
  const file = databaseFile(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copy = `${file}.restoring-${process.pid}`;
  try {
    await copyFile(backup, copy);
    await chmod(copy, 0o600);
    checkWhole(copy, backup);
    await giveToOwnerOf(folder, copy);
    const handle = await open(copy, 'r');
    await handle.sync().finally(() => handle.close());
    const name = `${file}.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    if (existsSync(file)) await putAside(file, name);
    const kept = existsSync(name) ? path.basename(name) : undefined;
    // A log that was left behind would be read into the backup.
    for (const suffix of ['-wal', '-shm', '-journal']) {
      if (existsSync(file + suffix)) await rename(file + suffix, name + suffix);
    }
    await rename(copy, file);
    return kept;
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(copy + suffix, { force: true });
  }
}

/** What root makes the server's user could not open: it belongs to whoever the data belong to. */
async function giveToOwnerOf(folder: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await lchown(file, uid, gid);
}

/** Opens the copy as the server would: a foreign or newer one is refused, an older one migrated. */
function checkWhole(copy: string, backup: string): void {
  try {
    const database = openDatabase(copy, 4000);
    try {
      const answer = database.prepare('PRAGMA integrity_check(1)').get();
      if (answer?.integrity_check !== 'ok') throw new Error(String(answer?.integrity_check));
      // One file again, without a log beside it.
      database.exec('PRAGMA journal_mode = DELETE');
    } finally {
      database.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(copy, backup) : String(error);
    throw new DatabaseError(`${backup} cannot be restored: ${reason}`);
  }
}

/**
 * Leaving the write-ahead log needs the file for oneself: it fails while any program has it open
 * (https://sqlite.org/wal.html#activating_and_configuring_wal_mode). Whoever opens it meanwhile
 * waits for the lock.
 */
async function putAside(file: string, kept: string): Promise<void> {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    await rename(file, kept);
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined;
    // Malformed, or no database at all (SQLITE_CORRUPT, SQLITE_NOTADB): that is why it is replaced.
    if (code === 11 || code === 26) return rename(file, kept);
    if (code !== 5) throw error;
    throw new DatabaseError(
      `${file} is open in another program: stop the server first. Nothing was changed.`,
    );
  } finally {
    database.close();
  }
}
