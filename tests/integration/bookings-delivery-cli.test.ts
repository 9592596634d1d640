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
import type { LeadEvent } from '../../booking/lead.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { ada } from '../support/ada.ts';
import {
  bookingsCommand,
  bookingsFolder,
  bookingsProcess,
  doctor,
  folderWithDeadMail,
} from '../support/bookings-command.ts';
import { rowsIn, temporaryFolder } from '../support/database.ts';
import { catcher, hour, mailSettings, receiver } from '../support/delivery.ts';
import { startServer } from '../support/server.ts';
import { run, sharedProgram } from '../support/server-process.ts';
import { webhookSecret } from '../support/webhook-receiver.ts';

const sales = 'mail:sales@example.com';

/** No mail server listens there. */
const deadMail = mailSettings('smtp://127.0.0.1:9');

describe('backup and restore', () => {
  test('take one moment while the server writes, and bring it back whole', async () => {
    const server = await startServer();
    let more = true;
    let booked = 0;
    const booking = (async () => {
      for (; more; booked++) await server.post(ada);
    })();
    await expect.poll(() => booked).toBeGreaterThan(5);
    const file = path.join(await temporaryFolder(), 'backup.db');
    giveToServersUser(server.folder);
    expect(await bookingsCommand(['backup', file], server.folder)).toMatchObject({ code: 0 });
    more = false;
    await booking;
    const { mode, uid } = statSync(file);
    expect([mode & 0o777, uid]).toEqual([0o600, serversUser]);
    chmodSync(file, 0o644);

    const target = await bookingsFolder([{ ...ada, name: 'Before' }]);
    giveToServersUser(target);
    const restored = await bookingsCommand(['restore', file, '--yes'], target);
    expect([restored.code, restored.stderr]).toEqual([0, '']);
    const ids = rowsIn(target).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(5);
    expect(ids.length).toBeLessThanOrEqual(booked);
    expect(ids).toEqual(ids.map((_, index) => index + 1));
    const [kept = ''] = readdirSync(target).filter((name) => name.includes('before-restore'));
    expect(restored.stdout).toContain(kept);
    const database = statSync(path.join(target, 'bookings.db'));
    expect([database.mode & 0o777, database.uid]).toEqual([0o600, serversUser]);
    const store = await openSqlite({ folder: target });
    await store.insertBookings([ada]);
    await store.close();
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
    const folder = await bookingsFolder([ada]);
    for (const name of ['bookings.db', 'bookings.db-wal']) {
      const file = path.join(folder, name);
      const { code, stderr } = await bookingsCommand(['backup', file, '--force'], folder);
      expect([code, stderr]).toEqual([1, expect.stringContaining('is the database itself')]);
    }
    expect(rowsIn(folder)).toHaveLength(1);
  });

  test('replace a damaged database, and read no log of one that is gone', async () => {
    const folder = await bookingsFolder([ada]);
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
    const folder = await bookingsFolder([ada]);
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
    expect(missing).toMatchObject({ code: 1, stderr: 'There is no file no-such-file.\n' });
    expect(rowsIn(folder)).toHaveLength(1);
  });
});

describe('deliver and replay', () => {
  test('deliver what waits, once, and again when it is replayed', async () => {
    const { url, mails } = await catcher();
    const folder = await folderWithDeadMail(ada, ada);
    const settings = { ...mailSettings(url), LOG_LEVEL: 'silent' };
    const once = () => bookingsProcess(['deliver', '--once'], folder, settings);
    expect(await once()).toMatchObject({ code: 0, stdout: '' });
    expect(mails).toHaveLength(1);
    const replayed = await bookingsCommand(['replay', '--dead'], folder);
    expect(replayed).toMatchObject({ code: 0, stdout: '1 to deliver again.\n' });
    expect((await bookingsCommand(['show', '1'], folder)).stdout).toMatch(/cli +replayed/);
    await once();
    expect(mails).toHaveLength(2);
    await bookingsCommand(['replay', '2'], folder);
    await once();
    expect(mails).toHaveLength(3);
    expect((await bookingsCommand(['replay', '9'], folder)).code).toBe(1);
  });

  test('and done take several bookings, and the deliveries of one channel', async () => {
    const rows = Array.from({ length: 5 }, () => ada);
    const folder = await bookingsFolder(rows, { channels: ['mail', 'webhook'] });
    const command = (...args: string[]) => bookingsCommand(args, folder);
    const some = await command('done', '4-7', '1', '--channel', 'mail');
    expect(some).toEqual({ code: 1, stdout: '3 done.\n', stderr: 'Not found: 6, 7.\n' });
    expect(await command('done', '--channel', 'mail')).toMatchObject({ stdout: '2 done.\n' });
    expect(await command('done', '--dead')).toMatchObject({ code: 0, stdout: '0 done.\n' });
    const again = await command('replay', '1-2');
    expect(again).toMatchObject({ code: 0, stdout: '4 to deliver again.\n' });
    const none = await command('replay', '1-2', '--dead');
    expect(none).toMatchObject({ code: 1, stderr: '0 to deliver again: show ID tells why.\n' });
    const historyOf = async (id: string) => {
      const { events } = JSON.parse((await command('show', id, '--json')).stdout);
      return events.map(({ who, action }: LeadEvent) => `${who} ${action}`);
    };
    expect(await historyOf('2')).toEqual(['cli replayed']);
    expect(await historyOf('3')).toEqual([]);
  });

  test('work until SIGTERM, and say that nobody is told of trouble', async () => {
    const { url, mails } = await catcher();
    const folder = await bookingsFolder([ada]);
    const settings = { DATA_DIR: folder, ...mailSettings(url) };
    const worker = run(sharedProgram(), ['server/cli/bookings.ts', 'deliver'], settings);
    await expect.poll(() => mails.length).toBe(1);
    // npm passes on what the whole group has got already.
    worker.child.kill('SIGTERM');
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(worker.stdout()).toContain('Alarms are off');
  });

  test('say that nothing is configured', async () => {
    expect(await bookingsCommand(['deliver'], await bookingsFolder())).toMatchObject({
      code: 1,
      stderr: 'No channel is configured: set SMTP_URL, WEBHOOK_URL or CHAT_URL.\n',
    });
  });
});

test('migrate makes the database, and leaves one of this version as it is', async () => {
  const folder = path.join(await temporaryFolder(), 'new');
  for (const _ of ['makes', 'leaves']) {
    expect(await bookingsCommand(['migrate'], folder)).toMatchObject({
      code: 0,
      stdout: `${path.join(folder, 'bookings.db')} is up to date.\n`,
    });
  }
  expect(rowsIn(folder)).toEqual([]);
});

describe('doctor', () => {
  /** When bookings came that have waited for a while. */
  const minutesAgo = (minutes: number) => ({ now: () => Date.now() - minutes * 60_000 });

  test('finds nothing wrong where all is well, and warns of what the server warns of', async () => {
    const BACKEND_URL = 'https://project.supabase.co/rest/v1';
    const plain = await doctor(await bookingsFolder());
    expect([plain.code, plain.wrong]).toEqual([0, []]);
    expect(plain.ok).toEqual(['settings', 'database', 'disk']);
    const content = ['address', 'name', 'legal-texts', 'mail-address'];
    expect(plain.warning).toEqual(['no-channel', 'no-alarms', ...content, 'no-backup']);
    const settings = { BACKEND_URL, ...deadMail, ALERT_EMAIL: 'admin@example.com' };
    const hosted = await doctor(await bookingsFolder(), settings);
    expect(hosted.ok).toContain('channel');
    expect(hosted.warning).toContain('data-interface');
    for (const code of ['no-channel', 'no-alarms']) expect(hosted.warning).not.toContain(code);
  });

  test('exits with 1 when a delivery is dead, until the operator marks it as done', async () => {
    const folder = await folderWithDeadMail(ada);
    expect(await doctor(folder)).toMatchObject({ code: 1, wrong: ['delivery-dead'] });
    const done = await bookingsCommand(['done', '--dead'], folder);
    expect(done).toMatchObject({ code: 0, stdout: '1 done.\n' });
    expect(await doctor(folder)).toMatchObject({ code: 0, wrong: [] });
    const { code, stderr } = await bookingsCommand(['done', '1'], folder);
    expect([code, stderr]).toEqual([1, '0 done: show ID tells why.\n']);
  });

  test('exits with 1 when a delivery waits longer than an hour', async () => {
    const recent = await bookingsFolder([ada], { channels: [sales], ...minutesAgo(50) });
    expect(await doctor(recent, deadMail)).toMatchObject({ code: 0, wrong: [] });
    const folder = await bookingsFolder([ada], { channels: [sales], ...minutesAgo(61) });
    const late = { code: 1, wrong: ['delivery-late'] };
    expect(await doctor(folder, deadMail)).toMatchObject(late);
    // Also for a channel that is not set any more.
    expect(await doctor(folder)).toMatchObject(late);
  });

  test('exits with 1 when bookings from before a channel was configured wait too long for it', async () => {
    const recent = await bookingsFolder([ada], minutesAgo(50));
    expect(await doctor(recent, deadMail)).toMatchObject({ code: 0, wrong: [] });
    const late = await doctor(await bookingsFolder([ada], minutesAgo(61)), deadMail);
    expect(late).toMatchObject({ code: 1, wrong: ['no-delivery'] });
  });

  test('exits with 1 without a database, or with one that cannot be opened', async () => {
    const folder = await temporaryFolder();
    expect(await doctor(folder)).toMatchObject({ code: 1, wrong: ['database-unusable'] });
    writeFileSync(path.join(folder, 'bookings.db'), 'a letter');
    expect(await doctor(folder)).toMatchObject({ code: 1, wrong: ['database-unusable'] });
  });

  test('exits with 1 when the last backup is older than 48 hours', async () => {
    const folder = await bookingsFolder();
    const store = await openSqlite({ folder, now: () => Date.now() - 50 * hour });
    await store.recordCopy('/backups/2026-01-31.db');
    await store.close();
    await bookingsCommand(['export', path.join(folder, 'new.csv')], folder);
    expect(await doctor(folder)).toMatchObject({ code: 1, wrong: ['backup-old'] });
    await bookingsCommand(['backup', path.join(folder, 'new.db')], folder);
    expect((await doctor(folder)).ok).toContain('backup');
  });

  test('sends a test through each channel and shows what the other side answered', async () => {
    const { url, mails } = await catcher();
    const hooks = await receiver();
    const webhook = { WEBHOOK_URL: hooks.url, WEBHOOK_SECRET: webhookSecret };
    const settings = { ...mailSettings(url), ...webhook };
    const folder = await bookingsFolder();
    const sent = await doctor(folder, settings, '--send-test');
    expect(sent.code).toBe(0);
    expect(sent.findings.filter(({ code }) => code === 'test')).toMatchObject([
      { channel: sales, text: expect.stringContaining('250 Ok: caught') },
      { channel: 'webhook', text: expect.stringContaining('HTTP 204') },
    ]);
    expect(mails).toMatchObject([{ subject: 'Test from Lodemark' }]);
    expect(hooks.hooks).toMatchObject([{ event: { type: 'booking.test', data: {} } }]);
    hooks.status = 403;
    const refused = await doctor(folder, settings, '--send-test');
    expect(refused).toMatchObject({ code: 1, wrong: ['test-failed'] });
  });

  test('prints a table for a person', async () => {
    const { stdout } = await bookingsCommand(['doctor'], await folderWithDeadMail(ada));
    expect(stdout).toMatch(/^wrong +delivery-dead +1 dead by mail:sales@example\.com/m);
  });
});

/** Another than root, by whom the command may be run; without root it is ourselves. */
const serversUser = process.getuid?.() === 0 ? 65_534 : process.getuid?.();

function giveToServersUser(folder: string): void {
  if (serversUser !== undefined) chownSync(folder, serversUser, process.getgid?.() ?? 0);
}
