import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as visit } from './visit.ts';

const root = resolve(import.meta.dirname, '../..');

const folders = ['booking', 'content', 'database', 'inbox', 'scripts', 'server', 'site'];
const files = ['package.json', 'tsconfig.json', 'vite.config.ts'];

/** A visit with a copy of the sources for each worker, whose own program a test file starts. */
export const test = visit.extend<object, { folder: string }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const folder = copyTree();
      await use(folder);
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

/** All that the site is made from in a new folder, with the packages of this one. */
function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tree-'));
  // The islands' own tests need what is not copied.
  const filter = (path: string) => !path.endsWith('.spec.ts');
  for (const part of [...folders, ...files])
    cpSync(join(root, part), join(folder, part), { recursive: true, filter });
  // Each package is linked separately: Vite's files next to them belong to the copy.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const own = join('node_modules', name);
    if (name !== '.vite') symlinkSync(join(root, own), join(folder, own));
  }
  return folder;
}
