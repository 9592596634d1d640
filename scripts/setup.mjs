// Installs and builds what is missing or stale; prints nothing when nothing is.
// Plain JavaScript without packages: it runs before any is installed, on Node 20 too.
//   --dev       with the development packages      --no-build  installs only
//   --build     builds even when nothing has changed
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** What a build reads. A folder stands for every file in it. */
const sources = 'booking content scripts site package-lock.json tsconfig.json vite.config.ts'.split(
  ' ',
);
/** npm writes it at the end of an installation: an interrupted one has none. */
const installedList = 'node_modules/.package-lock.json';
const pinnedNode = 'node_modules/.bin/node';
const lockFile = '.setup.lock';
/** The owner touches the lock every second; an older one (ms) was left by a killed process. */
const lockExpires = 10_000;
/** npm's own pauses of 10 and 60 seconds keep a person without a network waiting for minutes. */
const retries = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000'];

const dev = process.argv.includes('--dev');
let child;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => child?.kill(signal) || process.exit(1));

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
try {
  if (installIsStale() || !findNode() || buildIsStale()) {
    await lock();
    // Asked again: another set-up may have done it meanwhile.
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
  if (!installed) return true;
  return Object.entries(packagesIn('package-lock.json')).some(([folder, entry]) => {
    const wanted = folder.startsWith('node_modules/') && !entry.link && (dev || !entry.dev);
    if (!wanted) return false;
    if (!fs.existsSync(folder)) return !entry.optional && !entry.devOptional;
    return installed[folder]?.version !== entry.version;
  });
}

async function install() {
  console.error('Installing packages …');
  if (fs.existsSync('node_modules')) fs.accessSync('node_modules', fs.constants.W_OK);
  // Development packages that are there stay, so that start and test do not undo each other.
  const had = Object.entries(packagesIn(installedList) ?? {});
  const full = dev || had.some(([folder, { dev }]) => dev && folder.startsWith('node_modules/'));
  fs.rmSync(installedList, { force: true });
  const which = full ? '--include=dev' : '--omit=dev';
  // npm replaces node_modules and must not run on the Node in there, which `npm run` puts first.
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const PATH = folders.filter((folder) => !folder.endsWith('node_modules/.bin'));
  await run('npm', ['ci', which, '--include=optional', '--loglevel=error', ...retries], {
    ...process.env,
    PATH: PATH.join(path.delimiter),
  });
  // Where the pinned Node does not run (another C library), the machine's own serves.
  if (fs.existsSync(pinnedNode) && !runs(pinnedNode)) fs.rmSync(pinnedNode);
}

/** The Node that an npm script runs, or undefined where that is older than 24. */
function findNode() {
  if (fs.existsSync(pinnedNode)) {
    if (fs.realpathSync(pinnedNode) === process.execPath || runs(pinnedNode)) return pinnedNode;
  }
  return Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : undefined;
}

function buildIsStale() {
  if (process.argv.includes('--no-build')) return false;
  return process.argv.includes('--build') || read('dist/built-from') !== sourcesHash();
}

async function build(node) {
  console.error('Building the site …');
  for (const left of ['dist.next', 'dist.old']) fs.rmSync(left, { recursive: true, force: true });
  const hash = sourcesHash();
  await run(node, ['scripts/build.ts', 'dist.next'], process.env);
  fs.writeFileSync('dist.next/built-from', hash);
  if (fs.existsSync('dist')) fs.renameSync('dist', 'dist.old');
  fs.renameSync('dist.next', 'dist');
  fs.rmSync('dist.old', { recursive: true, force: true });
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) {
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
    const touched = fs.statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs;
    if (touched && Date.now() - touched > lockExpires) fs.rmSync(lockFile, { force: true });
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
  const touch = () => fs.existsSync(lockFile) && fs.utimesSync(lockFile, new Date(), new Date());
  setInterval(touch, 1000).unref();
}

async function run(command, args, env) {
  child = spawn(command, args, { env, stdio: ['ignore', 2, 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
    process.stderr.write(text);
  });
  const [code, signal] = await once(child, 'close');
  if (code === 0) return;
  const what = `'${path.basename(command)} ${args[0]}' ended with ${signal ?? code}`;
  throw Object.assign(
    new Error(`${what}. The lines above say why; mend that and run the same command again.`),
    { code: /npm error code (\S+)/.exec(errors)?.[1] },
  );
}

function explain({ code = '', path: file = '.', message, syscall }) {
  if (syscall === 'spawn npm') return 'npm was not found. Install Node 24, which brings it.';
  if (/^(EACCES|EPERM|EROFS)$/.test(code))
    return `${path.resolve(file).replace(lockFile, '')} cannot be written. Run this as the owner of the folder, or give yourself the right to write there.`;
  if (/^(ENOTFOUND|EAI_AGAIN|ECONN.*|.*TIMEDOUT|.*UNREACH)$/.test(code))
    return 'npm could not reach its registry. Check the network (and HTTPS_PROXY where there is a proxy), then run the same command again.';
  if (code === 'ENOSPC')
    return 'the disk is full. Free some space, then run the same command again.';
  return message;
}

function runs(node) {
  return spawnSync(node, ['--version'], { stdio: 'ignore' }).status === 0;
}

function packagesIn(lockfile) {
  return JSON.parse(read(lockfile) || '{}').packages;
}

function read(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}
