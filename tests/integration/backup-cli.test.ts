import {
  chmodSync,
  chownSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBackup } from '../../server/cli/backup.ts';
import { insertBookings } from '../../server/store/bookings.ts';
import { bookingsCommand, bookingsFolder, doctor, storeIn } from '../support/bookings-command.ts';
import { rowsIn, runIn, temporaryFolder } from '../support/database.ts';
import { booking, bookings } from '../support/new-bookings.ts';
import { book, runWithData } from '../support/server-process.ts';

const idsIn = (folder: string) => rowsIn(folder).map(({ id }) => id);

/** A backup of this folder's database, in a separate folder. */
async function backupOf(folder: string): Promise<string> {
  const file = path.join(await temporaryFolder(), 'backup.db');
  expect(await bookingsCommand(['backup', file], folder)).toMatchObject({ code: 0, stderr: '' });
  return file;
}

const restore = (file: string, folder: string) =>
  bookingsCommand(['restore', file, '--yes'], folder);

const replacedIn = (folder: string) =>
  readdirSync(folder).filter((name) => name.includes('before-restore'));

describe('a backup', () => {
  test('contains one moment of a busy server, and restores every row with its times', async () => {
    const { url, data } = await runWithData({ RATE_LIMIT_REQUESTS: '0' });
    let more = true;
    let booked = 0;
    const posting = (async () => {
      for (; more; booked++) await book(url, { name: `Ada ${booked}` });
    })();
    await expect.poll(() => booked).toBeGreaterThan(5);
    giveToServersUser(data);
    const file = await backupOf(data);
    more = false;
    await posting;
    const { mode, uid } = statSync(file);
    expect([mode & 0o777, uid]).toEqual([0o600, serversUser]);
    chmodSync(file, 0o644);

    const target = await bookingsFolder(bookings(1));
    giveToServersUser(target);
    expect(await restore(file, target)).toMatchObject({ code: 0, stderr: '' });
    const rows = rowsIn(target);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows).toEqual(rowsIn(data).slice(0, rows.length));
    expect(replacedIn(target)).toHaveLength(1);
    const database = statSync(path.join(target, 'bookings.db'));
    expect([database.mode & 0o777, database.uid]).toEqual([0o600, serversUser]);
    await insertBookings(await storeIn(target), [booking()]);
  });

  test('keeps its age after a restore, and is the one that rehearse restores', async () => {
    const file = await backupOf(await bookingsFolder(bookings(1)));
    const target = await temporaryFolder();
    expect(await restore(file, target)).toMatchObject({ code: 0 });
    expect((await doctor(target)).ok).toContain('backup');
    const old = new Date(Date.now() - 25 * 24 * 60 * 60_000).toISOString();
    runIn(target, `UPDATE timestamps SET at = '${old}' WHERE name = 'backup'`);
    const older = await temporaryFolder();
    expect(await restore(path.join(target, 'bookings.db'), older)).toMatchObject({ code: 0 });
    const { findings } = await doctor(older);
    expect(findings).toContainEqual(
      expect.objectContaining({
        ...{ code: 'backup-old', state: 'wrong' },
        text: expect.stringContaining('600 hours'),
      }),
    );
    expect(await findBackup(await storeIn(older))).toBe(path.join(target, 'bookings.db'));
  });

  test('never overwrites the database itself, and another file only with --force', async () => {
    const folder = await bookingsFolder([booking()]);
    for (const name of ['bookings.db', 'bookings.db-wal']) {
      const { code } = await bookingsCommand(
        ['backup', path.join(folder, name), '--force'],
        folder,
      );
      expect(code).toBe(1);
    }
    expect(idsIn(folder)).toEqual([1]);
    const file = await backupOf(folder);
    const before = readFileSync(file);
    expect((await bookingsCommand(['backup', file], folder)).code).toBe(2);
    expect(readFileSync(file)).toEqual(before);
  });

  test('with --keep removes only older backups in its folder, never the database', async () => {
    const folder = await bookingsFolder([booking()]);
    const file = (name: string) => path.join(folder, name);
    for (const name of ['notes.db', 'letter.txt']) writeFileSync(file(name), 'a letter');
    utimesSync(file('bookings.db'), 0, 0);
    for (const [index, name] of ['1.db', '2.db', '3.db'].entries()) {
      const { code } = await bookingsCommand(['backup', file(name), '--keep', '2'], folder);
      expect(code).toBe(0);
      utimesSync(file(name), 1000 + index, 1000 + index);
    }
    const kept = ['2.db', '3.db', 'bookings.db', 'letter.txt', 'notes.db'];
    expect(readdirSync(folder).sort()).toEqual(kept);
    expect(idsIn(folder)).toEqual([1]);
  });
});

describe('a restore', () => {
  test('restores no erased booking that a record names, and reuses no number', async () => {
    const folder = await bookingsFolder(bookings(4));
    const old = await backupOf(folder);
    await bookingsCommand(['erase', '1', '--yes'], folder);
    // Writes erased.jsonl next to the older backup.
    await bookingsCommand(['backup', path.join(path.dirname(old), 'newer.db')], folder);
    const store = await storeIn(folder);
    await insertBookings(store, [booking({ name: 'Fifth' })]);
    await store.close();
    await bookingsCommand(['erase', '2', '--yes'], folder);

    // Another machine has no record of the second erasure.
    const elsewhere = await bookingsFolder();
    expect((await restore(old, elsewhere)).code).toBe(0);
    expect(idsIn(elsewhere)).toEqual([2, 3, 4]);
    // Here the replaced database has the records, even without its erased.jsonl.
    rmSync(path.join(folder, 'erased.jsonl'));
    expect((await restore(old, folder)).code).toBe(0);
    expect(idsIn(folder)).toEqual([3, 4]);
    await insertBookings(await storeIn(folder), [booking({ name: 'Sixth' })]);
    expect(Math.max(...idsIn(folder).map(Number))).toBeGreaterThan(5);
  });
});

/** A user other than root to run the command. Without root it is the current user. */
const serversUser = process.getuid?.() === 0 ? 65_534 : process.getuid?.();

function giveToServersUser(folder: string): void {
  if (serversUser !== undefined) chownSync(folder, serversUser, process.getgid?.() ?? 0);
}
