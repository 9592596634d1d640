// Installs and builds what is missing or stale; prints nothing when nothing is.
// Plain JavaScript without packages: it runs before any is installed, on Node 20 too.
// --dev: with the development packages. --no-build: installs only. --build: builds in any case.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a build reads. A folder stands for every file in it. */
const sources = 'booking content scripts site package-lock.json tsconfig.json vite.config.ts';
/** npm writes it at the end of an installation: an interrupted one has none. */
const installedList = 'node_modules/.package-lock.json';
const pinnedNode = 'node_modules/.bin/node';
const lockFile = '.setup.lock';
/** npm's own pauses of 10 and 60 seconds keep a person without a network waiting for minutes. */
const retries = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000'];

const dev = process.argv.includes('--dev');
let child;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => child?.kill(signal) || process.exit(1));

process.chdir(path.join(process.argv[1], '../..'));
try {
  if (installIsStale() || !findNode() || buildIsStale()) {
    await lock();
    // Another set-up may have done it meanwhile.
    if (installIsStale()) await install();
    const node = findNode();
    if (!node) throw new Error(`Node ${process.versions.node} is too old. Install Node 24.`);
    if (buildIsStale()) await build(node);
  }
} catch (error) {
  console.error(`\nSet-up failed: ${explain(error)}`);
  process.exitCode = 1;
}

/** Whether a package that the lockfile names is missing or has another version. */
function installIsStale() {
  const installed = packagesIn(installedList);
  return Object.entries(packagesIn('package-lock.json')).some(([folder, entry]) => {
    if (!folder.startsWith('node_modules/') || entry.link || (entry.dev && !dev)) return false;
    if (!fs.existsSync(folder)) return !entry.optional && !entry.devOptional;
    return installed[folder]?.version !== entry.version;
  });
}

async function install() {
  console.error('Installing packages, for half a minute or more …');
  // Development packages that are there stay, so that start and test do not undo each other.
  const full = dev || Object.values(packagesIn(installedList)).some(({ dev }) => dev);
  fs.rmSync(installedList, { force: true });
  const which = full ? '--include=dev' : '--omit=dev';
  // npm replaces node_modules and must not run on the Node in there, which `npm run` puts first.
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const others = folders.filter((folder) => !folder.endsWith('node_modules/.bin'));
  const args = ['ci', which, '--include=optional', '--loglevel=error', ...retries];
  await run('npm', args, others.join(path.delimiter));
  // Where the pinned Node does not run (another C library), the machine's own serves.
  if (findNode() !== pinnedNode) fs.rmSync(pinnedNode, { force: true });
}

/** The Node that an npm script runs, or undefined where that is older than 24. */
function findNode() {
  const { status } = spawnSync(pinnedNode, ['--version'], { stdio: 'ignore' });
  if (status === 0) return pinnedNode;
  return Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : undefined;
}

function buildIsStale() {
  if (process.argv.includes('--no-build')) return false;
  return process.argv.includes('--build') || read('dist/built-from') !== sourcesHash();
}

async function build(node) {
  console.error('Building the site …');
  for (const left of ['dist.next', 'dist/built-from'])
    fs.rmSync(left, { recursive: true, force: true });
  const hash = sourcesHash();
  await run(node, ['scripts/build.ts', 'dist.next']);
  fs.writeFileSync('dist.next/built-from', hash);
  fs.rmSync('dist', { recursive: true, force: true });
  fs.renameSync('dist.next', 'dist');
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const file of sources.split(' ').flatMap(filesIn)) {
    const bytes = fs.readFileSync(file);
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

function filesIn(source) {
  const entry = fs.statSync(source, { throwIfNoEntry: false });
  if (!entry?.isDirectory()) return entry ? [source] : [];
  const names = fs.readdirSync(source).filter((name) => !name.startsWith('.'));
  return names.sort().flatMap((name) => filesIn(path.join(source, name)));
}

/** Waits until no other process sets up this folder. The lock goes when this process ends. */
async function lock() {
  for (let waits = 0; ; waits += 1) {
    // Its owner writes it every second: an older one was left by a killed process.
    const { mtimeMs } = fs.statSync(lockFile, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > 10_000) fs.rmSync(lockFile, { force: true });
    try {
      fs.writeFileSync(lockFile, '', { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (waits === 0) console.error('Waiting for another set-up in this folder …');
    await sleep(200);
  }
  process.on('exit', () => fs.rmSync(lockFile, { force: true }));
  setInterval(() => fs.writeFileSync(lockFile, ''), 1000).unref();
}

async function run(command, args, PATH = process.env.PATH) {
  child = spawn(command, args, { env: { ...process.env, PATH }, stdio: ['ignore', 2, 'pipe'] });
  child.stderr.pipe(process.stderr);
  let errors = '';
  child.stderr.on('data', (text) => (errors += text));
  const [status, signal] = await once(child, 'close');
  if (status === 0) return;
  const message = `'${path.basename(command)} ${args[0]}' ended with ${signal ?? status}. The lines above say why; mend that and run the same command again.`;
  const [, code] = /npm error code (\S+)/.exec(errors) ?? [];
  const [, file] = /npm error path (.+)/.exec(errors) ?? [];
  throw Object.assign(new Error(message), { code, path: file });
}

function explain({ code = '', path: file = '.', message, syscall }) {
  if (syscall === 'spawn npm') return 'npm was not found. Install Node 24, which brings it.';
  if (code === 'ENOSPC') return 'the disk is full. Free some, then run the same command again.';
  const folder = path.resolve(file === lockFile ? '.' : file);
  const isOurs = !path.relative('.', folder).startsWith('..');
  if (/^(EACCES|EPERM|EROFS)$/.test(code) && isOurs)
    return `${folder} cannot be written. Run this as the owner of the folder, or give yourself the right to write there.`;
  if (/^(EACCES|EPERM|EROFS|ENOTDIR)$/.test(code))
    return `npm cannot write ${folder}. Give yourself the right to write there, or set npm_config_cache to a folder of yours.`;
  if (/^(ENOTFOUND|EAI_AGAIN|ECONN.*|.*TIMEDOUT|.*UNREACH)$/.test(code))
    return 'npm could not reach its registry. Check the network (and HTTPS_PROXY where there is a proxy), then run the same command again.';
  return message;
}

function packagesIn(lockfile) {
  return JSON.parse(read(lockfile) || '{"packages":{}}').packages;
}

function read(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}
