import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import { leadFolders } from '../../booking/lead.ts';
import { insertBookings } from '../../server/store/bookings.ts';
import { ada } from '../support/ada.ts';
import {
  bookingsCommand,
  bookingsFolder,
  folderWithDeadMail,
  printedJson,
  storeIn,
} from '../support/bookings-command.ts';
import { temporaryFolder } from '../support/database.ts';
import { booking, bookings } from '../support/new-bookings.ts';
import { run, sharedProgram } from '../support/server-process.ts';

/** The numbers that `list` finds. */
const listed = async (folder: string, ...args: string[]) =>
  (await printedJson(['list', ...args], folder)).map(({ id }: { id: number }) => id);

describe('the command line', () => {
  test.each([
    [['lsit'], 'list'],
    [['list', '--state', 'lost'], leadFolders.join(', ')],
    [['replay', '--channel', 'mail'], '--since'],
    [['erase', '5-3'], './lodemark list'],
    [['erase', '1', '--older-than', '9'], '--older-than'],
    [['backup', 'a.db', '--keep', '0'], '10000'],
    [['export', 'all.xlsx'], 'csv, json, ndjson'],
  ])('refuses %j with exit code 2, and explains what is allowed', async (args, hint) => {
    const { code, stdout, stderr } = await bookingsCommand(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(hint);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('creates a database only with migrate, and names a missing one', async () => {
    const folder = path.join(await temporaryFolder(), 'new');
    const missing = await bookingsCommand(['list'], folder);
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toContain(path.join(folder, 'bookings.db'));
    expect(existsSync(folder)).toBe(false);
    for (let twice = 0; twice < 2; twice += 1)
      expect((await bookingsCommand(['migrate'], folder)).code).toBe(0);
    expect(await listed(folder)).toEqual([]);
  });

  test('starts as ./lodemark from any folder or through a link, and through npm, with every option', async () => {
    const folder = await bookingsFolder([booking()]);
    const elsewhere = await temporaryFolder();
    const link = path.join(elsewhere, 'bookings');
    symlinkSync(path.join(sharedProgram(), 'lodemark'), link);
    const env = { PATH: process.env.PATH, DATA_DIR: folder };
    const printed = (command: string, args: string[], cwd: string) =>
      execFileSync(command, [...args, 'list', '--json', '--limit', '1'], { cwd, env }).toString();
    const byLink = printed(link, [], elsewhere);
    expect(JSON.parse(byLink)).toMatchObject([ada]);
    expect(printed('npm', ['run', '--silent', 'bookings', '--'], sharedProgram())).toBe(byLink);
  });
});

describe('list', () => {
  test('lets no text of a visitor control the terminal', async () => {
    const row = booking({ name: 'A\u001b[2J\u202eB\u009b\u{e0041}', company_name: 'C\nD' });
    const folder = await bookingsFolder([row]);
    const json = await bookingsCommand(['list', '--json'], folder);
    expect(JSON.parse(json.stdout)).toMatchObject([row]);
    for (const inner of ['search_text', 'dispatched_at']) expect(json.stdout).not.toContain(inner);
    expect(json.stdout).toContain('A\\u001b[2J\\u202eB\\u009b\\udb40\\udc41');
    const { stdout } = await bookingsCommand(['list'], folder);
    expect(stdout).toContain('A\\u001b[2J\\u202eB\\u009b\\udb40\\udc41');
    expect(stdout).toContain('C\\u000aD');
    expect(stdout).not.toContain('\u001b');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  test('filters by number, text, time, and the states of leads and deliveries', async () => {
    const grace = booking({ name: 'Grace Hopper' });
    const folder = await folderWithDeadMail(booking(), grace);
    await bookingsCommand(['contacted', '2'], folder);
    const limited = await bookingsCommand(['list', '--limit', '1'], folder);
    expect(limited.stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(limited.stderr).toContain('--limit');
    for (const [option, value, ids] of [
      ['--text', 'GRACE', [2]],
      ['--state', 'contacted', [2]],
      ['--delivery', 'dead', [1]],
      ['--since', '1h', [2, 1]],
      ['--until', '2020-01-31', []],
    ] as const)
      expect(await listed(folder, option, value), option).toEqual(ids);
  });

  test('ends without an error when its reader closes the pipe', async () => {
    const folder = await bookingsFolder(bookings(2000));
    const args = ['server/cli/lodemark.ts', 'list', '--limit', '2000'];
    const { child, ended, stderr } = run(sharedProgram(), args, { DATA_DIR: folder });
    if (child.stdout) await once(child.stdout, 'data');
    child.stdout?.destroy();
    expect([await ended, stderr()]).toEqual([0, '']);
  });
});

describe.runIf(process.platform === 'linux')('on a terminal', () => {
  /** The output that a person sees. */
  const onTerminal = async (command: string, folder: string) => {
    const line = `exec "${process.execPath}" server/cli/lodemark.ts ${command}`;
    const settings = { DATA_DIR: folder, TERM: 'xterm', NO_COLOR: '1' };
    const args = ['-qec', line, '/dev/null'];
    const { ended, stdout } = run(sharedProgram(), args, settings, 'script');
    await ended;
    return stdout().replaceAll('\r', '').trimEnd();
  };

  test('list cuts what is long, and export - refuses to write what visitors wrote', async () => {
    const folder = await temporaryFolder();
    const store = await storeIn(folder, { now: () => Date.UTC(2026, 0, 2, 20, 4) });
    const wide = { name: '日本'.repeat(40), company_name: 'x'.repeat(99) };
    await insertBookings(store, [booking({ ...wide, email: `${'a'.repeat(60)}@example.com` })]);
    const table = await onTerminal('list', folder);
    expect(table.split('\n').at(-1)?.split(/ {2,}/)).toEqual([
      ...['1', '2026-01-02 20:04:00', 'new', 'none'],
      ...[`${'日本'.repeat(7)}…`, `${'x'.repeat(28)}…`, `${'a'.repeat(60)}@example.com`],
    ]);
    const refused = await onTerminal('export -', folder);
    expect(refused).not.toContain('日本');
    expect(refused).toContain('./lodemark export - > FILE');
  });
});

describe('export', () => {
  test('writes to standard output with -, and nothing else', async () => {
    const folder = await bookingsFolder([booking(), booking({ name: 'Grace' })]);
    const before = readdirSync(folder);
    const written = async (...options: string[]) => {
      const { code, stdout, stderr } = await bookingsCommand(['export', '-', ...options], folder);
      expect([code, stderr]).toEqual([0, '']);
      return stdout;
    };
    expect((await written()).split('\r\n')).toHaveLength(4);
    expect(JSON.parse(await written('--format', 'json'))).toMatchObject([{ id: 2 }, { id: 1 }]);
    const line = await written('--format', 'ndjson', '--text', 'grace');
    expect(JSON.parse(line)).toMatchObject({ id: 2, name: 'Grace' });
    expect(readdirSync(folder)).toEqual(before);
  });

  /** The text of a CSV file with these bookings. */
  async function csvOf(rows: Parameters<typeof bookingsFolder>[0]) {
    const folder = await bookingsFolder(rows);
    const file = path.join(folder, 'all.csv');
    expect((await bookingsCommand(['export', file], folder)).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    return readFileSync(file, 'utf8');
  }

  test('writes CSV that a spreadsheet reads as text only', async () => {
    const text = await csvOf([
      booking({ name: '=cmd|"/C calc"!A0', company_name: '+1,2' }),
      booking({ name: '@SUM', company_name: '-1\r\n=2' }),
    ]);
    const head = ['id', 'created_at', ...bookingFields, 'language', 'time_zone', 'source', 'state'];
    expect(text.startsWith(`\ufeff${head.join()},`)).toBe(true);
    expect(text).toContain(`,"'=cmd|""/C calc""!A0","'+1,2",`);
    expect(text).toContain(`,'@SUM,"'-1\r\n'=2",`);
  });

  // A program that splits at another mark drops the quotes. No cell may then begin with a formula.
  test('writes CSV without a formula, even for a program that splits it at other marks', async () => {
    const marks = [...',;:|^~#/!&?(¦·；｜؛\t\u001f '];
    const harmless = booking({ name: 'Ada (UK) - Co', email: "a--b+c=d.o'e_@f.example" });
    const parts = [
      'a\n"=1+1";b',
      'a;＝1+1;＋1;－1;＠c ＝d',
      'a;\u200b=1+1',
      'a;\t \'"=1',
      '"\u200b=1',
    ];
    const names = [...parts, ...marks.flatMap((mark) => [`a${mark}=1+1`, `b${mark}"@c`])];
    const text = await csvOf([harmless, ...names.map((name) => booking({ name }))]);
    const isFormula = (cell: string) => /^[\s"\p{Cf}]*[=+\-@＝＋－＠]./u.test(cell);
    for (const mark of marks) expect(text.split(mark).filter(isFormula), mark).toEqual([]);
    expect(text).toContain(`${harmless.name},`);
    expect(text).toContain(`,${harmless.email},`);
  });

  test('writes thousands of rows, or none, so that they can be read back', async () => {
    for (const count of [0, 2_500]) {
      const folder = await bookingsFolder(bookings(count));
      const file = path.join(folder, 'all.json');
      expect((await bookingsCommand(['export', file], folder)).code).toBe(0);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(count);
    }
  });

  test('replaces a file only with --force, and leaves no partial file', async () => {
    const folder = await bookingsFolder([booking()]);
    const file = path.join(folder, 'all.json');
    writeFileSync(file, 'precious');
    const refused = await bookingsCommand(['export', file], folder);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--force')]);
    expect(readFileSync(file, 'utf8')).toBe('precious');
    expect((await bookingsCommand(['export', file, '--force'], folder)).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(1);
    const nowhere = path.join(folder, 'missing', 'all.json');
    const failed = await bookingsCommand(['export', nowhere], folder);
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('missing')]);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });
});
