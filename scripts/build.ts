// The browser's files, then the server's module, into the folder given (default: dist).
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Manifest } from 'vite';

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

await build({
  ...common,
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

function islandPath(): string {
  const manifestFile = resolve(root, out, 'client/.vite/manifest.json');
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const chunk = manifest[island];
  if (!chunk) throw new Error(`${island} is not in ${manifestFile}`);
  return `/${chunk.file}`;
}
