import {
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../../server/config/config.ts';
import { insertBookings } from '../../server/store/bookings.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { backupSqlite, restoreSqlite } from '../../server/store/sqlite-backup.ts';
import { databaseFile, isDatabase } from '../../server/store/sqlite-file.ts';
import { rowsIn, runIn, temporaryFolder } from '../support/database.ts';
import { booking, bookings } from '../support/new-bookings.ts';
import { run } from '../support/server-process.ts';

async function openIn(folder: string) {
  const store = await openSqlite({ folder });
  onTestFinished(() => store.close().catch(() => {}));
  return store;
}

/** A folder with a database of this version, which holds one booking. */
async function newDatabase(): Promise<string> {
  const folder = await temporaryFolder();
  const store = await openIn(folder);
  await insertBookings(store, [booking()]);
  await store.close();
  return folder;
}

function contentOf(folder: string): Record<string, Buffer> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name))]),
  );
}

const namesIn = (folder: string) => rowsIn(folder).map(({ name }) => name);

const refused = (code: string) => ({ name: 'DatabaseError', code });

describe('the database', () => {
  test('syncs its log with each commit, and overwrites deleted data', async () => {
    const store = await openIn(await temporaryFolder());
    const settings = [];
    for (const name of ['synchronous', 'journal_mode', 'secure_delete', 'foreign_keys']) {
      const { rows } = await store.read((db) => sql.raw(`PRAGMA ${name}`).execute(db));
      settings.push(...rows);
    }
    // https://sqlite.org/pragma.html#pragma_synchronous: 2 is FULL.
    expect(settings).toEqual([
      { synchronous: 2 },
      { journal_mode: 'wal' },
      { secure_delete: 1 },
      { foreign_keys: 1 },
    ]);
  });

  test('can be read only by its owner', async () => {
    const folder = path.join(await temporaryFolder(), 'deep', 'data');
    await insertBookings(await openIn(folder), [booking()]);
    const modeOf = (file: string) => statSync(file).mode & 0o777;
    expect(modeOf(folder)).toBe(0o700);
    for (const suffix of ['', '-wal', '-shm'])
      expect(modeOf(databaseFile(folder) + suffix)).toBe(0o600);
  });

  test('whose checkpoint was interrupted opens with every booking, and can be checked and backed up', async () => {
    const live = await temporaryFolder();
    const folder = await temporaryFolder();
    const all = bookings(500);
    await insertBookings(await openIn(live), all);
    // A checkpoint first writes page 1, which refers to pages that the file lacks.
    cpSync(live, folder, { recursive: true });
    const file = databaseFile(folder);
    const bytes = readFileSync(file);
    bytes.writeUInt32BE(2 * bytes.readUInt32BE(28), 28);
    writeFileSync(file, bytes);

    expect(isDatabase(file)).toBe(true);
    const backup = databaseFile(await temporaryFolder());
    writeFileSync(backup, '');
    await backupSqlite(folder, backup);
    const names = all.map(({ name }) => name);
    expect(namesIn(path.dirname(backup))).toEqual(names);
    await openIn(folder);
    expect(namesIn(folder)).toEqual(names);
  });

  test('that is missing is not created next to its log, even an empty log', async () => {
    const folder = await newDatabase();
    const file = databaseFile(folder);
    renameSync(file, `${file}.moved`);
    for (const log of ['', 'bookings']) {
      writeFileSync(`${file}-wal`, log);
      await expect(openSqlite({ folder })).rejects.toMatchObject(refused('missing'));
    }
    expect(readdirSync(folder).toSorted()).toEqual(['bookings.db-wal', 'bookings.db.moved']);
  });
});

/** Opens the folder's database as another user, who reads the program first. Prints the error. */
const openAsOther = `
  import { openSqlite } from './server/store/sqlite.ts';
  process.setuid(65534);
  await openSqlite({ folder: process.argv[1], create: false }).catch(console.log)`;

test.runIf(process.getuid?.() === 0).each([
  ['folder', 0o700],
  ['file', 0o755],
])('a command of another user reports that the %s is closed, not missing', async (_, mode) => {
  const folder = await newDatabase();
  chmodSync(folder, mode);
  const { ended, stdout } = run(root, ['--input-type=module', '-e', openAsOther, folder]);
  expect(await ended).toBe(0);
  expect(stdout()).toContain("code: 'unusable'");
});

const newer = "INSERT INTO kysely_migration VALUES ('9999_newer', '2027')";

const theirTrigger = `CREATE TRIGGER theirs AFTER INSERT ON booking_requests
  BEGIN DELETE FROM deliveries; END`;

describe('a file is refused with a clear error and left unchanged', () => {
  async function expectRefusal(folder: string, code: string) {
    const before = contentOf(folder);
    await expect(openSqlite({ folder })).rejects.toMatchObject(refused(code));
    expect(contentOf(folder)).toEqual(before);
  }

  // 0x4c6f6465 and 0x4c6d726b are the marks of development versions.
  test.each([0, 7, 0x4c6f6465, 0x4c6d726b])(
    'when another program with the mark %i wrote it',
    async (mark) => {
      const folder = await temporaryFolder();
      runIn(folder, `CREATE TABLE t (a); PRAGMA application_id = ${mark}`);
      await expectRefusal(folder, 'other-program');
    },
  );

  test('when a newer version wrote it', async () => {
    const folder = await newDatabase();
    runIn(folder, newer);
    await expectRefusal(folder, 'newer-version');
  });

  test('when it is not a database, or is damaged after its header', async () => {
    const [letter, damaged] = [await temporaryFolder(), await newDatabase()];
    writeFileSync(databaseFile(letter), 'a letter, not a database');
    writeFileSync(databaseFile(damaged), readFileSync(databaseFile(damaged)).fill(0xaa, 100));
    for (const folder of [letter, damaged]) await expectRefusal(folder, 'unusable');
  });
});

describe('a restore', () => {
  /** Backs up the folder's database into a separate file. */
  async function backupOf(folder: string): Promise<string> {
    const backup = path.join(await temporaryFolder(), 'backup.db');
    writeFileSync(backup, '');
    await backupSqlite(folder, backup);
    return backup;
  }

  test.each([
    ['an empty file', '', true],
    ['a file that lacks a table', 'DROP TABLE timestamps', false],
    ['a file that lacks an index', 'DROP INDEX booking_requests_values', false],
    ['a file with a trigger of another program', theirTrigger, false],
    ['a file with a table of another program', 'CREATE TABLE theirs (a)', false],
    ['a file of a newer version', newer, false],
    ['a file with another mark', 'PRAGMA application_id = 7', false],
  ] as const)('refuses %s and changes nothing', async (_, statements, isFresh) => {
    const folder = await newDatabase();
    const from = isFresh ? await temporaryFolder() : await newDatabase();
    const backup = databaseFile(from);
    if (statements === '') writeFileSync(backup, '');
    else runIn(from, statements);
    const before = [contentOf(folder), readFileSync(backup)];
    await expect(restoreSqlite(folder, backup)).rejects.toMatchObject(refused('not-restorable'));
    expect([contentOf(folder), readFileSync(backup)]).toEqual(before);
  });

  test('refuses a damaged backup or an open database, and replaces a damaged one', async () => {
    const folder = await newDatabase();
    const backup = await backupOf(folder);
    const store = await openIn(folder);
    await expect(restoreSqlite(folder, backup)).rejects.toMatchObject(refused('open-elsewhere'));
    await store.close();
    const bytes = readFileSync(backup);
    const damaged = `${backup}.damaged`;
    writeFileSync(damaged, bytes.fill(0xaa, 4096));
    await expect(restoreSqlite(folder, damaged)).rejects.toMatchObject(refused('not-restorable'));
    writeFileSync(databaseFile(folder), bytes);
    writeFileSync(`${databaseFile(folder)}-wal`, 'log');
    const kept = await restoreSqlite(folder, backup);
    expect(readdirSync(folder)).toContain(`${kept}-wal`);
    expect(namesIn(folder)).toEqual([booking().name]);
    rmSync(databaseFile(folder));
    expect(await restoreSqlite(folder, backup)).toBeUndefined();
    expect(namesIn(folder)).toEqual([booking().name]);
  });
});
