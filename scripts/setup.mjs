// Installs and builds what is missing or stale; says nothing when nothing is.
// Plain JavaScript without dependencies: it runs before any package is there, on Node 20 too.
//   --dev       with the development dependencies      --no-build  installs only
//   --build     builds even when nothing has changed
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  existsSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import {
  builtFrom,
  finished,
  hasDevelopmentPackages,
  installIsStale,
  sourcesHash,
} from './stale.mjs';

/** npm's own pauses (10 s, then 60 s) keep a person without a network waiting for minutes. */
const retries = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000'];
const pinnedNode = 'node_modules/.bin/node';
const flags = new Set(process.argv.slice(2));
const dev = flags.has('--dev');
const wantsBuild = !flags.has('--no-build');

/** The npm or the build that is running, if one is: a signal ends it first and then this. */
let child;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => child?.kill(signal) || process.exit(1));
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
try {
  await setUp();
} catch (error) {
  console.error(`\nSet-up failed: ${sentence(error)}`);
  process.exitCode = 1;
}

async function setUp() {
  const mustBuild = () => wantsBuild && (flags.has('--build') || builtFrom() !== sourcesHash());
  if (!installIsStale(dev) && findRuntime() && !mustBuild()) return;
  await withLock('.setup.lock', async () => {
    if (installIsStale(dev)) await install();
    const runtime = findRuntime();
    if (!runtime) throw new Error(`Node ${process.versions.node} is too old. Install Node 24.`);
    if (mustBuild()) await build(runtime);
  });
}

async function install() {
  // An installation that held the development packages keeps them, so that start and test do not undo each other.
  const full = dev || hasDevelopmentPackages();
  console.error('Installing packages …');
  if (existsSync('node_modules')) accessSync('node_modules', constants.W_OK);
  rmSync(finished, { force: true });
  const which = full ? '--include=dev' : '--omit=dev';
  const args = ['ci', which, '--include=optional', '--loglevel=error', ...retries];
  await run('npm', args, withoutPinnedNode());
  // On a C library that the pinned Node is not made for, the machine's own takes its place.
  if (existsSync(pinnedNode) && !runs(pinnedNode)) rmSync(pinnedNode);
}

async function build(runtime) {
  console.error('Building the site …');
  for (const left of ['dist.next', 'dist.old']) rmSync(left, { recursive: true, force: true });
  const hash = sourcesHash();
  await run(runtime, ['scripts/build.ts', 'dist.next'], process.env);
  writeFileSync('dist.next/built-from', hash);
  if (existsSync('dist')) renameSync('dist', 'dist.old');
  renameSync('dist.next', 'dist');
  rmSync('dist.old', { recursive: true, force: true });
}

/** The Node that `node` means in an npm script, or nothing where that is older than 24. */
function findRuntime() {
  if (existsSync(pinnedNode)) {
    if (realpathSync(pinnedNode) === process.execPath || runs(pinnedNode)) return pinnedNode;
  }
  return Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : undefined;
}

function runs(node) {
  return spawnSync(node, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** npm replaces node_modules and must not run on a Node that lies in there. */
function withoutPinnedNode() {
  const path = (process.env.PATH ?? '').split(delimiter);
  return {
    ...process.env,
    PATH: path.filter((folder) => !folder.endsWith('node_modules/.bin')).join(delimiter),
  };
}

async function run(command, args, env) {
  child = spawn(command, args, { env, stdio: ['ignore', 2, 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
    process.stderr.write(text);
  });
  const [code, signal] = await once(child, 'close');
  if (code === 0) return;
  const npmCode = said.match(/npm error code (\S+)/)?.[1];
  const what = [basename(command), args[0]].join(' ');
  const message = `'${what}' ended with ${signal ?? code}. The lines above say why; mend that and run the same command again.`;
  throw Object.assign(new Error(message), { code: npmCode });
}

function sentence(error) {
  const code = error.code ?? '';
  if (error.syscall === 'spawn npm') return 'npm was not found. Install Node 24, which brings it.';
  if (/^(EACCES|EPERM|EROFS)$/.test(code))
    return `${resolve(error.path ?? '.').replace(/.setup.lock$/, '')} cannot be written. Run this as the owner of the folder, or give yourself the right to write there.`;
  if (/^(ENOTFOUND|EAI_AGAIN|ECONN.*|.*TIMEDOUT|.*UNREACH)$/.test(code))
    return 'npm could not reach its registry. Check the network (and HTTPS_PROXY where there is a proxy), then run the same command again.';
  if (code === 'ENOSPC')
    return 'the disk is full. Free some space, then run the same command again.';
  return error.message;
}
