import { readdir, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

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
  brand: typeof import('../../content/brand.ts');
  provider: typeof import('../../content/provider.ts');
  languages: Record<string, { landing: typeof import('../../content/en/landing.ts') }>;
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
