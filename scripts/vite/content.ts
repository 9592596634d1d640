import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, parse, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Part } from 'virtual:fonts';
import ranges from '@fontsource-variable/bodoni-moda/unicode.json' with { type: 'json' };
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Plugin, Rolldown } from 'vite';
import { assetPath, namedIn } from '../../site/assets.ts';

/** `virtual:pictures` exports the provider's own pictures and documents. */
export const pictures = () =>
  virtualModule('pictures', async (plugin) => providerPictures(await readContent(plugin)));

/**
 * The provider's pictures and documents that the content names, unchanged. The prefix `/assets/own-` marks them.
 * `logo` has its path and size in px, or is null. `logoAddress` is the logo for the icons. Throws if a file is
 * missing, or if the logo is not a picture.
 */
async function providerPictures({ brand, languages, provider }: Content) {
  const logo: string = brand.brand.logo;
  const contact: string = provider.provider.contact.picture;
  // Names of the site's own drawings have no dot.
  const stories = [...namedIn(languages, 'picture')].filter((name) => name.includes('.'));
  const documents = namedIn(languages, 'document');
  const names = [...new Set([logo, contact, ...stories, ...documents])].filter(Boolean);
  const read = names.map(async (name) => {
    const bytes = await readFile(join(contentFolder, name));
    const path = await assetPath(`own-${parse(name).name}`, parse(name).ext.slice(1), bytes);
    return { name, file: { path, type: typeOf(name), base64: bytes.toString('base64') } };
  });
  const pictures = await Promise.all(read);
  const paths = Object.fromEntries(pictures.map(({ name, file }) => [name, file.path]));
  const mark = logo === '' ? null : await markOf(logo);
  return {
    files: pictures.map(({ file }) => file),
    ownFiles: paths,
    logo: mark && { src: paths[logo], width: mark.width, height: mark.height },
    logoAddress: mark?.toDataURL() ?? '',
  };
}

/** The logo, as high as the largest icon. */
async function markOf(name: string) {
  const bytes = await readFile(join(contentFolder, name));
  // Inkscape writes widths without a unit, which the canvas ignores.
  const drawn = `${bytes}`.replace(/(stroke-width:\s*[\d.]+)(?=\s*[;"'}])/g, '$1px');
  const image = await loadImage(typeOf(name) === 'image/svg+xml' ? Buffer.from(drawn) : bytes);
  const height = 288;
  const canvas = createCanvas(Math.round((image.width / image.height) * height), height);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, height);
  return canvas;
}

function typeOf(name: string): string {
  const ending = parse(name).ext.slice(1).toLowerCase();
  const others = { svg: 'image/svg+xml', jpg: 'image/jpeg', pdf: 'application/pdf' };
  return Object.entries(others).find(([known]) => known === ending)?.[1] ?? `image/${ending}`;
}

type Watcher = Pick<Rolldown.PluginContext, 'addWatchFile'>;

/**
 * A plugin for the module `virtual:NAME`. `make` returns its exports as data. It is called again when a file that it
 * watches changes.
 */
export function virtualModule(name: string, make: (plugin: Watcher) => Promise<object>): Plugin {
  const id = `\0virtual:${name}`;
  return {
    name,
    resolveId: (source) => (source === `virtual:${name}` ? id : undefined),
    async load(asked) {
      if (asked !== id) return;
      const exported = Object.entries(await make(this));
      return exported
        .map(([key, data]) => `export const ${key} = ${JSON.stringify(data)};`)
        .join('');
    },
  };
}

/** The provider's text and pictures. */
export const contentFolder = resolve(import.meta.dirname, '../../content');

/** The modules of `content/` by name, and each language's modules by its folder's name. */
export interface Content {
  brand: Brand;
  colours: typeof import('../../content/colours.ts');
  provider: typeof import('../../content/provider.ts');
  languages: Record<Brand['brand']['languages'][number], Language>;
}

type Brand = typeof import('../../content/brand.ts');

interface Language {
  landing: typeof import('../../content/en/landing.ts');
  messages: typeof import('../../content/en/messages.ts');
}

/**
 * Reads the current content. When one of its files changes, the plugin makes its module again. Plugins do not import
 * it statically, because the development server restarts when a file imported by its configuration changes.
 */
export async function readContent(plugin: Watcher): Promise<Content> {
  const { brand, ...modules } = await readFolder(contentFolder, plugin);
  const languages = brand.brand.languages.map(async (language: string) => [
    language,
    await readFolder(resolve(contentFolder, language), plugin),
  ]);
  return { ...modules, brand, languages: Object.fromEntries(await Promise.all(languages)) };
}

async function readFolder(folder: string, plugin: Watcher) {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => resolve(folder, name));
  for (const file of files) plugin.addWatchFile(file);
  const texts = files.filter((file) => file.endsWith('.ts'));
  const modules = texts.map(async (file) => {
    // Node caches modules by address.
    const { mtimeMs } = await stat(file);
    return [basename(file, '.ts'), await import(`${pathToFileURL(file)}?changed=${mtimeMs}`)];
  });
  return Object.fromEntries(await Promise.all(modules));
}

/** Western European letters, and the letters that other Latin alphabets add (ł, ş, ő), in all three typefaces. */
const parts: Record<Part, RegExp> = {
  latin: patternOf(ranges.latin),
  'latin-ext': patternOf(ranges['latin-ext']),
};

/** The part of the typefaces that has this character. Undefined: they lack it. */
export function partOf(character: string): Part | undefined {
  return (['latin', 'latin-ext'] as const).find((part) => parts[part].test(character));
}

/** Parses a CSS `unicode-range` such as `U+0000-00FF,U+0131`. */
function patternOf(range: string): RegExp {
  const codes = range.replaceAll('U+', '').replaceAll(/\w+/g, '\\u{$&}');
  return new RegExp(`[${codes.replaceAll(',', '')}]`, 'u');
}
