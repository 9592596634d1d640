// Builds the browser's files and the server's module into the folder given (default: dist).
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FaceName } from 'virtual:fonts';
import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import UPNG from 'upng-js';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { brand } from '../content/brand.ts';
import { checkConfig, root, siteSettingsOf } from '../server/config/config.ts';
import { renderFolder } from '../server/http/pages.ts';
import { checkContent } from './content/check.ts';

// Otherwise React would use its development build, here and in the server's module.
process.env.NODE_ENV = 'production';

const out = resolve(process.argv[2] ?? 'dist');

type Icons = typeof import('../site/illustrations/icons.ts');
type Social = typeof import('../site/illustrations/social-image.ts');

/** 64 colours are enough for line work in four colours, and make a fifth of the size. */
const paletteSize = brand.logo ? 256 : 64;

/** The public site also works without the inbox. */
const hasInbox = existsSync(join(root, 'inbox'));

// A text that is too long must not stop the site.
const { faults } = await checkContent();
for (const fault of faults) console.error(fault);
try {
  // Each language's texts are one file, named by the folder.
  const name = (module: string) => `copy-${basename(dirname(module))}`;
  const copy = { name, test: /\/content\/[^/]+\// };
  const codeSplitting = { groups: [copy] };
  const islands = await buildScripts('client', 'site/browser/islands.ts', '/', { codeSplitting });
  // Separate from the pages' files, because it is served only while INBOX_USERS is set.
  const inbox = hasInbox && (await buildScripts('inbox', 'inbox/app.tsx', '/inbox/'));
  const input = {
    render: 'site/render.tsx',
    icons: 'site/illustrations/icons.ts',
    'social-image': 'site/illustrations/social-image.ts',
    ...(hasInbox && { inbox: 'inbox/document.tsx' }),
  };
  await buildPart('server', {
    define: {
      'process.env.NODE_ENV': '"production"',
      __ISLANDS__: JSON.stringify(islands),
      __INBOX__: JSON.stringify(inbox),
      __BOOK__: JSON.stringify(await buildInlined('site/browser/book.ts', islands)),
      __CONTROLS__: JSON.stringify(await buildInlined('site/browser/controls.ts', islands)),
    },
    ssr: { noExternal: true },
    build: { ssr: true, rolldownOptions: { input } },
  });
  await drawPictures();
  // Render every language now, so that an error appears here and not at the start.
  const LANGUAGES = brand.languages.join();
  const settings = siteSettingsOf(checkConfig({ LANGUAGES }, root));
  const year = new Date().getUTCFullYear();
  await renderFolder(out, join(out, 'tried'), { ...settings, year, hasInbox });
  rmSync(join(out, 'tried'), { recursive: true });
} catch (error) {
  // A fault in the content is the usual cause.
  if (faults.length === 0) console.error(error);
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
    // Omits React's code for its developer tools.
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
    build: { rolldownOptions: { input, output } },
  });
  const entry = built.find((file) => file.type === 'chunk' && file.isEntry);
  if (!entry) throw new Error(`${input} was not built`);
  return `${base}${entry.fileName}`;
}

/** Builds an inline script. It is ES2020, which all browsers since 2020 can run. */
async function buildInlined(input: string, islands: string): Promise<string> {
  const [script] = await buildPart('inlined', {
    define: { __ISLANDS__: JSON.stringify(islands) },
    build: {
      write: false,
      target: 'es2020',
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  if (script?.type !== 'chunk') throw new Error(`${input} was not built`);
  return script.code.trim();
}

/** Builds scripts into their own folder, and returns them. Throws if they need another file. */
async function buildPart(part: string, config: InlineConfig) {
  const built = await build({
    ...config,
    root,
    configLoader: 'native',
    logLevel: 'warn',
    // `.env` is for the running server, and must not get into the browser's files.
    envDir: false,
    build: { ...config.build, outDir: join(out, part), modulePreload: false },
  });
  const files = [built].flat().flatMap((part) => ('output' in part ? part.output : []));
  const [picture] = files.flatMap((file) =>
    file.type === 'chunk' ? [...(file.viteMetadata?.importedAssets ?? [])] : [],
  );
  // The server serves only scripts from the build, so a page could not load the picture.
  if (picture)
    throw new Error(
      `${basename(picture)} is imported or named in a style sheet, so no page could load it. Put the picture into content/ and write its name there, as docs/make-it-yours.md explains (Your own pictures).`,
    );
  return files;
}

/** Draws the icons and social images, so that the server need not. */
async function drawPictures(): Promise<void> {
  const moduleOf = (name: string) => import(pathToFileURL(join(out, 'server', name)).href);
  const { icons }: Icons = await moduleOf('icons.js');
  const social: Social = await moduleOf('social-image.js');
  mkdirSync(join(out, 'pictures'));
  for (const { name, svg, size } of icons) await drawPicture(name, svg, size, size);
  const ground = social.drawSocialImage();
  // The content's own fonts, so that the canvas needs no system fonts.
  for (const { path, base64 } of social.fonts)
    if (GlobalFonts.register(Buffer.from(base64, 'base64'), path) === null)
      throw new Error(`${path} cannot be drawn`);
  const familyOf = (face: FaceName) =>
    social.fonts.flatMap((font) => (font.face === face ? `"${font.path}"` : [])).join();
  for (const { path, copy, words, width, height } of social.socialImages)
    await drawPicture(path, ground, width, height, (context) => {
      // Otherwise the machine's language could change the shapes of letters.
      context.lang = copy.language;
      social.writeSocialText(context, familyOf, copy, words);
    });
}

async function drawPicture(
  name: string,
  svg: string,
  width: number,
  height: number,
  write?: (context: SKRSContext2D) => void,
): Promise<void> {
  const sized = svg.replace('<svg ', `<svg width="${width}" height="${height}" `);
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(await loadImage(Buffer.from(sized)), 0, 0);
  write?.(context);
  const pixels = new Uint8Array(context.getImageData(0, 0, width, height).data);
  const png = UPNG.encode([pixels.buffer], width, height, paletteSize);
  writeFileSync(join(out, 'pictures', name), Buffer.from(png));
}
