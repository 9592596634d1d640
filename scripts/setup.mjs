// Installs and builds what is missing or stale; prints nothing when nothing is.
// Plain JavaScript without packages: it runs before any is installed, on Node 20 too.
// --dev: with the development packages. --no-build: installs only. --build: builds in any case.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';

/** What a build reads. A folder means every file in it. */
const sources = 'booking content inbox scripts site package-lock.json tsconfig.json vite.config.ts';
/** npm writes it at the end of an installation: an interrupted one has none. */
const installedList = 'node_modules/.package-lock.json';
const pinnedNode = 'node_modules/.bin/node';
const lockFile = '.setup.lock';
/** npm's own pauses of 10 and 60 seconds keep a person without a network waiting for minutes. */
const retries = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000'];

/** Node 24.5 and newer let a program trust more certificate authorities (tls.setDefaultCACertificates). */
const oldestNode = [24, 5];

const dev = process.argv.includes('--dev');
let child;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => child?.kill(signal) || process.exit(1));

process.chdir(path.join(process.argv[1], '../..'));
try {
  // Vite takes what follows # or ? for no part of a path, and Node a * for a pattern.
  if (/[#?*]/.test(process.cwd()))
    throw new Error(`the folder ${process.cwd()} has a #, ? or * in its name. Rename it.`);
  if (installIsStale() || !findNode() || buildIsStale()) {
    lock();
    if (installIsStale()) await install();
    const node = findNode();
    if (!node)
      throw new Error(
        `Node ${process.versions.node} is too old. Install Node ${oldestNode.join('.')} or newer.`,
      );
    if (buildIsStale()) await build(node);
  }
} catch (error) {
  console.error(`\nSet-up failed: ${error.message}`);
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
  console.error('Installing packages, for about a minute …');
  // Development packages that are there stay, so that start and test do not undo each other.
  const full = dev || Object.values(packagesIn(installedList)).some(({ dev }) => dev);
  fs.rmSync(installedList, { force: true });
  const which = full ? '--include=dev' : '--omit=dev';
  // npm replaces node_modules and must not run on the Node in there, which `npm run` puts first.
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const others = folders.filter((folder) => !folder.endsWith('node_modules/.bin'));
  const args = ['ci', which, '--include=optional', '--loglevel=error', ...retries];
  const end = await run('npm', args, others.join(path.delimiter));
  if (end === 'ENOENT') throw new Error('npm was not found. Install Node 24, which brings it.');
  if (end !== 0)
    throw new Error(
      `npm could not install the packages (${end}). The lines above say why. Check the network and the free space, then run the same command again.`,
    );
  // If the pinned Node does not run (another C library), the machine's Node is used.
  if (findNode() !== pinnedNode) fs.rmSync(pinnedNode, { force: true });
}

/** The Node that an npm script runs, or undefined where that is too old. */
function findNode() {
  const { status } = spawnSync(pinnedNode, ['--version'], { stdio: 'ignore' });
  if (status === 0) return pinnedNode;
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isNew = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return isNew ? process.execPath : undefined;
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
  const check = ['--import', './scripts/content/readable.ts'];
  const end = await run(node, [...check, 'scripts/build.ts', 'dist.next']);
  if (end !== 0)
    throw new Error(
      `the site could not be built (${end}). The lines above say why. Correct that, then run the same command again.`,
    );
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

/** Throws where another set-up runs in this folder: two would break each other's packages. */
function lock() {
  const owner = Number(read(lockFile));
  // A killed one has left its lock.
  if (owner && !isRunning(owner)) fs.rmSync(lockFile, { force: true });
  try {
    fs.writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    throw new Error(
      `another set-up is running in this folder. Wait until it has ended, then run the same command again. If there is none, delete ${lockFile}.`,
    );
  }
  process.on('exit', () => fs.rmSync(lockFile, { force: true }));
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It runs as another user.
    return error.code === 'EPERM';
  }
}

/** Gives how the command ended: its exit code, the signal, or the code of why it could not be started. */
async function run(command, args, PATH = process.env.PATH) {
  child = spawn(command, args, { env: { ...process.env, PATH }, stdio: ['ignore', 2, 2] });
  try {
    const [status, signal] = await once(child, 'close');
    return signal ?? status;
  } catch (error) {
    return error.code;
  }
}

function packagesIn(lockfile) {
  return JSON.parse(read(lockfile) || '{"packages":{}}').packages;
}

function read(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}
