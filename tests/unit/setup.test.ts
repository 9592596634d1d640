import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

// A small project with packages on disk, the real set-up script and the real npm, without a network.
let folder = '';

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lodemark-setup-')), 'a folder');
  for (const file of ['scripts/setup.mjs', 'server/start.sh']) {
    cpSync(file, join(folder, file));
  }
  write('scripts/build.ts', buildScript);
  write('server/main.ts', serverScript);
  lockPackages('1.0.0');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

test('the first start installs what serving needs and builds, the second does neither until a package is gone or a source is changed; a build that fails leaves the one before it', async () => {
  expect(await setUp()).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/Installing[\s\S]*Building/),
  });
  expect(installed()).toEqual({ needed: '1.0.0', development: undefined });
  expect(await setUp()).toEqual({ code: 0, printed: '' });
  rmSync(join(folder, 'node_modules/needed'), { recursive: true });
  expect(await setUp()).toMatchObject({ code: 0 });
  expect(installed()).toEqual({ needed: '1.0.0', development: undefined });
  write('content/brand.ts', 'export const brand = 2;');
  const failed = await setUp([], { BREAK_BUILD: 'yes' });
  expect(failed).toEqual({
    code: 1,
    printed: expect.stringMatching(/Set-up failed: '.*build.ts'/),
  });
  expect(readFileSync(join(folder, 'dist/site.js'), 'utf8')).toBe('whole');
  expect(await setUp()).toEqual({ code: 0, printed: 'Building the site …\n' });
});

test('a start under NODE_ENV=production keeps the development packages of the tests', async () => {
  const production = { NODE_ENV: 'production' };
  await setUp(['--dev'], production);
  expect(installed()).toEqual({ needed: '1.0.0', development: '1.0.0' });
  expect(await setUp([], production)).toEqual({ code: 0, printed: '' });
  lockPackages('2.0.0');
  expect(await setUp([], production)).toMatchObject({ code: 0 });
  expect(installed()).toEqual({ needed: '2.0.0', development: '2.0.0' });
});

test('an installation that was stopped half-way is done again', async () => {
  await setUp();
  lockPackages('2.0.0');
  const child = run('node', ['scripts/setup.mjs']);
  await untilPrinted(child, 'Installing');
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(await setUp()).toMatchObject({ code: 0 });
  expect(installed()).toMatchObject({ needed: '2.0.0' });
});

test('two at once install and build once', async () => {
  const both = await Promise.all([setUp(), setUp()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.flatMap(({ printed }) => printed.match(/Installing/g) ?? [])).toHaveLength(1);
  expect(readFileSync(join(folder, 'builds.log'), 'utf8')).toBe('built ');
});

test('a pinned Node that does not run on this machine is replaced by the machine’s own', async () => {
  lockPackages('1.1.0', { node: 'node' });
  expect(await setUp()).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'node_modules/.bin/node'))).toBe(false);
});

test('without a network it ends with a sentence', async () => {
  lockPackages('1.0.0', {}, { spec: '1.0.0', resolved: 'http://127.0.0.1:9/needed.tgz' });
  const online = { npm_config_offline: 'false', npm_config_fetch_retries: '0' };
  expect(await setUp([], online)).toMatchObject({
    code: 1,
    printed: expect.stringContaining('Set-up failed: npm could not reach its registry.'),
  });
});

test('what npm cannot write is named, and not the folder of the program', async () => {
  const npm_config_cache = join(folder, '../file/cache');
  writeFileSync(join(folder, '../file'), '');
  const { code, printed } = await setUp([], { npm_config_cache });
  expect([code, printed]).toEqual([
    1,
    expect.stringContaining(`Set-up failed: npm cannot write ${npm_config_cache}`),
  ]);
});

test('a SIGTERM sent to npm ends the server properly', async () => {
  const npm = run('npm', ['start']);
  await untilPrinted(npm, 'serving');
  npm.kill('SIGTERM');
  const [[code]] = await Promise.all([once(npm, 'exit'), untilPrinted(npm, 'closed')]);
  expect(code).toBe(0);
});

const buildScript = `
  import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
  mkdirSync(process.argv[2], { recursive: true });
  appendFileSync('builds.log', 'built ');
  writeFileSync(process.argv[2] + '/site.js', 'half');
  if (process.env.BREAK_BUILD) throw new Error('broken on purpose');
  writeFileSync(process.argv[2] + '/site.js', 'whole');
`;
const serverScript = `
  const timer = setInterval(() => {}, 1000);
  process.on('SIGTERM', () => { console.log('closed'); clearInterval(timer); });
  console.log('serving');
`;

/**
 * Gives the project a needed and a development package of this version. `bin`: programs of the
 * needed one, which do not run. `from`: where npm gets that one, instead of from the disk.
 */
function lockPackages(
  version: string,
  bin: Record<string, string> = {},
  from = { spec: `file:needed-${version}.tgz`, resolved: `file:needed-${version}.tgz` },
): void {
  const packing = join(folder, 'packing');
  for (const name of ['needed', 'development']) {
    write('packing/package/package.json', JSON.stringify({ name, version, bin }));
    for (const file of Object.values(bin)) write(`packing/package/${file}`, '#!/bin/sh\nexit 127');
    execFileSync('tar', ['-czf', `../${name}-${version}.tgz`, 'package'], { cwd: packing });
  }
  const development = `file:development-${version}.tgz`;
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const project = {
    type: 'module',
    scripts: { start: scripts.start },
    dependencies: { needed: from.spec },
    devDependencies: { development },
  };
  const packages = {
    '': project,
    'node_modules/needed': { version, bin, resolved: from.resolved },
    'node_modules/development': { version, dev: true, resolved: development },
  };
  write('package.json', JSON.stringify(project));
  write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }));
}

function installed() {
  const version = (name: string): string | undefined => {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
  };
  return { needed: version('needed'), development: version('development') };
}

async function setUp(flags: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const child = run('node', ['scripts/setup.mjs', ...flags], env);
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code, printed };
}

/** In the environment without what the npm that runs these tests put there. */
function run(command: string, args: string[], more: NodeJS.ProcessEnv = {}) {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$)/.test(name));
  const env = { ...Object.fromEntries(own), npm_config_offline: 'true', ...more };
  return spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function untilPrinted(child: ReturnType<typeof run>, text: string): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (output.includes(text)) resolve();
      });
    child.once('close', () => reject(new Error(`'${text}' was not printed, only: ${output}`)));
  });
}

function write(path: string, content: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
}
