import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
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
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

// A small project with real packages on disk, the real set-up scripts and the real npm, without a network.
let folder = '';

/** What npm packed and locked, by version: the same for every test that asks for it. */
const locked = new Map<string, string>();

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lodemark-setup-')), 'a folder');
  mkdirSync(join(folder, 'server'), { recursive: true });
  for (const script of ['setup.mjs', 'stale.mjs', 'lock.mjs']) {
    cpSync(join('scripts', script), join(folder, 'scripts', script));
  }
  cpSync(join('server', 'start.sh'), join(folder, 'server/start.sh'));
  write(
    'scripts/build.ts',
    `
    import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
    mkdirSync(process.argv[2] + '/server', { recursive: true });
    appendFileSync('builds.log', 'built ');
    writeFileSync(process.argv[2] + '/server/render.js', 'half');
    if (process.env.BREAK_BUILD) throw new Error('broken on purpose');
    writeFileSync(process.argv[2] + '/server/render.js', 'whole');
  `,
  );
  write(
    'server/main.ts',
    `
    const timer = setInterval(() => {}, 1000);
    process.on('SIGTERM', () => { console.log('closed'); clearInterval(timer); });
    console.log('serving');
  `,
  );
  lockPackages('1.0.0');
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

afterAll(() => {
  for (const packed of locked.values()) rmSync(packed, { recursive: true });
});

test('the first start installs what serving needs and builds, the second does neither', async () => {
  const first = await setUp();
  expect(first).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Installing[\s\S]*Building/),
  });
  expect(installed()).toEqual({ needed: '1.0.0', development: undefined });
  expect(existsSync(join(folder, 'dist/server/render.js'))).toBe(true);
  expect(await setUp()).toEqual({ code: 0, said: '' });
});

test('a changed source is built again, without an installation', async () => {
  await setUp();
  write('content/brand.ts', 'export const brand = 1;');
  expect(await setUp()).toEqual({ code: 0, said: 'Building the site …\n' });
  expect(await setUp()).toEqual({ code: 0, said: '' });
});

test('the tests get the development packages under NODE_ENV=production, and a start keeps them', async () => {
  await setUp(['--dev'], { NODE_ENV: 'production' });
  expect(installed()).toEqual({ needed: '1.0.0', development: '1.0.0' });
  expect(await setUp([], { NODE_ENV: 'production' })).toEqual({ code: 0, said: '' });
  expect(installed()).toEqual({ needed: '1.0.0', development: '1.0.0' });
});

test('a start renews a stale installation as full as it was', async () => {
  await setUp(['--dev']);
  lockPackages('2.0.0');
  expect(await setUp()).toMatchObject({ code: 0, said: expect.stringContaining('Installing') });
  expect(installed()).toEqual({ needed: '2.0.0', development: '2.0.0' });
});

test('a start renews a lean installation without the development packages', async () => {
  await setUp();
  rmSync(join(folder, 'node_modules/needed'), { recursive: true });
  await setUp();
  expect(installed()).toEqual({ needed: '1.0.0', development: undefined });
});

test('a package that writes its version with a v is not installed again', async () => {
  await setUp();
  write('node_modules/needed/package.json', JSON.stringify({ name: 'needed', version: 'v1.0.0' }));
  expect(await setUp()).toEqual({ code: 0, said: '' });
});

test('an installation that was stopped half-way is done again', async () => {
  await setUp(['--dev']);
  lockPackages('2.0.0');
  const child = run('node', ['scripts/setup.mjs', '--dev']);
  await heard(child, 'Installing');
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(existsSync(join(folder, 'node_modules/.package-lock.json'))).toBe(false);
  expect(await setUp(['--dev'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('Installing'),
  });
  expect(installed()).toEqual({ needed: '2.0.0', development: '2.0.0' });
});

test('a build that fails leaves the one before it, and is tried again', async () => {
  await setUp();
  write('content/brand.ts', 'export const brand = 2;');
  const failed = await setUp([], { BREAK_BUILD: 'yes' });
  expect(failed.code).toBe(1);
  expect(failed.said).toContain("Set-up failed: 'node scripts/build.ts' ended with 1");
  expect(readFileSync(join(folder, 'dist/server/render.js'), 'utf8')).toBe('whole');
  expect(await setUp()).toEqual({ code: 0, said: 'Building the site …\n' });
});

test('two at once install and build once', async () => {
  const both = await Promise.all([setUp(), setUp()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(
    both
      .map(({ said }) => said)
      .join('')
      .match(/Installing/g),
  ).toHaveLength(1);
  expect(readFileSync(join(folder, 'builds.log'), 'utf8')).toBe('built ');
});

test('a pinned Node that does not run on this machine gives way to its own', async () => {
  lockPackages('1.1.0', { node: 'node' });
  expect(await setUp()).toMatchObject({ code: 0 });
  expect(installed()).toMatchObject({ needed: '1.1.0' });
  expect(existsSync(join(folder, 'node_modules/.bin/node'))).toBe(false);
  expect(await setUp()).toEqual({ code: 0, said: '' });
});

test('without a network it says so in a sentence', async () => {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const needed = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
  lock.packages['node_modules/needed'] = needed;
  lock.packages[''].dependencies.needed = '1.0.0';
  write('package.json', JSON.stringify({ ...lock.packages[''], type: 'module' }));
  write('package-lock.json', JSON.stringify(lock));
  const registry = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' };
  const { code, said } = await setUp([], { ...registry, npm_config_offline: 'false' });
  expect(code).toBe(1);
  expect(said).toContain('Set-up failed: npm could not reach its registry. Check the network');
});

test('a SIGTERM sent to npm ends the server properly', async () => {
  const npm = run('npm', ['start']);
  await heard(npm, 'serving');
  npm.kill('SIGTERM');
  const [[code]] = await Promise.all([once(npm, 'exit'), heard(npm, 'closed')]);
  expect(code).toBe(0);
});

/** Makes this version of the packages, the manifest and the lockfile the project's. `bin`: programs of the needed package, which do not run. */
function lockPackages(version: string, bin?: Record<string, string>): void {
  const packed = locked.get(version) ?? pack(version, bin);
  locked.set(version, packed);
  cpSync(packed, folder, { recursive: true });
}

/**
 * Packs a needed and a development package of this version, links a second development package to
 * its folder, and writes the manifest and the lockfile, all in a folder of their own, which it gives.
 */
function pack(version: string, bin?: Record<string, string>): string {
  const target = mkdtempSync(join(tmpdir(), 'lodemark-packages-'));
  const put = (file: string, json: object) => writeInto(target, file, JSON.stringify(json));
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: target, env: env(), stdio: 'ignore' });
  put('packages/needed/package.json', { name: 'needed', version, bin });
  for (const name of Object.keys(bin ?? {})) {
    writeInto(target, `packages/needed/${name}`, '#!/bin/sh\nexit 127\n');
  }
  put('packages/development/package.json', { name: 'development', version });
  put('packages/linked/package.json', { name: 'linked', version });
  npm('pack', './packages/needed', './packages/development');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  put('package.json', {
    name: 'project',
    version: '1.0.0',
    type: 'module',
    scripts: { start: scripts.start },
    dependencies: { needed: `file:needed-${version}.tgz` },
    devDependencies: {
      development: `file:development-${version}.tgz`,
      linked: 'file:packages/linked',
    },
  });
  npm('install', '--package-lock-only');
  return target;
}

function installed() {
  const version = (name: string): string | undefined => {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
  };
  return { needed: version('needed'), development: version('development') };
}

async function setUp(flags: string[] = [], extra: NodeJS.ProcessEnv = {}) {
  const child = run('node', ['scripts/setup.mjs', ...flags], extra);
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  return { code, said };
}

function run(command: string, args: string[], extra: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(command, args, { cwd: folder, env: { ...env(), ...extra } });
}

/** The environment without what the npm that runs these tests put there. */
function env(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$)/.test(name));
  return { ...Object.fromEntries(own), npm_config_offline: 'true' };
}

async function heard(child: ChildProcess, words: string): Promise<void> {
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    let said = '';
    const listen = (text: string): void => {
      said += text;
      if (said.includes(words)) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('close', () => reject(new Error(`'${words}' was never said, only: ${said}`)));
  });
}

function write(path: string, text: string): void {
  writeInto(folder, path, text);
}

function writeInto(place: string, path: string, text: string): void {
  mkdirSync(join(place, path, '..'), { recursive: true });
  writeFileSync(join(place, path), text);
}
