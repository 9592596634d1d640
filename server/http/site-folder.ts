import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page, Screens, SiteSettings } from '../../site/site.ts';
import { FileError } from '../command-line.ts';
import { root } from '../config/config.ts';
import { type FileEntry, readStaticFile, type StaticFile } from './static-files.ts';

/** A page without an address. */
export type PageEntry = Pick<FileEntry, 'file' | 'type'> & { policy: string };

/** `headers.json`. */
export interface SiteIndex {
  /** Headers by address. */
  files: Record<string, FileEntry>;
  /** The first one first. */
  languages: Screens<PageEntry>[];
  inbox?: PageEntry;
}

/** The rendered site in memory. */
export interface RenderedSite {
  files: ReadonlyMap<string, StaticFile>;
  /** The addresses that are pages. */
  pages: readonly string[];
  languages: readonly Screens[];
  inbox: Page | undefined;
}

/**
 * Reads the site for these settings. Renders it first if it is not in `built` (`dist/`) yet. If that
 * folder is read-only, it renders each time, into a temporary folder.
 * Throws `FileError` when a page fails to render.
 */
export async function openSite(built: string, settings: SiteSettings): Promise<RenderedSite> {
  const sites = path.join(built, 'sites');
  const name = await nameOf(built, settings);
  if (existsSync(path.join(sites, name))) return readSite(path.join(sites, name), settings);
  const isWritable = await mkdir(sites, { recursive: true })
    .then(() => access(sites, constants.W_OK))
    .then(
      () => true,
      () => false,
    );
  // No other user can write into it.
  const parent = isWritable ? sites : await mkdtemp(path.join(tmpdir(), 'lodemark-'));
  try {
    await renderFolder(built, path.join(parent, name), settings);
    return await readSite(path.join(parent, name), settings);
  } finally {
    if (!isWritable) await rm(parent, { recursive: true });
  }
}

/** The hash of all that the site is made from: the settings with the year, and the build. */
async function nameOf(built: string, settings: SiteSettings): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const name of ['render.js', 'inbox.js']) {
    const module = path.join(built, 'server', name);
    if (existsSync(module)) hash.update(await readFile(module));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Renders into a new folder, by a process that ends: the memory that React and the compressors take goes
 * with it. Throws `FileError` when that fails.
 */
export async function renderFolder(built: string, folder: string, settings: SiteSettings) {
  const script = path.join(root, 'scripts/render.ts');
  const args = ['--disable-warning=ExperimentalWarning', script, built, folder];
  await promisify(execFile)(process.execPath, [...args, JSON.stringify(settings)]).catch(
    ({ stderr }: { stderr: string }) => {
      throw new FileError(`The pages could not be rendered: ${stderr.trim()}`);
    },
  );
}

async function readSite(folder: string, { siteUrl }: SiteSettings): Promise<RenderedSite> {
  const index: SiteIndex = JSON.parse(await readFile(path.join(folder, 'headers.json'), 'utf8'));
  const page = async ({ file, policy }: PageEntry): Promise<Page> => ({
    html: await readFile(path.join(folder, file), 'utf8'),
    policy,
  });
  const files = Object.entries(index.files).map(
    async ([address, entry]) => [address, await readStaticFile(folder, entry, siteUrl)] as const,
  );
  const languages = index.languages.map(async (local) => ({
    ...local,
    notFound: await page(local.notFound),
    failed: await page(local.failed),
    problem: await page(local.problem),
  }));
  return {
    files: new Map(await Promise.all(files)),
    pages: Object.keys(index.files).filter((address) => index.files[address]?.policy !== undefined),
    languages: await Promise.all(languages),
    inbox: index.inbox && (await page(index.inbox)),
  };
}
