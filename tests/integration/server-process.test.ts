import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { rowsIn, temporaryFolder } from '../support/database.ts';
import { closeServer, listen } from '../support/free-port.ts';
import {
  book,
  copyProgram,
  run,
  runServer,
  runWithData,
  sharedProgram,
} from '../support/server-process.ts';

describe('the server', () => {
  test('serves the built site, and prints its address and the recipients of leads', async () => {
    const folder = await copyProgram();
    const server = await runServer(folder);
    const page = await fetch(server.url);
    expect(await page.text()).toContain('Landing hello@lodemark.example');
    expect((await fetch(`${server.url}/icon.svg`)).headers.get('content-type')).toBe(
      'image/svg+xml; charset=utf-8',
    );
    await expect.poll(() => server.stdout()).toContain(path.join(folder, 'data', 'bookings.db'));
    await expect.poll(() => server.stdout()).toContain('SMTP_URL');
    expect(server.stdout()).not.toContain('SITE_URL');
    expect(server.stderr()).toBe('');
  });

  test('ends with 0 on a signal, which npm repeats', async () => {
    const server = await runWithData();
    expect((await book(server.url)).status).toBe(201);
    for (let times = 0; times < 2; times += 1) server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(rowsIn(server.data)).toMatchObject([ada]);
  });
});

describe('the start stops with a clear error, exit code 1 and no stack', () => {
  async function failureOf(environment: Record<string, string>, folder = sharedProgram()) {
    const { ended, stderr } = run(folder, ['server/main.ts'], {
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: await temporaryFolder(),
      ...environment,
    });
    expect(await ended).toBe(1);
    expect(stderr()).not.toMatch(/^\s+at /m);
    return stderr();
  }

  test('when .env has an unknown name, with all other errors', async () => {
    const folder = await copyProgram();
    writeFileSync(path.join(folder, '.env'), 'MAIL_URL=resend://hush@host\nNOTIFY_EMAIL=nobody\n');
    const lines = (await failureOf({}, folder)).trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['MAIL_URL', 'NOTIFY_EMAIL']);
    expect(lines.join()).not.toContain('hush');
  });

  test('when the port is taken', async () => {
    const other = createServer();
    onTestFinished(() => closeServer(other));
    const port = await listen(other);
    expect(await failureOf({ PORT: `${port}` })).toContain(`127.0.0.1:${port}`);
  });

  test('when nothing can be done at DATA_DIR', async () => {
    expect(await failureOf({ DATA_DIR: '/dev/null/data' })).toContain('DATA_DIR');
  });

  test('when the site is not built', async () => {
    expect(await failureOf({}, await copyProgram({ built: false }))).toContain('npm run build');
  });
});

const hasTerminal = spawnSync('script', ['--version']).status === 0;

test.runIf(hasTerminal)(
  'on a terminal the start prints four lines, and then only problems (needs script)',
  async () => {
    const environment = { DATA_DIR: await temporaryFolder(), HOST: '127.0.0.1', PORT: '0' };
    const command = `exec "${process.execPath}" server/main.ts`;
    const terminal = run(sharedProgram(), ['-qec', command, '/dev/null'], environment, 'script');
    await expect.poll(() => terminal.stdout()).toContain('./lodemark doctor');
    const [, url = ''] = /(http:\S+)/.exec(terminal.stdout()) ?? [];
    expect((await book(url)).status).toBe(201);
    rmSync(environment.DATA_DIR, { recursive: true });
    expect((await book(url)).status).toBe(503);
    await expect.poll(() => terminal.stdout()).toContain(' ERROR ');
    const lines = terminal.stdout().split(/\r?\n/).filter(Boolean);
    expect(lines.slice(0, 5)).toEqual([
      expect.stringContaining(url),
      expect.stringContaining('HOST is 127.0.0.1'),
      expect.stringContaining(`${environment.DATA_DIR}/bookings.db`),
      expect.stringContaining('SMTP_URL, WEBHOOK_URL or CHAT_URL'),
      expect.stringContaining('./lodemark doctor'),
    ]);
    expect(lines[5]).toContain(' ERROR ');
  },
);
