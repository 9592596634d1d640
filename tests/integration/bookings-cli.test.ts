import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import { bookingStates } from '../../server/store/bookings.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { ada } from '../support/ada.ts';
import {
  bookingsCommand,
  bookingsFolder,
  bookingsProcess,
  folderWithDeadMail,
} from '../support/bookings-command.ts';
import { rowsIn, temporaryFolder } from '../support/database.ts';
import { catcher, hour, mailTo } from '../support/delivery.ts';
import { startServer } from '../support/server.ts';
import { run, sharedProgram } from '../support/server-process.ts';

const many = (count: number, row = ada) => Array.from({ length: count }, () => row);

describe('the command line', () => {
  test('shows its commands, the help of one, and its version', async () => {
    for (const [args, start] of [
      [[], /^Usage: \.\/lodemark COMMAND/],
      [['list', '--help'], /^Usage: \.\/lodemark list /],
      [['--version'], /^\d+\.\d+\.\d+\n$/],
    ] as const) {
      const { code, stdout } = await bookingsCommand([...args]);
      expect([code, stdout]).toEqual([0, expect.stringMatching(start)]);
    }
  });

  test.each([
    [['lsit'], 'Did you mean list?'],
    [['erase', '--yse'], "unknown option '--yse'\n(Did you mean --yes?)"],
    [['frobnicate'], "unknown command 'frobnicate'\nSee --help."],
    [['list', '--limit', 'many'], "'many' is invalid. Write a whole number"],
    [['list', '--state', 'lost'], `Allowed choices are ${bookingStates.join(', ')}`],
    [['list', '--state', 'dead', '--quarantined'], "'--quarantined' cannot be used with"],
    [['show'], "missing required argument 'id'"],
    [['replay', '--channel', 'mail'], 'Name bookings, or --dead'],
    [['done'], 'Name bookings, --dead or --channel'],
    [['erase', '5-3'], 'Write a range'],
    [['done', '1-10001'], 'Write a range of at most 10000 numbers'],
    [['erase', '1', '--older-than', '9'], '--older-than goes with nothing else'],
    [['export', 'all.xlsx'], 'The format is one of csv, json, ndjson: end all.xlsx with it'],
    [['export', '-', '--format', 'constructor'], 'The format is one of csv, json, ndjson'],
  ])('does not understand %j: exit code 2 and what to do', async (args, sentence) => {
    const { code, stdout, stderr } = await bookingsCommand(args, await bookingsFolder());
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('starts by ./lodemark from any folder and through a link, and by npm, with every option', async () => {
    const folder = await bookingsFolder([ada]);
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
    expect(await bookingsCommand(['list'], '/nonexistent', settings)).toMatchObject({
      code: 1,
      stderr: 'RATE_LIMIT_SECONDS is "x": write a whole number from 1 to 86400.\n',
    });
  });

  test('does not make a database where none is, but says what to do', async () => {
    const { code, stderr } = await bookingsCommand(['list'], await temporaryFolder());
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^There is no database at .*bookings\.db: start the server once, or set DATA_DIR\.\n$/,
    );
  });
});

describe('list', () => {
  test('shows what came in, beside the running server, newest first, for machines', async () => {
    const server = await startServer();
    const key = crypto.randomUUID();
    await server.post(ada, { 'Idempotency-Key': key });
    await server.post({ ...ada, name: 'Grace Hopper' });
    const { code, stdout, stderr } = await bookingsCommand(['list', '--json'], server.folder);
    expect([code, stderr]).toEqual([0, '']);
    const columns = { language: null, state: 'none', spam_signals: [], accepted_at: null };
    const created_at = expect.any(String);
    expect(JSON.parse(stdout)).toEqual([
      { id: 2, created_at, ...ada, name: 'Grace Hopper', request_id: null, ...columns },
      { id: 1, created_at, ...ada, request_id: key, ...columns },
    ]);
    expect((await server.post(ada)).status).toBe(201);
  });

  test('shows a table for people, wide letters aligned', async () => {
    const folder = await bookingsFolder(
      [
        { ...ada, name: '日本', company_name: 'B', email: 'a@b.c' },
        { ...ada, name: 'Ada', company_name: 'C', email: 'd@e.f' },
      ],
      { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6) },
    );
    const { code, stdout } = await bookingsCommand(['list'], folder);
    expect([code, ...stdout.split('\n')]).toEqual([
      0,
      'ID  WHEN (UTC)           STATE  NAME  COMPANY  EMAIL',
      '2   2026-01-02 03:04:05  none   Ada   C        d@e.f',
      '1   2026-01-02 03:04:05  none   日本  B        a@b.c',
      '',
    ]);
  });

  test('lets nothing that a visitor wrote steer the terminal', async () => {
    const row = { ...ada, name: 'A\u001b[2J\u202eB\u009b', company_name: 'C\nD' };
    const folder = await bookingsFolder([row]);
    const json = await bookingsCommand(['list', '--json'], folder);
    expect(JSON.parse(json.stdout)).toMatchObject([row]);
    expect(json.stdout).toContain('A\\u001b[2J\u202eB\\u009b');
    const { stdout } = await bookingsCommand(['list'], folder);
    expect(stdout).toContain('A\\u001b[2J\\u202eB\\u009b');
    expect(stdout).toContain('C\\u000aD');
    expect(stdout).not.toContain('\u001b');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  test('shows at most --limit, and says that there are more; a program gets all', async () => {
    const folder = await bookingsFolder(many(120));
    const limited = await bookingsCommand(['list', '--limit', '2'], folder);
    expect(limited.stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(limited.stderr).toBe('The newest 2: --limit shows more.\n');
    const limitedJson = await bookingsCommand(['list', '--json', '--limit', '1'], folder);
    expect(JSON.parse(limitedJson.stdout)).toMatchObject([{ id: 120 }]);
    const all = await bookingsCommand(['list', '--json'], folder);
    expect(JSON.parse(all.stdout)).toHaveLength(120);
  });

  test('says when there is none yet', async () => {
    const folder = await bookingsFolder();
    expect((await bookingsCommand(['list'], folder)).stdout).toBe('No bookings yet.\n');
    expect((await bookingsCommand(['list', '--json'], folder)).stdout).toBe('[]\n');
  });

  test('filters by text, time and state', async () => {
    const folder = await folderWithDeadMail(ada, { ...ada, name: 'Grace Hopper' });
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

  test('streams to a program: a small heap holds a part alone', async () => {
    const long = Object.fromEntries(bookingFields.map((field) => [field, field.padEnd(200, '字')]));
    const folder = await bookingsFolder(many(15_000, { ...ada, ...long }));
    const small = { NODE_OPTIONS: '--max-old-space-size=24' };
    const { code, stdout } = await bookingsProcess(['list', '--json'], folder, small);
    expect([code, JSON.parse(stdout).length]).toEqual([0, 15_000]);
  });

  test('is no error when its reader has seen enough', async () => {
    const folder = await bookingsFolder(many(2000, { ...ada, name: 'A'.repeat(200) }));
    const args = ['server/cli/bookings.ts', 'list', '--limit', '2000'];
    const { child, ended, stderr } = run(sharedProgram(), args, { DATA_DIR: folder });
    if (child.stdout) await once(child.stdout, 'data');
    child.stdout?.destroy();
    expect([await ended, stderr()]).toEqual([0, '']);
  });
});

test('show shows a booking with what became of its deliveries', async () => {
  const folder = await folderWithDeadMail(ada);
  const { code, stdout } = await bookingsCommand(['show', '1'], folder);
  expect(code).toBe(0);
  for (const value of [...Object.values(ada), 'mail', 'dead', '550 refused'])
    expect(stdout).toContain(value);
  const { stdout: json } = await bookingsCommand(['show', '1', '--json'], folder);
  expect(JSON.parse(json)).toMatchObject({ id: 1, ...ada, deliveries: [{ state: 'dead' }] });
  await bookingsCommand(['replay', '1'], folder);
  const { stdout: due } = await bookingsCommand(['show', '1'], folder);
  expect(due).toMatch(/^Next try +when a server runs and the channel is back$/m);
  const none = await bookingsCommand(['show', '7'], folder);
  expect(none).toMatchObject({ code: 1, stderr: 'There is no booking 7.\n' });
});

describe.runIf(process.platform === 'linux')('on a terminal', () => {
  const minute = 60_000;
  /** What a person sees in so many columns. */
  const onTerminal = async (columns: number, command: string, folder: string, settings = {}) => {
    const line = `stty cols ${columns}; exec "${process.execPath}" server/cli/bookings.ts ${command}`;
    const environment = { DATA_DIR: folder, TERM: 'xterm', TZ: 'Asia/Tokyo', ...settings };
    const args = ['-qec', line, '/dev/null'];
    const { ended, stdout } = run(sharedProgram(), args, environment, 'script');
    await ended;
    return stdout().replaceAll('\r', '').trimEnd();
  };
  const plain = { NO_COLOR: '1' };

  test('list fits the width, in local time, and has the address whole', async () => {
    const wide = { ...ada, name: '日本'.repeat(40), company_name: 'x'.repeat(99) };
    const longAgo = Date.UTC(2026, 0, 2, 20, 4);
    const folder = await bookingsFolder([wide], { now: () => longAgo });
    const store = await openSqlite({ folder, now: () => Date.now() - 150 * minute });
    await store.insertBookings([ada]);
    await store.close();
    const table = await onTerminal(72, 'list', folder, plain);
    expect(table).toMatch(/^ID {2}WHEN +STATE/);
    expect(table).toMatch(/^2 +2 hours ago +none +\S/m);
    expect(table).toMatch(/^1 +2026-01-03 05:04 +none +(日本)+日?… +x+… {2}/m);
    expect(table).toContain(`${ada.email}\n`);
    for (const line of table.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(72);
  });

  test('export - refuses to write there what visitors wrote', async () => {
    const refused = await onTerminal(80, 'export -', await bookingsFolder([ada]));
    expect(refused).toBe('export - is for a file or a program: ./lodemark export - > FILE.');
  });
});

describe('export', () => {
  test.each([
    [[], /^id,created_at/],
    [['--format', 'json'], /^\[\n\{"id":2,.*\},\n\{"id":1,.*\}\n\]\n$/],
    [['--format', 'ndjson', '--text', 'grace'], /^\{"id":2,.*\}\n$/],
  ])('writes to standard output with - and %j, and nothing beside it', async (options, text) => {
    const folder = await bookingsFolder([ada, { ...ada, name: 'Grace' }]);
    const before = readdirSync(folder);
    const written = await bookingsCommand(['export', '-', ...options], folder);
    expect(written).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(text) });
    expect(readdirSync(folder)).toEqual(before);
  });

  test('writes CSV that a spreadsheet takes for text alone', async () => {
    const folder = await bookingsFolder([
      { ...ada, name: '=cmd|"/C calc"!A0', company_name: '+1,2' },
      { ...ada, name: '@SUM', company_name: '-1\r\n=2' },
    ]);
    const file = path.join(folder, 'all.csv');
    const { code, stdout } = await bookingsCommand(['export', file], folder);
    expect([code, stdout]).toEqual([0, `2 written to ${file}.\n`]);
    const text = readFileSync(file, 'utf8');
    const head = `id,created_at,${bookingFields.join()},request_id,language,state,spam_signals,accepted_at`;
    expect(text.startsWith(`\ufeff${head}\r\n`)).toBe(true);
    expect(text).toContain(`,"'=cmd|""/C calc""!A0","'+1,2",`);
    expect(text).toContain(`,'@SUM,"'-1\r\n'=2",`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  // So a program reads it that splits at semicolons: a cell, its quotes gone, begins with no formula.
  test('writes CSV so that no other mark between cells makes a formula of a part', async () => {
    const parts = ['a;"=1+1;b', 'a\n=1+1;b', 'a\n"=1+1";b'];
    const names = [...parts, 'a;\u200b=1+1', 'a;\t \'"=1', '"\u200b=1'];
    const bookings = names.map((name) => ({ ...ada, name, company_name: name }));
    const folder = await bookingsFolder(bookings);
    const file = path.join(folder, 'all.csv');
    expect((await bookingsCommand(['export', file], folder)).code).toBe(0);
    const [, ...cells] = readFileSync(file, 'utf8').split(/[,;\t\r\n]/);
    expect(cells.filter((cell) => /^[\s"\p{Cf}]*[=+\-@]/u.test(cell))).toEqual([]);
    expect(cells.join().match(/'=1/g)).toHaveLength(2 * names.length);
  });

  test.each(['csv', 'json', 'ndjson'])('writes %s that can be read back', async (kind) => {
    for (const count of [0, 2_500]) {
      const folder = await bookingsFolder(many(count));
      const file = path.join(folder, `all.${kind}`);
      expect((await bookingsCommand(['export', file], folder)).code).toBe(0);
      const text = readFileSync(file, 'utf8');
      // A row for the names, and what stands behind the last line's end.
      if (kind === 'csv') expect(text.split('\r\n')).toHaveLength(count + 2);
      const rows = kind === 'ndjson' ? `[${text.trimEnd().replaceAll('\n', ',')}]` : text;
      if (kind !== 'csv') expect(JSON.parse(rows)).toMatchObject(many(count));
    }
  });

  test('replaces no file unless it is told to, and leaves no part behind', async () => {
    const folder = await bookingsFolder([ada]);
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
      expect.stringMatching(/^There is no folder .*missing: make it first\.\n$/),
    ]);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });
});

describe('erase', () => {
  test('erases all of an address for good, bytes and deliveries, and a late repeat stays away', async () => {
    const mails = await catcher();
    const server = await startServer({ channels: [mailTo(mails.url)] });
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const gone = { ...ada, name: 'Unmistakable Name', email: 'gone@example.com' };
    await server.post(gone, key);
    await server.post({ ...gone, email: 'GONE@example.com' });
    await server.post(ada);
    await expect.poll(() => mails.mails.length).toBe(3);
    const erased = await bookingsCommand(['erase', 'gone@example.com', '--yes'], server.folder);
    expect(erased).toMatchObject({ code: 0, stdout: '2 erased.\n' });
    expect((await server.post(gone, key)).status).toBe(201);
    expect(server.rows()).toMatchObject([ada]);
    for (const name of readdirSync(server.folder)) {
      const bytes = readFileSync(path.join(server.folder, name));
      expect(bytes.includes('Unmistakable'), name).toBe(false);
    }
  });

  test('asks first', async () => {
    const folder = await bookingsFolder([ada]);
    for (const input of ['', 'n\n', 'perhaps\n']) {
      const { code, stderr } = await bookingsProcess(['erase', '1'], folder, {}, input);
      expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing was erased.')]);
    }
    expect(rowsIn(folder)).toHaveLength(1);
    expect((await bookingsProcess(['erase', '1'], folder, {}, 'y\n')).code).toBe(0);
    expect(rowsIn(folder)).toEqual([]);
    for (const who of ['1', 'a@b.c']) {
      const none = await bookingsCommand(['erase', who, '--yes'], folder);
      expect(none).toMatchObject({ code: 1, stderr: `Not found: ${who}.\n` });
    }
  });

  test('takes addresses, numbers and ranges, shows the first 20 of them, and names what is missing', async () => {
    const grace = { ...ada, name: 'Grace Hopper', email: 'grace@example.com' };
    const folder = await bookingsFolder([...many(30), grace, ...many(4), grace]);
    await bookingsCommand(['erase', '7', '--yes'], folder);
    const named = ['erase', 'GRACE@example.com', '5-28', '27', '35-40', '90', 'x@y.example'];
    const refused = await bookingsProcess(named, folder, {}, 'n\n');
    expect(refused.stdout).toMatch(/^36 .* Grace Hopper/m);
    expect(refused.stdout.split('\n').filter((line) => /^\d/.test(line))).toHaveLength(20);
    expect(refused.stdout).toContain('and 6 more');
    expect(refused.stderr).toContain('Erase these 26 bookings for good?');
    const erased = await bookingsProcess(named, folder, {}, 'y\n');
    expect([erased.code, erased.stdout]).toEqual([1, expect.stringMatching(/^26 erased\.$/m)]);
    expect(erased.stderr).toContain('Not found: 7, 37, 38, 39, 40, 90, x@y.example.\n');
    expect(rowsIn(folder).map(({ id }) => id)).toEqual([1, 2, 3, 4, 29, 30, 32, 33, 34]);
  });

  test('leaves no byte in backups and replaced databases of the folder, restored or not, and names the rest', async () => {
    const gone = { ...ada, name: 'Unmistakable', email: 'gone@example.com' };
    const folder = await bookingsFolder([...many(40), gone, ...many(40)]);
    const file = (name: string) => path.join(folder, name);
    const elsewhere = path.join(await temporaryFolder(), 'all.csv');
    await bookingsCommand(['backup', file('first.db')], folder);
    await bookingsCommand(['export', file('all.csv')], folder);
    await bookingsCommand(['export', elsewhere], folder);
    await bookingsCommand(['restore', file('first.db'), '--yes'], folder);
    await bookingsCommand(['backup', file('second.db')], folder);
    const erased = await bookingsCommand(['erase', 'GONE@example.com', '--yes'], folder);
    expect(erased.stdout).toMatch(/first\.db too[\s\S]*1 erased/);
    for (const left of [elsewhere, file('all.csv')]) expect(erased.stderr).toContain(left);
    const names = readdirSync(folder).filter((name) => !name.endsWith('.csv'));
    expect(names.length).toBeGreaterThan(3);
    for (const name of names)
      expect(readFileSync(file(name)).includes('Unmistakable'), name).toBe(false);
    expect(rowsIn(folder)).toHaveLength(80);
  });

  test('finds an address whose domain is in another script', async () => {
    const folder = await bookingsFolder([{ ...ada, email: 'ada@xn--mnchen-3ya.example' }]);
    const { stdout } = await bookingsCommand(['erase', 'ada@münchen.example', '--yes'], folder);
    expect(stdout).toBe('1 erased.\n');
  });

  test('erases what was delivered and is old, which also tells the retention that the clock is right', async () => {
    const day = 24 * hour;
    const longAgo = () => Date.now() - 100 * day;
    const folder = await bookingsFolder([ada, ada], { channels: ['mail'], now: longAgo });
    await bookingsCommand(['done', '1'], folder);
    const older = ['erase', '--older-than', '90'];
    const asked = await bookingsProcess(older, folder, {}, 'n\n');
    expect(asked.stdout).toMatch(/^1 .* done .*Ada Lovelace/m);
    expect(asked.stderr).toContain('Erase this booking for good?');
    const { stdout } = await bookingsCommand([...older, '--yes'], folder);
    expect(stdout).toMatch(/^1 erased\. Backups and exports keep/);
    expect(rowsIn(folder).map(({ id }) => id)).toEqual([2]);
    const store = await openSqlite({ folder });
    const retention = await store.findRetention();
    await store.close();
    expect(Date.parse(retention ?? '')).toBeGreaterThan(Date.now() - day);
  });
});
