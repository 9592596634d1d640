import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderSite } from '../../site/site.ts';

/** A file that the build made for the browser. `path` starts with a slash. */
export interface ClientFile {
  path: string;
  type: string;
  body: Buffer;
  /** As the build compressed it, where it did. */
  compressed?: { br: Buffer; gzip: Buffer };
}

/** What the build made: the function that renders the pages, and the files that they load. */
export interface BuiltSite {
  renderSite: RenderSite;
  clientFiles: ClientFile[];
}

/** The site is not built. The message is a sentence for the operator. */
export class SiteMissing extends Error {
  override name = 'SiteMissing';
}

/** Loads the built site from `folder` (`dist/`). Throws `SiteMissing`. */
export async function loadSite(folder: string): Promise<BuiltSite> {
  const [renderSite, clientFiles] = await Promise.all([
    loadRenderer(folder),
    readClientFiles(path.join(folder, 'client')),
  ]);
  return { renderSite, clientFiles };
}

async function loadRenderer(folder: string): Promise<RenderSite> {
  const file = path.join(folder, 'server', 'render.js');
  const module = await import(pathToFileURL(file).href).catch(orMissing(file));
  if (typeof module.renderSite !== 'function') {
    throw new SiteMissing(`${file} gives no renderSite: run npm run build.`);
  }
  return module.renderSite;
}

/** The files below `folder`, each at its path in it. */
export async function readClientFiles(folder: string): Promise<ClientFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    orMissing(folder),
  );
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const served = files.filter(
    (file) => !file.includes(`${path.sep}.vite${path.sep}`) && !/\.(map|br|gz)$/.test(file),
  );
  return Promise.all(
    served.map(async (file) => ({
      path: `/${path.relative(folder, file).split(path.sep).join('/')}`,
      type: types[path.extname(file)] ?? 'application/octet-stream',
      body: await readFile(file),
      ...(files.includes(`${file}.br`) && {
        compressed: { br: await readFile(`${file}.br`), gzip: await readFile(`${file}.gz`) },
      }),
    })),
  );
}

/** For a `catch`: throws `SiteMissing` where the file is not there, else what was thrown. */
export function orMissing(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code !== 'ENOENT' && error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new SiteMissing(`The site is not built (${file} is missing): run npm run build.`);
  };
}

/** The types of the files that a build of this site can hold (https://www.iana.org/assignments/media-types). */
const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
