import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { minute } from '../../booking/zones.ts';
import type { Page, Screens, SiteSettings } from '../../site/site.ts';
import { FileError } from '../command-line.ts';
import { root } from '../config/config.ts';
import { escapeHtml } from '../visible-text.ts';
import { permissionsPolicy, refuseOtherMethods } from './headers.ts';
import { type FileEntries, readStaticFile, sendFile } from './static-files.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The page that the route serves. The path has no language. */
    page?: { path: string; language: string };
  }
}

/** The pages and files of the site, as the HTTP server uses them. */
export interface Pages {
  siteUrl: string;
  register(app: FastifyInstance): void;
  /**
   * The pages without an address, such as the 404 screen, in this language if it exists, otherwise in the first one.
   */
  screens(language: string | undefined): Promise<Screens>;
  /** The inbox's document, which is the same for all views. Undefined if the inbox was not built. */
  inbox: (() => Promise<Page>) | undefined;
  close(): Promise<void>;
}

export interface PagesOptions {
  built: string;
  settings: Omit<SiteSettings, 'year'>;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Opens the site for these settings, and again when the UTC year changes. Throws `FileError` if a page fails to render.
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
        // Keeps the query.
        app.get(`${address}/`, (request, reply) =>
          reply.redirect(request.url.replace(/^[^?]*/, address), 308),
        );
        refuseOtherMethods(app, `${address}/`);
      }
    },
    screens: async (language) => inLanguage(site.languages, language),
    inbox: inbox && (async () => inbox),
    close: async () => clearInterval(everyMinute),
  };
}

/** The path and the language of a page's address. The first language is at `/`. */
function pageAt(address: string, languages: readonly Screens[]) {
  const own = languages.find(({ paths }) => `${address}/`.startsWith(`${paths.home}/`));
  const { language } = own ?? inLanguage(languages, undefined);
  return { path: address.slice(own?.paths.home.length) || '/', language };
}

/** The value in the wanted language if it exists, otherwise in the first language. Throws if the list is empty. */
export function inLanguage<Local extends { language: string }>(
  all: readonly Local[],
  wanted: string | undefined,
): Local {
  const local = all.find(({ language }) => language === wanted) ?? all[0];
  if (!local) throw new Error('The site has no language');
  return local;
}

/**
 * Answers unknown paths with the 404 screen, and errors with the error screen. Only the development server's screen
 * shows the stack.
 */
export function answerErrors(app: FastifyInstance, pages: Pages): void {
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply, pages));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const { statusCode = 500, stack = '' } = error;
    const status = statusCode >= 400 && statusCode < 500 ? statusCode : 500;
    if (status === 500) request.log.error({ err: error }, 'request failed');
    const { problem } = await pages.screens(languageOf(request));
    const values = {
      message: `${status} ${STATUS_CODES[status] ?? 'Error'}`,
      requestId: request.id,
      stack: stripVTControlCharacters(stack),
    };
    reply.code(status).header('Cache-Control', 'no-store');
    return sendPage(reply, problem, values);
  });
}

/** Sends the 404 screen. Rejects if it cannot be rendered, which happens only in development. */
export async function sendNotFound(request: FastifyRequest, reply: FastifyReply, pages: Pages) {
  const { notFound } = await pages.screens(languageOf(request));
  return sendPage(reply.code(404).header('Cache-Control', 'no-cache'), notFound);
}

/** The first part of the path, which may be a language's code. */
function languageOf({ raw }: FastifyRequest): string | undefined {
  return raw.url?.split(/[/?]/, 2)[1];
}

/** Sends a page without an address. Writes each value as text into the placeholder `{{name}}`. */
export function sendPage(
  reply: FastifyReply,
  { html, policy }: Page,
  values?: Readonly<Record<string, string>>,
): FastifyReply {
  const filled =
    values === undefined
      ? html
      : html.replace(/\{\{(\w+)\}\}/g, (_outlet, name) => escapeHtml(values[name] ?? ''));
  reply.headers({ 'Content-Security-Policy': policy, 'Permissions-Policy': permissionsPolicy });
  return reply.type('text/html; charset=utf-8').send(filled);
}

/** The file `screens.json` of a rendered site: the pages without an address. */
export interface SiteScreens {
  /** The site's first language comes first. */
  languages: readonly Screens[];
  inbox?: Page | undefined;
}

/**
 * Reads the site for these settings. Renders it first if it is not in `built` (`dist/`) yet. If that
 * folder is read-only, it renders the site into a temporary folder at each start.
 * Throws `FileError` if a page fails to render.
 */
async function openSite(built: string, settings: SiteSettings) {
  const sites = path.join(built, 'sites');
  const name = await nameOf(built, settings);
  if (existsSync(path.join(sites, name))) return readSite(path.join(sites, name), settings);
  const isWritable = await mkdir(sites, { recursive: true })
    .then(() => access(sites, constants.W_OK))
    .then(
      () => true,
      () => false,
    );
  // mkdtemp creates a folder that no other user can write to.
  const parent = isWritable ? sites : await mkdtemp(path.join(tmpdir(), 'lodemark-'));
  try {
    await renderFolder(built, path.join(parent, name), settings);
    return await readSite(path.join(parent, name), settings);
  } finally {
    if (!isWritable) await rm(parent, { recursive: true });
  }
}

/** A hash of everything that the rendered site depends on: the settings with the year, and the build. */
async function nameOf(built: string, settings: SiteSettings): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const name of ['render.js', 'inbox.js'])
    hash.update(await readFile(path.join(built, 'server', name)).catch(() => ''));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Renders the site into a new folder, in a child process. When it ends, the memory of React and the compressors is
 * free again. Throws `FileError` if the site is not built or rendering fails.
 */
export async function renderFolder(built: string, folder: string, settings: SiteSettings) {
  if (!existsSync(path.join(built, 'server')))
    throw new FileError(`The site is not built (${built} is missing). Run npm run build.`);
  const script = path.join(root, 'scripts/render.ts');
  const args = ['--disable-warning=ExperimentalWarning', script, built, folder];
  await promisify(execFile)(process.execPath, [...args, JSON.stringify(settings)]).catch(
    ({ stderr }: { stderr: string }) => {
      throw new FileError(`The pages could not be rendered: ${stderr.trim()}`);
    },
  );
}

async function readSite(folder: string, { siteUrl }: SiteSettings) {
  const read = async (name: string) => JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  const screens: SiteScreens = await read('screens.json');
  const entries: FileEntries = await read('headers.json');
  const files = Object.entries(entries).map(
    async ([address, entry]) => [address, await readStaticFile(folder, entry, siteUrl)] as const,
  );
  return {
    ...screens,
    files: new Map(await Promise.all(files)),
    /** The addresses of pages. The others are files. */
    pages: Object.keys(entries).filter((address) => entries[address]?.policy !== undefined),
  };
}
