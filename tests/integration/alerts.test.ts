import { rmSync, symlinkSync, utimesSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createWatch } from '../../server/alerts/watch.ts';
import { checkConfig } from '../../server/config/config.ts';
import { openSqlite } from '../../server/store/sqlite/store.ts';
import { ada } from '../support/ada.ts';
import { alertReceiver } from '../support/alerts.ts';
import {
  bookingsCommand,
  bookingsFolder,
  folderWithDeadMail,
  storeIn,
} from '../support/bookings-command.ts';
import { corrupt, temporaryFolder } from '../support/database.ts';
import { catcher, hour, mailSettings } from '../support/delivery.ts';
import { freePort, listen } from '../support/free-port.ts';
import { temporaryDatabase } from '../support/postgres-database.ts';
import { runServer, sharedProgram } from '../support/server-process.ts';

/** An installation with its own port, and both ways to a person. */
async function installation(folder: string, more: Record<string, string> = {}) {
  const mail = await catcher();
  const hook = await alertReceiver();
  const settings: Record<string, string> = {
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    ...mailSettings(mail.url),
    ALERT_EMAIL: 'admin@example.com',
    ALERT_WEBHOOK_URL: hook.url,
    ...more,
  };
  return {
    settings,
    mails: mail.mails,
    hook,
    start: () => runServer(sharedProgram(), settings),
    doctor: async (changed: Record<string, string> = {}, ...options: string[]) => {
      const args = ['doctor', '--alert', ...options];
      const { code, stdout } = await bookingsCommand(args, folder, { ...settings, ...changed });
      return [code, stdout];
    },
    /** What was told by the webhook: the kinds and states. */
    told: () => hook.alerts.map(({ kind, state }) => `${kind} ${state}`),
  };
}

/** As if the database's trouble had begun long ago. */
function letTimePass(folder: string): void {
  utimesSync(`${folder}/database.trouble`, 0, 0);
}

async function stop({ child, ended }: Awaited<ReturnType<typeof runServer>>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

describe('doctor --alert', () => {
  test('fails when the server is down, and tells so once by mail and webhook, and once that it is over', async () => {
    const { start, doctor, told, mails, hook } = await installation(await bookingsFolder());
    const server = await start();
    expect(await doctor()).toEqual([0, expect.stringMatching(/^ok +server +answers at/m)]);
    expect(told()).toEqual([]);
    await stop(server);
    const down = [1, expect.stringMatching(/^wrong +server +nothing answers at .*start it/m)];
    expect(await doctor()).toEqual(down);
    expect(await doctor()).toEqual(down);
    expect(await doctor({}, '--no-server')).toContain(0);
    expect(told()).toEqual(['server trouble']);
    expect(hook.alerts[0]?.text).toContain('the server does not answer');
    await start();
    expect(await doctor()).toContain(0);
    expect(await doctor()).toContain(0);
    expect(told()).toEqual(['server trouble', 'server over']);
    expect(mails.map(({ subject, to }) => [subject, to?.[0]?.address])).toEqual([
      [expect.stringContaining('the server does not answer'), 'admin@example.com'],
      [expect.stringContaining('the server answers again'), 'admin@example.com'],
    ]);
  });

  test.each([
    [
      'an HTTP server',
      () => createHttpServer((_, response) => response.end('{"status":"ok","deliveries":"ok"}')),
    ],
    ['a server of another protocol', () => createServer((socket) => socket.end('SSH-2.0-x\r\n'))],
  ])('knows %s at the port from its own', async (_, create) => {
    const { settings, doctor, told } = await installation(await bookingsFolder());
    const other = create();
    await listen(other, Number(settings.PORT));
    onTestFinished(() => void other.close());
    expect(await doctor()).toEqual([1, expect.stringContaining('but it is another program')]);
    expect(told()).toEqual(['server trouble']);
  });

  test('knows another installation, and the same one that was started with other settings', async () => {
    const { start, doctor, told } = await installation(await bookingsFolder());
    await start();
    const DATA_DIR = await bookingsFolder();
    const other = await doctor({ DATA_DIR });
    expect(other).toEqual([1, expect.stringContaining('but it is another installation')]);
    const changed = await doctor({ NOTIFY_EMAIL: 'new@example.com' });
    expect(changed).toEqual([1, expect.stringContaining('runs with other settings than these')]);
    // Each folder remembers what was told about it.
    expect(told()).toEqual(['server trouble', 'doctor trouble']);
    expect(await doctor()).toContain(0);
  });

  test('tells again when more is wrong than was told, and once when all of it is over', async () => {
    const { start, doctor, told } = await installation(await bookingsFolder());
    await start();
    const changed = { NOTIFY_EMAIL: 'new@example.com' };
    await doctor(changed);
    expect(told()).toEqual(['doctor trouble']);
    for (let again = 0; again < 2; again++)
      await doctor({ ...changed, SITE_URL: 'http://localhost:9' });
    await doctor(changed);
    expect(told()).toEqual(['doctor trouble', 'doctor trouble']);
    expect(await doctor()).toContain(0);
    expect(told().slice(2)).toEqual(['doctor over']);
  });

  test('takes two servers on one database for one installation', async () => {
    const DATABASE_URL = await temporaryDatabase();
    const { start, doctor } = await installation(await bookingsFolder(), { DATABASE_URL });
    await start();
    const PORT = String(await freePort());
    await runServer(sharedProgram(), { ...(await installation('')).settings, PORT, DATABASE_URL });
    expect(await doctor()).toContain(0);
    expect(await doctor({ PORT })).toEqual([1, expect.stringContaining('other settings')]);
  });

  test('tells by what is left while mail fails, and fails itself where nothing is', async () => {
    const folder = await folderWithDeadMail(ada);
    const { doctor, told, hook } = await installation(folder, mailSettings('smtp://127.0.0.1:9'));
    const alone = await doctor({ ALERT_WEBHOOK_URL: '' }, '--no-server');
    expect(alone).toEqual([1, expect.stringMatching(/^wrong +alerts +did not go out by mail: /m)]);
    expect(alone[1]).toMatch(/^warning +alerts +Alarms go by mail alone/m);
    hook.status = 500;
    expect(await doctor({}, '--no-server')).toEqual([1, expect.stringContaining('HTTP 500')]);
    expect(told()).toEqual([]);
    hook.status = 200;
    expect(await doctor({}, '--no-server')).toContain(1);
    expect(await doctor({}, '--no-server')).toContain(1);
    expect(told()).toEqual(['deliveries trouble']);
  });

  test('tells that the last backup is old, where one was ever made', async () => {
    const folder = await bookingsFolder();
    const { doctor, told } = await installation(folder);
    const never = await doctor({}, '--no-server');
    expect(never).toEqual([0, expect.stringMatching(/^warning +backup +none was ever made/m)]);
    const store = await openSqlite({ folder, now: () => Date.now() - 50 * hour });
    await store.recordCopy('/backups/2026-01-31.db');
    await store.close();
    await bookingsCommand(['export', `${folder}/new.csv`], folder);
    const late = await doctor({}, '--no-server');
    expect(late).toEqual([1, expect.stringMatching(/^wrong +backup .* 50 hours ago/m)]);
    expect(told()).toEqual(['backup trouble']);
    await bookingsCommand(['backup', `${folder}/new.db`], folder);
    expect(await doctor({}, '--no-server')).toContain(0);
    expect(told()).toEqual(['backup trouble', 'backup over']);
  });
});

describe('a server that runs', () => {
  test('tells of dead deliveries once, also after a restart and beside doctor, and when they are done', async () => {
    const folder = await folderWithDeadMail(ada);
    const { start, doctor, told, mails } = await installation(folder);
    const server = await start();
    await expect.poll(told).toEqual(['deliveries trouble']);
    await expect.poll(() => mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(' 1 dead and 0 waiting');
    expect(await doctor()).toContain(1);
    await stop(server);
    await bookingsCommand(['done', '--dead'], folder);
    await start();
    await expect.poll(told).toEqual(['deliveries trouble', 'deliveries over']);
    expect(await doctor()).toContain(0);
    expect(told()).toHaveLength(2);
  });

  test('tells once of a database that a later look cannot write either, whatever starts again beside it', async () => {
    const folder = await bookingsFolder([ada]);
    corrupt(folder, 'booking_requests');
    const { settings, doctor, told } = await installation(folder);
    const store = await storeIn(folder);
    const log = pino({ level: 'silent' });
    const start = () => createWatch(checkConfig(settings, folder), store, log);
    const { signal } = new AbortController();
    for (let i = 0; i < 2; i++) await start()?.(signal);
    expect(await doctor({}, '--no-server')).toContain(1);
    expect(told()).toEqual([]);
    letTimePass(folder);
    for (let i = 0; i < 2; i++) await start()?.(signal);
    expect(await doctor({}, '--no-server')).toContain(1);
    expect(told()).toEqual(['database trouble']);
  });

  test('is known to doctor while it answers and cannot store', async () => {
    const folder = await bookingsFolder([ada]);
    corrupt(folder, 'booking_requests');
    const { start, doctor, told } = await installation(folder);
    await start();
    expect(await doctor()).toEqual([1, expect.stringMatching(/^wrong +server .*cannot store/m)]);
    expect(told()).toEqual([]);
    letTimePass(folder);
    expect(await doctor()).toContain(1);
    expect(told()).toEqual(['database trouble']);
  });

  test('tells once where nothing can be remembered on disk', async () => {
    const place = await temporaryFolder();
    const folder = path.join(place, 'data');
    const { settings, told } = await installation(folder);
    const store = await openSqlite({ folder });
    rmSync(place, { recursive: true });
    // A store that starts again, as on a busy machine, would make the folder anew: not behind such a link.
    symlinkSync('/nonexistent/folder', place);
    const look = createWatch(checkConfig(settings, folder), store, pino({ level: 'silent' }));
    for (let i = 0; i < 4; i++) await look?.(new AbortController().signal);
    expect(told()).toEqual(['database trouble']);
    await store.close();
  });
});
