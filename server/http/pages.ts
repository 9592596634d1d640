import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Page, Screens, SiteSettings } from '../../site/site.ts';
import { openSite } from './site-folder.ts';
import { sendFile } from './static-files.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer is this page; the path is without the language. */
    page?: { path: string; language: string };
  }
}

/** The pages and files of the site, as the HTTP server uses them. */
export interface Pages {
  /** The public origin, without a path. */
  siteUrl: string;
  /** Adds the routes of the pages and files. */
  register(app: FastifyInstance): void;
  /** Pages without an address, in this language or else in the first one. */
  screens(language: string | undefined): Promise<Screens>;
  /** The one document of all views of the inbox. Undefined: there is none. */
  inbox: (() => Promise<Page>) | undefined;
  close(): Promise<void>;
}

export interface PagesOptions {
  /** The folder of the build, `dist/`. */
  built: string;
  settings: Omit<SiteSettings, 'year'>;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Opens the site for these settings, and again within a minute after the UTC year of the copyright line
 * turned. Throws `FileError` when a page fails to render.
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
  }, 60_000).unref();
  const { inbox } = site;

  return {
    siteUrl: settings.siteUrl,
    register(app) {
      const otherMethods = app.supportedMethods.filter((one) => one !== 'GET' && one !== 'HEAD');
      for (const url of site.files.keys()) {
        const page = site.pages.includes(url) && { page: pageAt(url, site.languages) };
        app.get(url, { config: { unlogged: true, ...page } }, (request, reply) => {
          const file = site.files.get(url);
          if (file === undefined) return reply.callNotFound();
          sendFile(file, request, reply);
        });
        app.route({ method: otherMethods, url, handler: refuseMethod });
      }
      for (const address of site.pages)
        if (address !== '/')
          app.get(`${address}/`, (request, reply) => redirect(request, reply, address));
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

function refuseMethod(_request: FastifyRequest, reply: FastifyReply): never {
  reply.header('Allow', 'GET, HEAD');
  throw new MethodNotAllowed();
}

class MethodNotAllowed extends Error {
  statusCode = 405;
}

/** For good, with the query. */
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
