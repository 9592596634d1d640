import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../support/server-process.ts';

// A small project with the real set-up script. A fake npm records its calls.
let folder = '';

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lodemark-setup-')), 'a folder');
  for (const file of ['scripts/setup.mjs', 'server/start.sh']) cpSync(file, join(folder, file));
  write('scripts/content/readable.ts', '');
  write('scripts/build.ts', buildScript);
  write('server/main.ts', serverScript);
  write('bin/npm', npmScript);
  lockPackages('1.0.0');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

test('under systemd no unit can write the program, and all units have the same rights', () => {
  const services = readdirSync('systemd').filter((name) => name.endsWith('.service'));
  expect(services).toHaveLength(3);
  const rights = services.map((name) => {
    const unit = readFileSync(join('systemd', name), 'utf8');
    expect(unit).toContain('\nUser=lodemark\nWorkingDirectory=/srv/lodemark\n');
    expect(unit).toContain('\nProtectSystem=strict\n');
    const writable = unit.match(/(?<=^ReadWritePaths=).*/m)?.[0].split(' ') ?? [];
    const allowed = ['/var/lib/lodemark', '/var/backups/lodemark'];
    expect(writable.filter((one) => !allowed.includes(one))).toEqual([]);
    const own =
      /^(NoNew|Capability|Inaccessible|Protect|Private|Lock|Remove|Restrict|SystemCall|UMask).*/gm;
    return unit.match(own);
  });
  expect(new Set(rights.map(String)).size).toBe(1);
});

test('installs and builds only what is missing or stale, and a failed build keeps the previous one', async () => {
  const built = () => existsSync(join(folder, 'dist/site.js'));
  expect(await setUp()).toMatchObject({ code: 0 });
  expect([built(), installs()]).toEqual([true, [expect.stringContaining('ci --omit=dev')]]);
  expect(await setUp()).toEqual({ code: 0, printed: '' });
  rmSync(join(folder, 'node_modules/needed'), { recursive: true });
  expect(await setUp()).toMatchObject({ code: 0 });
  expect(installs()).toHaveLength(2);
  lockPackages('2.0.0');
  expect(await setUp()).toMatchObject({ code: 0 });
  expect(installs()).toHaveLength(3);
  write('content/brand.ts', 'export const brand = 2;');
  const failed = await setUp({ BREAK_BUILD: 'yes' });
  expect(failed).toEqual({ code: 1, printed: expect.stringContaining('Set-up failed: ') });
  expect(readFileSync(join(folder, 'dist/site.js'), 'utf8')).toBe('whole');
  expect((await setUp()).printed).not.toBe('');
});

test.each(['#', '?', '*'])(
  'in a folder with %s in its path it ends with a clear error',
  async (mark) => {
    const other = `${folder} ${mark}1`;
    renameSync(folder, other);
    folder = other;
    expect(await setUp()).toEqual({ code: 1, printed: expect.stringContaining(other) });
    expect(installs()).toEqual([]);
  },
);

test.each([
  ['24.4.1', 1],
  ['24.5.0', 0],
])('on Node %s, without the pinned Node, it ends with exit code %i', async (version, code) => {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  write('version.cjs', pretend);
  const NODE_OPTIONS = `--require="${join(folder, 'version.cjs')}"`;
  const printed = code === 1 ? `Node ${version} is too old` : 'Building';
  expect(await setUp({ NODE_OPTIONS })).toEqual({
    code,
    printed: expect.stringContaining(printed),
  });
});

test('a clone has Linux line endings with every git setting', () => {
  const args = ['check-attr', 'eol', '--', 'server/start.sh'];
  expect(execFileSync('git', args).toString()).toContain('eol: lf');
});

test('if two run at once, one ends with a clear error; a killed one leaves no lock', async () => {
  // This npm outlives the set-up, so it must not keep the pipes open.
  const first = start('node', ['scripts/setup.mjs'], { BREAK_NPM: 'exec sleep 60 >&- 2>&-' });
  await expect.poll(first.stderr).toContain('Installing');
  const second = await setUp();
  expect(second).toEqual({ code: 1, printed: expect.stringContaining('another set-up') });
  expect(installs()).toEqual([]);
  first.child.kill('SIGKILL');
  await first.ended;
  const failed = await setUp({ BREAK_NPM: 'exit 1' });
  expect(failed).toEqual({ code: 1, printed: expect.stringContaining('Set-up failed: npm') });
  expect(await setUp()).toMatchObject({ code: 0 });
  expect(installs()).toHaveLength(1);
});

test('a lock with the number of this process is left from an earlier start', async () => {
  const command = 'echo $$ > .setup.lock && exec node scripts/setup.mjs';
  expect(await start('sh', ['-c', command]).ended).toBe(0);
  expect(installs()).toHaveLength(1);
});

test('a SIGTERM sent to the start ends the server properly', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { child, ended, stdout } = start('sh', ['-c', scripts.start]);
  await expect.poll(stdout).toContain('serving');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(stdout()).toContain('closed');
});

const npmScript = `#!/bin/sh
  [ -z "$BREAK_NPM" ] || eval "$BREAK_NPM"
  echo "$*" >> npm.log
  mkdir -p node_modules/needed node_modules/development
  [ "$2" = --include=dev ] || rm -r node_modules/development
  node -e '
    const { packages } = JSON.parse(fs.readFileSync("package-lock.json"));
    for (const name in packages) if (!fs.existsSync(name)) delete packages[name];
    fs.writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }));
  '
`;
const buildScript = `
  import { mkdirSync, writeFileSync } from 'node:fs';
  mkdirSync(process.argv[2], { recursive: true });
  writeFileSync(process.argv[2] + '/site.js', 'half');
  if (process.env.BREAK_BUILD) throw new Error('broken on purpose');
  writeFileSync(process.argv[2] + '/site.js', 'whole');
`;
const serverScript = `
  const timer = setInterval(() => {}, 1000);
  process.on('SIGTERM', () => { console.log('closed'); clearInterval(timer); });
  console.log('serving');
`;

/** Writes a lockfile with a required and a development package of this version. */
function lockPackages(version: string): void {
  const packages = {
    'node_modules/needed': { version },
    'node_modules/development': { version, dev: true },
  };
  write('package.json', '{"type":"module"}');
  write('package-lock.json', JSON.stringify({ packages }));
}

/** The arguments of each npm installation. */
function installs(): string[] {
  const log = join(folder, 'npm.log');
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
}

async function setUp(env: Record<string, string> = {}) {
  const { ended, stderr } = start('node', ['scripts/setup.mjs'], env);
  return { code: await ended, printed: stderr() };
}

function start(command: string, args: string[], more: Record<string, string> = {}) {
  const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
  return run(folder, args, { PATH, ...more }, command === 'node' ? process.execPath : command);
}

function write(path: string, content: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content, { mode: 0o755 });
}
