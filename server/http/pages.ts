import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { minute } from '../../booking/zones.ts';
import type { Page, Screens, SiteSettings } from '../../site/site.ts';
import { FileError } from '../command-line.ts';
import { root } from '../config/config.ts';
import { refuseOtherMethods } from './headers.ts';
import { fileEntry, readStaticFile, type StaticFile, sendFile } from './static-files.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer is this page; the path is without the language. */
    page?: { path: string; language: string };
  }
}

/** The pages and files of the site, as the HTTP server uses them. */
export interface Pages {
  siteUrl: string;
  register(app: FastifyInstance): void;
  /** Pages without an address, in this language or else in the first one. */
  screens(language: string | undefined): Promise<Screens>;
  /** The one document of all views of the inbox. Undefined: there is none. */
  inbox: (() => Promise<Page>) | undefined;
  close(): Promise<void>;
}

export interface PagesOptions {
  built: string;
  settings: Omit<SiteSettings, 'year'>;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Opens the site for these settings. Reopens it within a minute when the UTC year changes. Throws `FileError` when a page fails to render.
 */
export async function openPages({ built, settings, log }: PagesOptions): Promise<Pages> {
  const currentYear = () => new Date().getUTCFullYear();
  let year = currentYear();
  let site = await openSite(built, { ...settings, year });
  const everyMinute = setInterval(() => {
    const next = currentYear();
    if (next === year) return;
    openSite(built, { ...settings, year: next }).then(
      (opened) => {
        site = opened;
        year = next;
      },
      (err) => log.error({ err }, 'the pages could not be rendered for the new year'),
    );
  }, minute).unref();
  const { inbox } = site;

  return {
    siteUrl: settings.siteUrl,
    register(app) {
      for (const url of site.files.keys()) {
        const page = site.pages.includes(url) && { page: pageAt(url, site.languages) };
        app.get(url, { config: { unlogged: true, ...page } }, (request, reply) => {
          const file = site.files.get(url);
          if (file === undefined) return reply.callNotFound();
          sendFile(file, request, reply);
        });
        refuseOtherMethods(app, url);
      }
      for (const address of site.pages.filter((one) => one !== '/')) {
        app.get(`${address}/`, (request, reply) => redirect(request, reply, address));
        refuseOtherMethods(app, `${address}/`);
      }
    },
    screens: async (language) => inLanguage(site.languages, language),
    inbox: inbox && (async () => inbox),
    close: async () => clearInterval(everyMinute),
  };
}

/** `address`: of a page in one of these languages, the first of which is at `/`. */
function pageAt(address: string, languages: readonly Screens[]) {
  const own = languages.find(({ paths }) => `${address}/`.startsWith(`${paths.home}/`));
  const { language } = own ?? inLanguage(languages, undefined);
  return { path: address.slice(own?.paths.home.length) || '/', language };
}

/** Redirects permanently and keeps the query. */
function redirect(request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply {
  const { url = '' } = request.raw;
  const start = url.indexOf('?');
  return reply.redirect(start === -1 ? address : address + url.slice(start), 308);
}

/** The value in this language, or else in the first one. Throws when there is none. */
export function inLanguage<Local extends { language: string }>(
  all: readonly Local[],
  wanted: string | undefined,
): Local {
  const local = all.find(({ language }) => language === wanted) ?? all[0];
  if (!local) throw new Error('The site has no language');
  return local;
}

const pageEntry = z.object({ file: z.string(), type: z.string(), policy: z.string() });

export type PageEntry = z.infer<typeof pageEntry>;

const siteIndex = z.object({
  files: z.record(z.string(), fileEntry),
  /** The first one first. */
  languages: z.array(
    z.object({
      language: z.string(),
      paths: z.object({ home: z.string(), book: z.string() }),
      notFound: pageEntry,
      failed: pageEntry,
      problem: pageEntry,
    }),
  ),
  inbox: pageEntry.optional(),
});

export type SiteIndex = z.infer<typeof siteIndex>;

interface RenderedSite {
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
async function openSite(built: string, settings: SiteSettings): Promise<RenderedSite> {
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
  const index = siteIndex.parse(
    JSON.parse(await readFile(path.join(folder, 'headers.json'), 'utf8')),
  );
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
