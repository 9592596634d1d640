import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqlite } from '../../server/store/sqlite/store.ts';
import { ada } from '../support/ada.ts';
import { bookingsCommand } from '../support/bookings-command.ts';
import { temporaryFolder } from '../support/database.ts';
import { startServer } from '../support/server.ts';
import { sharedProgram } from '../support/server-process.ts';

const bookings = (args: string[], folder = '/nonexistent') => bookingsCommand(args, folder);

async function folderWith(rows: (typeof ada)[], now = () => Date.UTC(2026, 0, 2, 3, 4, 5, 6)) {
  const folder = await temporaryFolder();
  const store = await openSqlite({ folder, now });
  await store.insertBookings(rows);
  await store.close();
  return folder;
}

const unsuspected = { state: 'none', spam_signals: [], accepted_at: null };

describe('bookings list', () => {
  test('shows what came in, beside the running server, newest first, for machines', async () => {
    const server = await startServer();
    const key = crypto.randomUUID();
    await server.post(ada, { 'Idempotency-Key': key });
    await server.post({ ...ada, name: 'Grace Hopper' });
    const { code, stdout, stderr } = await bookings(['list', '--json'], server.folder);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual([
      {
        id: 2,
        created_at: expect.any(String),
        ...ada,
        name: 'Grace Hopper',
        request_id: null,
        ...unsuspected,
      },
      { id: 1, created_at: expect.any(String), ...ada, request_id: key, ...unsuspected },
    ]);
    expect((await server.post(ada)).status).toBe(201);
  });

  test('shows a table for people, wide letters aligned', async () => {
    const folder = await folderWith([
      { ...ada, name: '日本', company_name: 'B', email: 'a@b.c' },
      { ...ada, name: 'Ada', company_name: 'C', email: 'd@e.f' },
    ]);
    const { code, stdout } = await bookings(['list'], folder);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'ID  WHEN (UTC)           STATE  NAME  COMPANY  EMAIL',
        '2   2026-01-02 03:04:05  none   Ada   C        d@e.f',
        '1   2026-01-02 03:04:05  none   日本  B        a@b.c',
        '',
      ].join('\n'),
    );
  });

  test('lets no visitor’s words steer the terminal', async () => {
    const folder = await folderWith([{ ...ada, name: 'A\u001b[2J\u202eB', company_name: 'C\nD' }]);
    const { stdout } = await bookings(['list'], folder);
    expect(stdout).toContain('A\\u001b[2J\\u202eB');
    expect(stdout).toContain('C\\u000aD');
    expect(stdout).not.toContain('\u001b');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  test('shows at most --limit, and says that there are more', async () => {
    const folder = await folderWith([ada, ada, ada]);
    const limited = await bookings(['list', '--limit', '2'], folder);
    expect(limited.stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(limited.stderr).toContain('--limit');
    expect(
      JSON.parse((await bookings(['list', '--json', '--limit', '1'], folder)).stdout),
    ).toMatchObject([{ id: 3 }]);
  });

  test('gives a program all of them', async () => {
    const folder = await folderWith(Array.from({ length: 120 }, () => ada));
    const { stdout } = await bookings(['list', '--json'], folder);
    expect(JSON.parse(stdout)).toHaveLength(120);
  });

  test('says when there is none yet', async () => {
    const folder = await folderWith([]);
    expect((await bookings(['list'], folder)).stdout).toBe('No bookings yet.\n');
    expect((await bookings(['list', '--json'], folder)).stdout).toBe('[]\n');
  });

  test('does not make a database where none is, but says what to do', async () => {
    const folder = await temporaryFolder();
    const { code, stderr } = await bookings(['list'], folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^There is no database at .*bookings\.db: start the server once, or set DATA_DIR\.\n$/,
    );
  });

  test('is no error when its reader has seen enough', async () => {
    const folder = await folderWith(
      Array.from({ length: 2000 }, () => ({ ...ada, name: 'A'.repeat(200) })),
    );
    const child = spawn(process.execPath, ['server/cli/bookings.ts', 'list', '--limit', '2000'], {
      cwd: sharedProgram(),
      env: { DATA_DIR: folder },
    });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    expect([(await once(child, 'close'))[0], stderr]).toEqual([0, '']);
  });
});

describe('the command line', () => {
  test.each([[[]], [['--help']], [['help']]])('shows its commands: %j', async (args) => {
    const { code, stdout } = await bookings(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: \.\/lodemark COMMAND/);
    expect(stdout).toMatch(/^ {2}list .* show the bookings/m);
  });

  test('shows the help of every command, which refuses an option that it does not know', async () => {
    const { stdout: overview } = await bookings([]);
    const names = [...overview.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
    expect(names).toHaveLength(13);
    for (const name of names.filter((name) => name !== 'help')) {
      const { code, stdout } = await bookings([name, '--help']);
      expect([code, stdout]).toEqual([0, expect.stringContaining(`Usage: ./lodemark ${name} `)]);
      const unknown = await bookings([name, '--frob']);
      expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("'--frob'")]);
    }
    expect((await bookings(['help', 'list'])).stdout).toContain('--limit <n>');
  });

  test('says its version', async () => {
    for (const args of [['--version'], ['-v'], ['list', '--version']]) {
      expect((await bookings(args)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    }
  });

  test.each([
    [['lsit'], 'Did you mean list?'],
    [['--hlep'], 'Did you mean --help?'],
    [['erase', '--yse'], "unknown option '--yse'\n(Did you mean --yes?)"],
    [['frobnicate'], "unknown command 'frobnicate'\nSee --help."],
    [['constructor'], 'unknown command'],
    [['help', 'lsit'], 'Commands:'],
    [['list', '--limt', '3'], 'Did you mean --limit?'],
    [['list', 'extra'], 'too many arguments'],
    [['list', '--limit', 'many'], "'many' is invalid. Write a whole number"],
    [['list', '--limit', '0'], 'Write a whole number'],
    [['list', '--since', 'yesterday'], 'Write a time such as'],
    [['list', '--state', 'lost'], 'Allowed choices are pending, done, dead, none, quarantined'],
    [['list', '--state', 'dead', '--suspects'], "'--quarantined' cannot be used with"],
    [['show'], "missing required argument 'id'"],
    [['show', 'seven'], 'It is no booking’s number'],
    [['erase', 'seven'], 'It is no booking’s number'],
    [['replay'], 'ID is missing'],
    [['done', '1', '--dead'], 'Either an ID or --dead'],
    [['export', 'all.xlsx'], 'all.xlsx must end with .csv, .json, .ndjson.'],
  ])('does not understand %j: exit code 2 and what to do', async (args, sentence) => {
    const { code, stdout, stderr } = await bookings(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('starts by ./lodemark from any folder and through a link, and by npm, with every option', async () => {
    const folder = await folderWith([ada]);
    const elsewhere = await temporaryFolder();
    const link = path.join(elsewhere, 'bookings');
    symlinkSync(path.join(sharedProgram(), 'lodemark'), link);
    const env = { PATH: process.env.PATH, DATA_DIR: folder };
    const listed = (command: string, args: string[], cwd: string) =>
      execFileSync(command, [...args, 'list', '--json', '--limit', '1'], { cwd, env }).toString();
    const byLink = listed(link, [], elsewhere);
    expect(JSON.parse(byLink)).toMatchObject([ada]);
    expect(listed('npm', ['run', '--silent', 'bookings', '--'], sharedProgram())).toBe(byLink);
  });

  test('says what is wrong with the settings', async () => {
    const settings = { RATE_LIMIT_SECONDS: 'x' };
    const { code, stderr } = await bookingsCommand(['list'], '/nonexistent', settings);
    expect([code, stderr]).toEqual([
      1,
      'RATE_LIMIT_SECONDS is "x": write a whole number from 1 to 86400.\n',
    ]);
  });
});
