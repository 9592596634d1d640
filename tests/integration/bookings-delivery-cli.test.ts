import {
  chmodSync,
  chownSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import { openSqlite } from '../../server/store/sqlite/store.ts';
import { ada } from '../support/ada.ts';
import { bookingsCommand } from '../support/bookings-command.ts';
import { rowsIn, temporaryFolder } from '../support/database.ts';
import { catcher, mailTo, receiver } from '../support/delivery.ts';

import { startServer } from '../support/server.ts';
import { run, sharedProgram } from '../support/server-process.ts';
import { webhookSecret } from '../support/webhook-receiver.ts';

const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';

/** A database with these bookings, a mail waiting for each. */
async function folderWith(...rows: (typeof ada)[]) {
  const folder = await temporaryFolder();
  const store = await openSqlite({ folder, channels: ['mail'] });
  if (rows.length > 0) await store.insertBookings(rows);
  await store.close();
  return folder;
}

async function inStore<T>(folder: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqlite({ folder, channels: ['mail'] });
  return work(store).finally(() => store.close());
}

type Store = Awaited<ReturnType<typeof openSqlite>>;

const mailSettings = (SMTP_URL: string) => ({
  SMTP_URL,
  MAIL_FROM: 'website@example.com',
  NOTIFY_EMAIL: 'sales@example.com',
});

async function kill(folder: string): Promise<void> {
  await inStore(folder, async (store) => {
    const acquired = await store.acquireDelivery('mail', 1);
    if (acquired) await store.completeDelivery(acquired, { state: 'dead', error: '550 refused' });
  });
}

describe('bookings list', () => {
  test('filters by words, time and state', async () => {
    const folder = await folderWith(ada, { ...ada, name: 'Grace Hopper' });
    await kill(folder);
    const listed = async (...args: string[]) =>
      JSON.parse((await bookingsCommand(['list', '--json', ...args], folder)).stdout).map(
        ({ id }: { id: number }) => id,
      );
    expect(await listed('--text', 'GRACE')).toEqual([2]);
    expect(await listed('--state', 'dead')).toEqual([1]);
    expect(await listed('--state', 'pending')).toEqual([2]);
    expect(await listed('--since', '1h')).toEqual([2, 1]);
    expect(await listed('--until', '2020-01-31')).toEqual([]);
  });
});

describe('bookings show', () => {
  test('shows a booking with what became of its deliveries', async () => {
    const folder = await folderWith(ada);
    await kill(folder);
    const { code, stdout } = await bookingsCommand(['show', '1'], folder);
    expect(code).toBe(0);
    for (const words of [...Object.values(ada), 'mail', 'dead', '550 refused'])
      expect(stdout).toContain(words);
    const { stdout: json } = await bookingsCommand(['show', '1', '--json'], folder);
    expect(JSON.parse(json)).toMatchObject({ id: 1, ...ada, deliveries: [{ state: 'dead' }] });
  });

  test('says when there is none', async () => {
    const folder = await folderWith();
    expect(await bookingsCommand(['show', '7'], folder)).toMatchObject({
      code: 1,
      stderr: 'There is no booking 7.\n',
    });
  });
});

describe('bookings export', () => {
  test('writes CSV that a spreadsheet takes for text alone', async () => {
    const folder = await folderWith(
      { ...ada, name: '=cmd|"/C calc"!A0', company_name: '+1,2' },
      { ...ada, name: '@SUM', company_name: '-1\r\n=2' },
    );
    const file = path.join(folder, 'all.csv');
    const { code, stdout } = await bookingsCommand(['export', file], folder);
    expect([code, stdout]).toEqual([0, `2 written to ${file}.\n`]);
    const text = readFileSync(file, 'utf8');
    expect(
      text.startsWith(
        `\ufeffid,created_at,${bookingFields.join()},request_id,state,spam_signals,accepted_at\r\n`,
      ),
    ).toBe(true);
    expect(text).toContain(`,"'=cmd|""/C calc""!A0","'+1,2",`);
    expect(text).toContain(`,'@SUM,"'-1\r\n'=2",`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  // So a program reads it that splits at semicolons: a cell, its quotes gone, begins with no formula.
  test.each(['a;"=1+1;b', 'a\n=1+1;b', 'a\n"=1+1";b', 'a;\u200b=1+1', 'a;\t \'"=1', '"\u200b=1'])(
    'writes %j so that no other mark between cells makes a formula of it',
    async (name) => {
      const folder = await folderWith({ ...ada, name, company_name: name });
      const file = path.join(folder, 'all.csv');
      expect((await bookingsCommand(['export', file], folder)).code).toBe(0);
      const [, ...cells] = readFileSync(file, 'utf8').split(/[,;\t\r\n]/);
      expect(cells.filter((cell) => /^[\s"\p{Cf}]*[=+\-@]/u.test(cell))).toEqual([]);
      expect(cells.join()).toContain("'=1");
    },
  );

  test.each(['json', 'ndjson'])(
    'writes %s that can be read back, page after page',
    async (kind) => {
      const folder = await folderWith(...Array.from({ length: 2_500 }, () => ada));
      const file = path.join(folder, `all.${kind}`);
      expect((await bookingsCommand(['export', file], folder)).code).toBe(0);
      const text = readFileSync(file, 'utf8');
      const lines = kind === 'json' ? JSON.parse(text) : text.trimEnd().split('\n').map(parse);
      expect(lines).toHaveLength(2_500);
      expect(lines[0]).toMatchObject({ id: 2_500, ...ada });
    },
  );

  test.each([
    ['csv', 1],
    ['json', 0],
    ['ndjson', 0],
  ])('of nothing is a whole %s file', async (kind, lines) => {
    const folder = await folderWith();
    const file = path.join(folder, `all.${kind}`);
    await bookingsCommand(['export', file], folder);
    const text = readFileSync(file, 'utf8');
    if (kind === 'json') expect(JSON.parse(text)).toEqual([]);
    else expect(text.split('\n').filter(Boolean)).toHaveLength(lines);
  });

  test('replaces no file unless it is told to, and leaves no part behind', async () => {
    const folder = await folderWith(ada);
    const file = path.join(folder, 'all.json');
    writeFileSync(file, 'precious');
    const refused = await bookingsCommand(['export', file], folder);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--force')]);
    expect(readFileSync(file, 'utf8')).toBe('precious');
    expect((await bookingsCommand(['export', file, '--force'], folder)).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(1);
    const nowhere = path.join(folder, 'missing', 'all.json');
    const failed = await bookingsCommand(['export', nowhere], folder);
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringContaining('There is no folder'),
    ]);
    expect(failed.stderr).not.toMatch(/^\s+at /m);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });
});

describe('bookings erase', () => {
  test('erases all of an address for good, bytes and deliveries, and a late repeat stays away', async () => {
    const mails = await catcher();
    const server = await startServer({ channels: [mailTo(mails.url)] });
    const words = { ...ada, name: 'Unmistakable Name', email: 'gone@example.com' };
    await server.post(words, { 'Idempotency-Key': key });
    await server.post({ ...words, email: 'GONE@example.com' });
    await server.post(ada);
    await expect.poll(() => mails.mails.length).toBe(3);
    const erased = await bookingsCommand(['erase', 'gone@example.com', '--yes'], server.folder);
    expect(erased).toMatchObject({ code: 0, stdout: '2 erased.\n' });
    expect(server.rows()).toMatchObject([ada]);
    expect((await server.post(words, { 'Idempotency-Key': key })).status).toBe(201);
    expect(server.rows()).toMatchObject([ada]);
    for (const name of readdirSync(server.folder)) {
      const bytes = readFileSync(path.join(server.folder, name));
      expect(bytes.includes('Unmistakable'), name).toBe(false);
    }
  });

  test('asks first', async () => {
    const folder = await folderWith(ada);
    for (const input of ['', 'n\n', 'perhaps\n']) {
      const { code, stderr } = await bookingsCommand(['erase', '1'], folder, {}, input);
      expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing was erased.')]);
    }
    expect(rowsIn(folder)).toHaveLength(1);
    expect((await bookingsCommand(['erase', '1'], folder, {}, 'y\n')).code).toBe(0);
    expect(rowsIn(folder)).toEqual([]);
  });

  test('says when there is nothing to erase', async () => {
    const folder = await folderWith();
    expect((await bookingsCommand(['erase', 'a@b.c', '--yes'], folder)).code).toBe(1);
    expect((await bookingsCommand(['erase', '1', '--yes'], folder)).code).toBe(1);
  });
});

describe('bookings backup and restore', () => {
  test('take one moment while the server writes, and bring it back whole', async () => {
    const server = await startServer();
    let more = true;
    let booked = 0;
    const booking = (async () => {
      for (; more; booked++) await server.post(ada);
    })();
    await expect.poll(() => booked).toBeGreaterThan(5);
    const folder = await temporaryFolder();
    const file = path.join(folder, 'backup.db');
    giveToServersUser(server.folder);
    expect(await bookingsCommand(['backup', file], server.folder)).toMatchObject({ code: 0 });
    more = false;
    await booking;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(file).uid).toBe(serversUser);
    chmodSync(file, 0o644);
    const target = await folderWith({ ...ada, name: 'Before' });
    giveToServersUser(target);
    const restored = await bookingsCommand(['restore', file, '--yes'], target);
    expect([restored.code, restored.stderr]).toEqual([0, '']);
    const rows = rowsIn(target);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThanOrEqual(booked);
    expect(rows.map(({ id }) => id)).toEqual(rows.map((_, i) => i + 1));
    const [kept = ''] = readdirSync(target).filter((name) => name.includes('before-restore'));
    expect(restored.stdout).toContain(kept);
    const { mode, uid } = statSync(path.join(target, 'bookings.db'));
    expect([mode & 0o777, uid]).toEqual([0o600, serversUser]);
    await inStore(target, (store) => store.insertBookings([ada]));
  });

  test('never go over a database that a server has open', async () => {
    const server = await startServer();
    await server.post(ada);
    const file = path.join(await temporaryFolder(), 'backup.db');
    await bookingsCommand(['backup', file], server.folder);
    const { code, stderr } = await bookingsCommand(['restore', file, '--yes'], server.folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining('stop the server first')]);
    expect((await server.post({ ...ada, name: 'After' })).status).toBe(201);
    expect(server.rows()).toHaveLength(2);
    expect(readdirSync(server.folder).filter((name) => name.includes('restor'))).toEqual([]);
  });

  test('never put a backup in the place of the database itself', async () => {
    const folder = await folderWith(ada);
    for (const name of ['bookings.db', 'bookings.db-wal']) {
      const file = path.join(folder, name);
      const { code, stderr } = await bookingsCommand(['backup', file, '--force'], folder);
      expect([code, stderr]).toEqual([1, expect.stringContaining('is the database itself')]);
    }
    expect(rowsIn(folder)).toHaveLength(1);
  });

  test('replace a damaged database, and read no log of one that is gone', async () => {
    const folder = await folderWith(ada);
    const database = path.join(folder, 'bookings.db');
    const file = path.join(await temporaryFolder(), 'backup.db');
    await bookingsCommand(['backup', file], folder);
    const restore = () => bookingsCommand(['restore', file, '--yes'], folder);
    const aside = () => readdirSync(folder).filter((name) => name.includes('before-restore'));

    writeFileSync(database, Buffer.alloc(100));
    expect(await restore()).toMatchObject({ code: 0, stderr: '' });
    expect(rowsIn(folder)).toHaveLength(1);
    expect(aside()).toContainEqual(expect.stringMatching(/Z$/));

    rmSync(database);
    writeFileSync(`${database}-wal`, 'left behind');
    expect(await restore()).toMatchObject({ code: 0, stderr: '' });
    expect(rowsIn(folder)).toHaveLength(1);
    const logs = aside().filter((name) => name.endsWith('-wal'));
    const texts = logs.map((name) => readFileSync(path.join(folder, name), 'utf8'));
    expect(texts).toContain('left behind');
  });

  test('take nothing that is no backup of ours', async () => {
    const folder = await folderWith(ada);
    const letter = path.join(folder, 'letter.db');
    writeFileSync(letter, 'a letter');
    const damaged = path.join(folder, 'damaged.db');
    await bookingsCommand(['backup', damaged], folder);
    writeFileSync(damaged, readFileSync(damaged).fill(0xaa, 5_000));
    for (const file of [letter, damaged]) {
      const { code, stderr } = await bookingsCommand(['restore', file, '--yes'], folder);
      expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be restored')]);
      expect(stderr).not.toMatch(/^\s+at /m);
    }
    const missing = await bookingsCommand(['restore', 'no-such-file', '--yes'], folder);
    expect([missing.code, missing.stderr]).toEqual([1, 'There is no file no-such-file.\n']);
    expect(rowsIn(folder)).toHaveLength(1);
  });
});

describe('bookings deliver and replay', () => {
  test('deliver what waits, once, and again when it is replayed', async () => {
    const { url, mails } = await catcher();
    const folder = await folderWith(ada, ada);
    await kill(folder);
    const settings = { ...mailSettings(url), LOG_LEVEL: 'silent' };
    const once = () => bookingsCommand(['deliver', '--once'], folder, settings);
    expect(await once()).toMatchObject({ code: 0, stdout: '' });
    expect(mails).toHaveLength(1);
    expect(await bookingsCommand(['replay', '--dead'], folder)).toMatchObject({
      code: 0,
      stdout: '1 to deliver again.\n',
    });
    await once();
    expect(mails).toHaveLength(2);
    await bookingsCommand(['replay', '2'], folder);
    await once();
    expect(mails).toHaveLength(3);
    expect((await bookingsCommand(['replay', '9'], folder)).code).toBe(1);
  });

  test('brings what came before a channel was configured', async () => {
    const { url, mails } = await catcher();
    const server = await startServer();
    await server.post(ada);
    await bookingsCommand(['deliver', '--once'], server.folder, mailSettings(url));
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Call request from Ada Lovelace, Analytical Engines',
    ]);
  });

  test('works until SIGTERM', async () => {
    const { url, mails } = await catcher();
    const folder = await folderWith(ada);
    const worker = run(sharedProgram(), ['server/cli/bookings.ts', 'deliver'], {
      DATA_DIR: folder,
      ...mailSettings(url),
    });
    await expect.poll(() => mails.length).toBe(1);
    // npm passes on what the whole group has got already.
    worker.child.kill('SIGTERM');
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });

  test('says that nothing is configured', async () => {
    const { code, stderr } = await bookingsCommand(['deliver'], await folderWith());
    expect([code, stderr]).toEqual([1, 'No channel is configured: set SMTP_URL or WEBHOOK_URL.\n']);
  });
});

describe('bookings migrate', () => {
  test('makes and updates the database', async () => {
    const folder = path.join(await temporaryFolder(), 'new');
    expect(await bookingsCommand(['migrate'], folder)).toMatchObject({
      code: 0,
      stdout: `${path.join(folder, 'bookings.db')} is up to date.\n`,
    });
    expect(rowsIn(folder)).toEqual([]);
  });
});

describe('bookings doctor', () => {
  test('is content when all is well, and names what is not set', async () => {
    const folder = await folderWith();
    const { code, stdout } = await bookingsCommand(['doctor'], folder, { PORT: '9' });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^warning +channels +none is configured/m);
    expect(stdout).toMatch(/^warning +server +nothing answers at http:\/\/localhost:9/m);
    expect(stdout).toMatch(/^ok +database .*can be written/m);
    expect(stdout).toMatch(/^ok +disk .*MB are free/m);
    expect(stdout).toMatch(/^warning +legal texts +content\/legal\.ts .*\[\[Legal name\]\]/m);
    expect(stdout).toMatch(/^warning +address +SITE_URL is not set/m);
  });

  test('names the address, and all that the server warns of at its start', async () => {
    const settings = {
      SITE_URL: 'https://www.example.com',
      BACKEND_URL: 'https://project.supabase.co/rest/v1',
      CONTACT_EMAIL: 'hello@example.com',
    };
    const { stdout } = await bookingsCommand(['doctor'], await folderWith(), settings);
    expect(stdout).toMatch(/^ok +address +https:\/\/www\.example\.com/m);
    expect(stdout).toMatch(/^warning +data interface +PUBLIC_KEY is not set/m);
    expect(stdout).toMatch(/^ok +mail address +hello@example\.com/m);
  });

  test('tells a server that was started with other settings', async () => {
    const server = await startServer();
    const { hostname: HOST, port: PORT } = new URL(server.url);
    const folder = await folderWith();
    const settled = await bookingsCommand(['doctor'], folder, { HOST, PORT });
    expect([settled.code, settled.stdout]).toEqual([
      0,
      expect.stringMatching(/^ok +server +answers at/m),
    ]);
    const settings = { HOST, PORT, ...mailSettings('smtp://127.0.0.1:9') };
    const { code, stdout } = await bookingsCommand(['doctor'], folder, settings);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^wrong +server .*Restart it/m)]);
  });

  test('exits with 1 when a delivery is dead', async () => {
    const folder = await folderWith(ada);
    await kill(folder);
    const { code, stdout } = await bookingsCommand(['doctor'], folder);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^wrong +by mail +1 dead/m)]);
  });

  test('is content with what the operator says is done', async () => {
    const folder = await folderWith(ada);
    await kill(folder);
    const said = await bookingsCommand(['done', '--dead'], folder);
    expect([said.code, said.stdout]).toEqual([0, '1 done.\n']);
    expect((await bookingsCommand(['doctor'], folder)).code).toBe(0);
    const again = await bookingsCommand(['done', '1'], folder);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining('Nothing of booking 1'),
    ]);
  });

  test('exits with 1 when a delivery waits for a channel that is not configured any more', async () => {
    const folder = await temporaryFolder();
    const before = () => Date.now() - 90 * 60_000;
    const store = await openSqlite({ folder, channels: ['mail'], now: before });
    await store.insertBookings([ada]);
    await store.close();
    const { code, stdout } = await bookingsCommand(['doctor'], folder);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^wrong +by mail .*not configured/m)]);
  });

  test('exits with 1 when a delivery waits longer than DELIVERY_LATE_MINUTES', async () => {
    const folder = await temporaryFolder();
    const before = () => Date.now() - 30 * 60_000;
    const store = await openSqlite({ folder, channels: ['mail'], now: before });
    await store.insertBookings([ada]);
    await store.close();
    const settings = mailSettings('smtp://127.0.0.1:9');
    expect((await bookingsCommand(['doctor'], folder, settings)).code).toBe(0);
    const late = { ...settings, DELIVERY_LATE_MINUTES: '29' };
    const { code, stdout } = await bookingsCommand(['doctor', '--json'], folder, late);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toContainEqual({
      what: 'by mail',
      state: 'wrong',
      text: expect.stringContaining('longer than DELIVERY_LATE_MINUTES (29)'),
    });
  });

  test('exits with 1 when bookings from before a channel was configured wait too long for it', async () => {
    const folder = await temporaryFolder();
    const store = await openSqlite({ folder, now: () => Date.now() - 30 * 60_000 });
    await store.insertBookings([ada]);
    await store.close();
    const settings = mailSettings('smtp://127.0.0.1:9');
    const soon = await bookingsCommand(['doctor'], folder, settings);
    expect([soon.code, soon.stdout]).toEqual([
      0,
      expect.stringMatching(/^ok +bookings +1 have no/m),
    ]);
    const late = { ...settings, DELIVERY_LATE_MINUTES: '29' };
    const { code, stdout } = await bookingsCommand(['doctor'], folder, late);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^wrong +bookings +1 have no/m)]);
  });

  test('exits with 1 without a database, or with one that cannot be opened', async () => {
    const folder = await temporaryFolder();
    expect((await bookingsCommand(['doctor'], folder)).code).toBe(1);
    writeFileSync(path.join(folder, 'bookings.db'), 'a letter');
    const { code, stdout } = await bookingsCommand(['doctor'], folder);
    expect([code, stdout]).toEqual([1, expect.stringContaining('is not an SQLite database')]);
  });

  test('sends a test through each channel and tells what the other side said', async () => {
    const { url, mails } = await catcher();
    const hooks = await receiver();
    const folder = await folderWith();
    const settings = {
      ...mailSettings(url),
      WEBHOOK_URL: hooks.url,
      WEBHOOK_SECRET: webhookSecret,
    };
    const sent = await bookingsCommand(['doctor', '--send-test'], folder, settings);
    expect(sent.code).toBe(0);
    expect(sent.stdout).toMatch(/^ok +test by mail +sent; the answer: 250 Ok: caught/m);
    expect(sent.stdout).toMatch(/^ok +test by webhook +sent; the answer: HTTP 204/m);
    expect(mails).toMatchObject([{ subject: 'Test from Lodemark' }]);
    expect(hooks.hooks).toMatchObject([{ event: { type: 'booking.test', data: {} } }]);
    hooks.status = 403;
    const refused = await bookingsCommand(['doctor', '--send-test'], folder, settings);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/^wrong +test by webhook +HTTP 403/m);
  });
});

/** Another than root, which the command may be run by; without root it is ourselves. */
const serversUser = process.getuid?.() === 0 ? 65_534 : process.getuid?.();

function giveToServersUser(folder: string): void {
  if (serversUser !== undefined) chownSync(folder, serversUser, process.getgid?.() ?? 0);
}

function parse(line: string): unknown {
  return JSON.parse(line);
}
