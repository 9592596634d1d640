// Installs and builds everything that is missing or stale. Prints nothing if all is up to date. Plain JavaScript
// without packages, because it runs before they are installed, even on Node 20. --dev: with the development packages.
// --no-build: installs only. --build: always builds.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

/** The files and folders that a build reads. */
const sources = 'booking content inbox scripts site package-lock.json tsconfig.json vite.config.ts';
/** npm writes this file at the end of an installation. After an interrupted one it is missing. */
const installedList = 'node_modules/.package-lock.json';
const pinnedNode = 'node_modules/.bin/node';
const lockFile = '.setup.lock';

/** Older versions lack `tls.setDefaultCACertificates`, which EXTRA_CA_FILE needs. */
const oldestNode = [24, 5];

const dev = process.argv.includes('--dev');

process.chdir(path.join(process.argv[1], '../..'));
try {
  // Vite ends a path at # or ?, and Node reads * as a pattern.
  if (/[#?*]/.test(process.cwd()))
    throw new Error(`rename the folder ${process.cwd()}, because its path has a #, ? or *.`);
  if (installIsStale() || !findNode() || buildIsStale()) {
    lock();
    if (installIsStale()) install();
    const node = findNode();
    if (!node)
      throw new Error(
        `Node ${process.versions.node} is too old. Install Node ${oldestNode.join('.')} or newer.`,
      );
    if (buildIsStale()) build(node);
  }
} catch (error) {
  console.error(`\nSet-up failed: ${error.message}`);
  process.exitCode = 1;
}

/** Whether a package in the lockfile is missing or has another version. */
function installIsStale() {
  const installed = packagesIn(installedList);
  return Object.entries(packagesIn('package-lock.json')).some(([folder, entry]) => {
    if (!folder.startsWith('node_modules/') || entry.link || (entry.dev && !dev)) return false;
    if (!fs.existsSync(folder)) return !entry.optional && !entry.devOptional;
    return installed[folder]?.version !== entry.version;
  });
}

function install() {
  console.error('Installing packages, for about a minute …');
  // Keep installed development packages, so that start and test do not undo each other.
  const full = dev || Object.values(packagesIn(installedList)).some(({ dev }) => dev);
  fs.rmSync(installedList, { force: true });
  const which = full ? '--include=dev' : '--omit=dev';
  // npm replaces node_modules, so it must not run on the Node in there. `npm run` puts that Node first in PATH.
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const others = folders.filter((folder) => !folder.endsWith('node_modules/.bin'));
  const args = ['ci', which, '--include=optional', '--loglevel=error'];
  const end = run('npm', args, others.join(path.delimiter));
  if (end === 'ENOENT') throw new Error('npm was not found. Install Node 24, which includes npm.');
  if (end !== 0)
    throw new Error(
      `npm could not install the packages (${end}). The lines above say why. Check the network and the free space, then run the same command again.`,
    );
  // If the pinned Node does not run (another C library), use the machine's Node.
  if (findNode() !== pinnedNode) fs.rmSync(pinnedNode, { force: true });
}

/** The Node for npm scripts, or undefined if it is too old. */
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

function build(node) {
  console.error('Building the site …');
  for (const left of ['dist.next', 'dist/built-from'])
    fs.rmSync(left, { recursive: true, force: true });
  const hash = sourcesHash();
  const check = ['--import', './scripts/content/readable.ts'];
  const end = run(node, [...check, 'scripts/build.ts', 'dist.next']);
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

/** Throws if another set-up runs in this folder, because two would break each other's packages. */
function lock() {
  const owner = Number(read(lockFile));
  // In a container, each start may have the same number as the one that was killed.
  if (owner && owner !== process.pid && isRunning(owner))
    throw new Error(
      `another set-up is running in this folder. Wait until it has ended, then run the same command again. If there is none, delete ${lockFile}.`,
    );
  // A killed set-up leaves its lock.
  if (owner) fs.rmSync(lockFile, { force: true });
  fs.writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
  process.on('exit', () => fs.rmSync(lockFile, { force: true }));
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process runs as another user.
    return error.code === 'EPERM';
  }
}

/** Returns the exit code, the signal, or the error code if the command could not start. */
function run(command, args, PATH = process.env.PATH) {
  const options = { env: { ...process.env, PATH }, stdio: ['ignore', 2, 2] };
  const { error, signal, status } = spawnSync(command, args, options);
  return error?.code ?? signal ?? status;
}

function packagesIn(lockfile) {
  return JSON.parse(read(lockfile) || '{"packages":{}}').packages;
}

function read(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}
