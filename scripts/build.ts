// Builds the browser's files and the server's module into the folder given (default: dist).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Manifest } from 'vite';
import { checkConfig, siteSettingsOf } from '../server/config/config.ts';
import { loadSite } from '../server/http/built-site.ts';
import { renderAll } from '../server/http/render.ts';
import { compress } from '../server/http/static-files.ts';
import { checkContent } from './content/check.ts';

// React takes its development build by this, here and in the server's module.
process.env.NODE_ENV = 'production';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = resolve(process.argv[2] ?? 'dist');
const islands = 'site/browser/islands.tsx';
const inbox = 'site/inbox/app.tsx';

const common: InlineConfig = {
  root,
  configLoader: 'native',
  mode: 'production',
  logLevel: 'warn',
  // A `.env` belongs to the running server and must not reach the browser's files.
  envDir: false,
};

try {
  await buildClient();
  await buildInbox();
  await buildServer();
  await renderOnce();
  // The server logs them at each start: a text that is too long is no reason to have no site.
  const { faults } = await checkContent();
  writeFileSync(join(out, 'content-faults.txt'), faults.join('\n'));
} catch (error) {
  const { faults } = await checkContent();
  console.error(faults.join('\n') || error);
  process.exitCode = 1;
}

async function buildClient(): Promise<void> {
  await build({
    ...common,
    // Leaves out what React does for its developer tools.
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
    build: {
      outDir: join(out, 'client'),
      manifest: true,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: islands,
        // The copy of a language is one file.
        output: { codeSplitting: { groups: [{ name: copyName, test: /\/content\/[^/]+\// }] } },
      },
    },
  });
  await compressAssets('client');
}

/** Apart from the pages' files: it is served only where there is an inbox. */
async function buildInbox(): Promise<void> {
  await build({
    ...common,
    base: '/inbox/',
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
    build: {
      outDir: join(out, 'inbox'),
      manifest: true,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input: inbox },
    },
  });
  await compressAssets('inbox');
}

/** The name of a language's file: the folder that the module lies in. */
function copyName(module: string): string {
  return `copy-${basename(dirname(module))}`;
}

/** Once here, and not at every start. */
async function compressAssets(part: 'client' | 'inbox'): Promise<void> {
  const folder = join(out, part, 'assets');
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const { br, gzip } = await compress(readFileSync(file));
    writeFileSync(`${file}.br`, br);
    writeFileSync(`${file}.gz`, gzip);
  }
}

async function buildServer(): Promise<void> {
  const built = await build({
    ...common,
    define: {
      __ISLANDS__: JSON.stringify(`/${scriptOf('client', islands)}`),
      __INBOX__: JSON.stringify(`/inbox/${scriptOf('inbox', inbox)}`),
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    ssr: { noExternal: true },
    build: {
      outDir: join(out, 'server'),
      copyPublicDir: false,
      ssr: true,
      rolldownOptions: { input: { render: 'site/render.tsx', inbox: 'site/inbox/document.tsx' } },
    },
  });
  const outputs = [built].flat().flatMap((part) => ('output' in part ? part.output : []));
  const [picture] = outputs.flatMap((file) =>
    file.type === 'chunk' ? [...(file.viteMetadata?.importedAssets ?? [])] : [],
  );
  if (!picture) return;
  // This build writes no such files: the page would ask for it in vain.
  console.error(
    `${basename(picture)} is imported, or named in a style sheet, and would be served nowhere. Put the picture into content/ and write its name there, as docs/make-it-yours.md says (Your own pictures).`,
  );
  process.exit(1);
}

/** Where the built script of this entry lies in its part of the build. */
function scriptOf(part: 'client' | 'inbox', entry: string): string {
  const file = join(out, part, '.vite/manifest.json');
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'));
  const chunk = manifest[entry];
  if (!chunk) throw new Error(`${entry} is not in ${file}`);
  return chunk.file;
}

/**
 * Throws where a page cannot be rendered: it is found here and not at the start. The inbox's document
 * has no setting in it: the server reads it as it is.
 */
async function renderOnce(): Promise<void> {
  const { renderInbox } = await import(pathToFileURL(join(out, 'server/inbox.js')).href);
  writeFileSync(join(out, 'inbox/document.json'), JSON.stringify(await renderInbox()));
  const settings = siteSettingsOf(checkConfig({}, root));
  await renderAll(await loadSite(out), { ...settings, year: new Date().getUTCFullYear() });
}
