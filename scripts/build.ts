// Builds the browser's files and the server's module into the folder given (default: dist).
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { brand } from '../content/brand.ts';
import { checkConfig, siteSettingsOf } from '../server/config/config.ts';
import { renderFolder } from '../server/http/pages.ts';
import { checkContent } from './content/check.ts';
import { drawPictures } from './pictures.ts';
import { outputsOf } from './vite/inline-script.ts';

// React takes its development build by this, here and in the server's module.
process.env.NODE_ENV = 'production';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = resolve(process.argv[2] ?? 'dist');

/** The public site works without it. */
const hasInbox = existsSync(join(root, 'inbox'));

const { faults } = await checkContent();
try {
  // The copy of a language is one file, named by its folder.
  const name = (module: string) => `copy-${basename(dirname(module))}`;
  const copy = { name, test: /\/content\/[^/]+\// };
  // React is in the script that is loaded first: one more file would cost a round trip.
  const first = { name: 'islands', test: /\/(node_modules|site\/browser\/islands|site\/copy)\b/ };
  const codeSplitting = { groups: [copy, first] };
  const islands = await buildScripts('client', 'site/browser/islands.tsx', '/', { codeSplitting });
  // Apart from the pages' files: it is served only while INBOX_USERS is set.
  const inbox = hasInbox && (await buildScripts('inbox', 'inbox/app.tsx', '/inbox/'));
  const input = {
    render: 'site/render.tsx',
    icons: 'site/illustrations/icons.tsx',
    'social-image': 'site/illustrations/social-image.tsx',
    ...(hasInbox && { inbox: 'inbox/document.tsx' }),
  };
  await buildPart('server', {
    define: {
      'process.env.NODE_ENV': '"production"',
      __ISLANDS__: JSON.stringify(islands),
      __INBOX__: JSON.stringify(inbox),
    },
    ssr: { noExternal: true },
    build: { ssr: true, rolldownOptions: { input } },
  });
  await drawPictures(out);
  // What cannot be rendered in any language is found here and not at the start.
  const LANGUAGES = brand.languages.join();
  const settings = siteSettingsOf(checkConfig({ LANGUAGES }, root));
  const year = new Date().getUTCFullYear();
  await renderFolder(out, join(out, 'tried'), { ...settings, year, hasInbox });
  rmSync(join(out, 'tried'), { recursive: true });
  // The server logs them at each start: a text that is too long must not stop the site.
  writeFileSync(join(out, 'content-faults.txt'), faults.join('\n'));
} catch (error) {
  console.error(faults.join('\n') || error);
  process.exitCode = 1;
}

/** Builds the browser's files of one part. Returns the address of the script that is loaded first. */
async function buildScripts(
  part: string,
  input: string,
  base: string,
  output: Rolldown.OutputOptions = {},
): Promise<string> {
  const built = await buildPart(part, {
    base,
    // Leaves out what React does for its developer tools.
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
    build: { rolldownOptions: { input, output } },
  });
  const entry = built.find((file) => file.type === 'chunk' && file.isEntry);
  if (!entry) throw new Error(`${input} was not built`);
  return `${base}${entry.fileName}`;
}

/** Builds scripts into a folder of their own, and gives them. Throws where they ask for another file. */
async function buildPart(part: string, config: InlineConfig) {
  const built = await build({
    ...config,
    root,
    configLoader: 'native',
    logLevel: 'warn',
    // A `.env` belongs to the running server and must not reach the browser's files.
    envDir: false,
    build: { ...config.build, outDir: join(out, part), modulePreload: false },
  });
  const files = outputsOf(built);
  const [picture] = files.flatMap((file) =>
    file.type === 'chunk' ? [...(file.viteMetadata?.importedAssets ?? [])] : [],
  );
  // Scripts alone are served from the build: a page would ask for it in vain.
  if (picture)
    throw new Error(
      `${basename(picture)} is imported, or named in a style sheet, and would be served nowhere. Put the picture into content/ and write its name there, as docs/make-it-yours.md says (Your own pictures).`,
    );
  return files;
}
