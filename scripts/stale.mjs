import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a build reads. A folder stands for every file in it. */
const sources = [
  'site',
  'content',
  'booking',
  'scripts',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

/** What npm writes at the end of an installation; one that was interrupted has none. */
export const finished = 'node_modules/.package-lock.json';

/**
 * Whether a package that the lockfile names is missing or of another version. `dev`: the development
 * packages are wanted too. An optional package may be missing.
 */
export function installIsStale(dev) {
  if (!existsSync(finished)) return true;
  return Object.entries(packages('package-lock.json')).some(([path, entry]) => {
    // A link leads to a folder of our own and has no version to compare.
    if (!path.startsWith('node_modules/') || entry.link || (entry.dev && !dev)) return false;
    const manifest = read(join(path, 'package.json'));
    if (!manifest) return !entry.optional && !entry.devOptional;
    // npm writes the version without the v that some manifests have.
    return JSON.parse(manifest).version.replace(/^v/, '') !== entry.version;
  });
}

/** Whether the last installation held the development packages. */
export function hasDevelopmentPackages() {
  // A folder of our own is listed there even when nothing links to it.
  return Object.entries(packages(finished)).some(
    ([path, entry]) => path.startsWith('node_modules/') && entry.dev,
  );
}

/** One hash over the names and bytes of everything that a build reads. */
export function sourcesHash() {
  const hash = createHash('sha256');
  for (const path of sources.flatMap(filesIn)) {
    const bytes = readFileSync(path);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** The hash that the present build was made from, or an empty string without one. */
export function builtFrom() {
  return read('dist/built-from');
}

function packages(lockfile) {
  return JSON.parse(read(lockfile) || '{}').packages ?? {};
}

function filesIn(path) {
  try {
    return readdirSync(path)
      .filter((name) => !name.startsWith('.'))
      .sort()
      .flatMap((name) => filesIn(join(path, name)));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
    throw error;
  }
}
