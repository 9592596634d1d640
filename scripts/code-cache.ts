// Loads what the server runs, so that Node keeps it compiled in NODE_COMPILE_CACHE: every start is
// quicker by that, and has no compiler for types in its memory. Importing starts nothing.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const out = process.argv[2] ?? 'dist';

// Before Node 24.2 a module cannot tell whether it is the program: the server would start.
if (import.meta.main) {
  await import('../server/main.ts');
  await import('../server/store/sqlite-worker.ts');
  await import('../server/http/prepare-worker.ts');
  await import(pathToFileURL(resolve(join(out, 'server/render.js'))).href);
}
