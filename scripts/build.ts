// The browser's files, then the server's module, into the folder given (default: dist).
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Manifest } from 'vite';
import { compress } from '../server/http/compress.ts';
import { contentFaults } from '../server/http/content-faults.ts';

// React picks its development build by this, both here and in the server's module, whatever the environment says.
process.env.NODE_ENV = 'production';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = process.argv[2] ?? 'dist';
const island = 'site/browser/island.tsx';

const common: InlineConfig = {
  root,
  configLoader: 'native',
  mode: 'production',
  logLevel: 'warn',
  // A `.env` belongs to the running server and must not reach the browser's files.
  envDir: false,
};

await makeAll().catch(async (error) => {
  // A step that ended by itself has said why.
  const said = typeof error.status === 'number' && String(error.stderr);
  console.error((await contentFaults(root)) || said || error);
  process.exit(1);
});

async function makeAll(): Promise<void> {
  await buildSite();
  await compressFiles(resolve(root, out, 'client/assets'));
  execFileSync(process.execPath, ['scripts/code-cache.ts', out], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: join(out, 'code-cache') },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
}

async function buildSite(): Promise<void> {
  await build({
    ...common,
    // What React does for its developer tools is left out.
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
    build: {
      outDir: join(out, 'client'),
      manifest: true,
      copyPublicDir: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: island },
    },
  });

  await build({
    ...common,
    define: {
      __ISLAND__: JSON.stringify(islandPath()),
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    ssr: { noExternal: true },
    build: { outDir: join(out, 'server'), copyPublicDir: false, ssr: 'site/render.tsx' },
  });
}

/** As far as it goes, so that the server need not at every start. */
async function compressFiles(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const { br, gzip } = await compress(readFileSync(file));
    writeFileSync(`${file}.br`, br);
    writeFileSync(`${file}.gz`, gzip);
  }
}

function islandPath(): string {
  const manifestFile = resolve(root, out, 'client/.vite/manifest.json');
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const chunk = manifest[island];
  if (!chunk) throw new Error(`${island} is not in ${manifestFile}`);
  return `/${chunk.file}`;
}
