import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { minute } from '../../../booking/zones.ts';
import { findBackup } from '../../cli/backup.ts';
import { formatTime } from '../../cli/output.ts';
import type { Config } from '../../config/config.ts';
import { messageOf } from '../../errors.ts';
import { findBooking, listBookings } from '../../store/bookings.ts';
import { embeddedFile } from '../../store/open.ts';
import { openSqlite } from '../../store/sqlite.ts';
import { restoreSqlite } from '../../store/sqlite-backup.ts';
import { findTimestamp, type Store } from '../../store/store.ts';

/** A backup must contain every lead that was stored at least this long before it. Milliseconds. */
const backupMargin = minute;

/**
 * Restores a backup into a temporary folder and finds the newest lead that must be in it. Throws an `Error` with
 * advice if there is no backup, it cannot be restored, or the lead is missing. Restores nothing with PostgreSQL.
 */
export async function rehearseRestore(config: Config, store: Store, named?: string) {
  if (embeddedFile(config) === undefined)
    return { text: 'not rehearsed: restore a dump into a fresh database with pg_restore' };
  const file = named ?? (await findBackup(store));
  if (file === undefined) throw new Error('No backup yet: ./lodemark backup FILE makes one.');
  if (!existsSync(file))
    throw new Error(`${file} no longer exists. Name a copy of it with --backup.`);
  const folder = await mkdtemp(path.join(tmpdir(), 'lodemark-rehearsal-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    await restoreSqlite(folder, file);
    const restored = await openSqlite({ folder, create: false });
    return await findNewest(store, restored, file).finally(() => restored.close());
  } catch (error) {
    const why = messageOf(error).replace(/\.$/, '');
    throw new Error(
      `${why}. Make a new backup with ./lodemark backup FILE, or free space in ${tmpdir()}.`,
    );
  } finally {
    remove();
  }
}

async function findNewest(store: Store, restored: Store, file: string) {
  const at = await findTimestamp(restored, 'backup');
  if (at === undefined) throw new Error(`${file} was not made by ./lodemark backup.`);
  const until = new Date(Date.parse(at) - backupMargin).toISOString();
  const [newest] = await listBookings(store, { until, limit: 1 });
  const made = `${file} of ${formatTime(at)} UTC can be restored`;
  if (newest === undefined) return { text: `${made}. All leads are newer than this backup` };
  const found = await findBooking(restored, newest.id);
  if (found?.booking.created_at !== newest.created_at)
    throw new Error(`Lead ${newest.id} is missing from ${file}.`);
  return { text: `${made}, with lead ${newest.id}` };
}
