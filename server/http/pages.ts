import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Page, SiteSettings } from '../../site/site.ts';
import type { RenderedSite, Screens } from './built-site.ts';
import { type EncodedFile, sendFile } from './static-files.ts';

/** The pages and files of the site, as the HTTP server uses them. */
export interface Pages {
  /** The public origin, without a path. */
  siteUrl: string;
  /** Adds the routes of the pages and files. */
  register(app: FastifyInstance): void;
  /** What is sent at no address of its own, in this language or else in the first one. */
  screens(language: string | undefined): Promise<Screens>;
  close(): Promise<void>;
}

/** What the inbox shows in a browser. */
export interface InboxPage {
  /** The one document of all its views. */
  document(): Promise<Page>;
  /** The files that it loads, by path, as `sendFile` sends them. None in development: Vite has them. */
  files: ReadonlyMap<string, EncodedFile>;
}

export interface PagesOptions {
  render(settings: SiteSettings): Promise<RenderedSite>;
  settings: Omit<SiteSettings, 'year'>;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Renders the site once, and again within a minute after the UTC year of the copyright line turned.
 * Rejects when a page fails to render.
 */
export async function openPages({ render, settings, log }: PagesOptions): Promise<Pages> {
  const currentYear = () => new Date().getUTCFullYear();
  let year = currentYear();
  let site = await render({ ...settings, year });
  const everyMinute = setInterval(() => {
    const next = currentYear();
    if (next === year) return;
    render({ ...settings, year: next }).then(
      (rendered) => {
        site = rendered;
        year = next;
      },
      (err) => log.error({ err }, 'the pages could not be rendered for the new year'),
    );
  }, 60_000).unref();

  return {
    siteUrl: settings.siteUrl,
    register(app) {
      for (const path of site.files.keys()) {
        app.get(path, { config: { unlogged: true } }, (request, reply) => {
          const file = site.files.get(path);
          if (file === undefined) return reply.callNotFound();
          sendFile(file, request, reply);
        });
      }
      for (const path of site.pages)
        if (path !== '/') app.get(`${path}/`, (_request, reply) => reply.redirect(path, 308));
    },
    screens: async (language) => inLanguage(site.screens, language),
    close: async () => clearInterval(everyMinute),
  };
}

/** What is in this language, or else in the first one. Throws when there is none. */
export function inLanguage<Local extends { language: string }>(
  all: readonly Local[],
  wanted: string | undefined,
): Local {
  const local = all.find(({ language }) => language === wanted) ?? all[0];
  if (!local) throw new Error('The site has no language');
  return local;
}

/**
 * Renders the site that is built in `folder` in a thread that ends, since the memory that React and the
 * compressors take goes with it. Rejects when a page fails to render.
 */
export async function renderInWorker(
  folder: string,
  settings: SiteSettings,
): Promise<RenderedSite> {
  const script = new URL('./render-worker.ts', import.meta.url);
  const [site] = await once(new Worker(script, { workerData: { folder, settings } }), 'message');
  return site;
}
