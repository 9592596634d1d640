import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Site, SiteSettings } from '../../site/site.ts';
import type { BuiltSite } from '../site.ts';
import { type FileSource, type PreparedFile, prepareFile, sendFile } from './prepared-file.ts';

/** The pages and files of the site, as the http server uses them. */
export interface Pages {
  /** The public origin, without a path. */
  siteUrl: string;
  /** Answers a page or a file, or calls `next`. Comes before all routing: a request is a look-up. */
  front(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Whether a page or a file is at this path. */
  has(path: string): boolean;
  /** The rendered site, for what is made for one request: the form again, the error screen. */
  site(): Promise<Site>;
  close(): Promise<void>;
}

export interface PagesOptions {
  built: BuiltSite;
  settings: Omit<SiteSettings, 'year'>;
  /** Milliseconds since 1970. */
  now: () => number;
  log: PagesLog;
}

interface PagesLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Renders and compresses everything once, and again when the UTC year of the copyright line turns.
 * Throws when a page fails to render. Hits are counted in one log line a minute.
 */
export async function openPages({ built, settings, now, log }: PagesOptions): Promise<Pages> {
  const { siteUrl } = settings;
  const clientFiles = await prepareAll(browserFilesOf(built), siteUrl);
  let year = yearOf(now());
  let site = await built.renderSite({ ...settings, year });
  let files = new Map([...clientFiles, ...(await prepareAll(documentsOf(site), siteUrl))]);
  let hits = 0;

  async function turnYear(): Promise<void> {
    const next = yearOf(now());
    if (next === year) return;
    const rendered = await built.renderSite({ ...settings, year: next });
    files = new Map([...clientFiles, ...(await prepareAll(documentsOf(rendered), siteUrl))]);
    site = rendered;
    year = next;
  }

  function report(): void {
    if (hits > 0) log.info({ hits }, 'pages and files served');
    hits = 0;
  }

  const minutely = setInterval(() => {
    report();
    turnYear().catch((err) =>
      log.error({ err }, 'the pages could not be rendered for the new year'),
    );
  }, 60_000).unref();

  return {
    siteUrl,
    front(request, response, next) {
      const file = files.get(pathOf(request.url));
      if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD'))
        return next();
      hits += 1;
      sendFile(file, request, response);
    },
    has: (path) => files.has(path),
    site: async () => site,
    async close() {
      clearInterval(minutely);
      report();
    },
  };
}

/** The path of a request's target, without the query. */
export function pathOf(target = '/'): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

/** Something that is served at a path, which starts with a slash. */
export type Document = FileSource & { path: string };

/** What the build made for the browser. */
export function browserFilesOf({ clientFiles }: BuiltSite): Document[] {
  return clientFiles.map((file) => ({ ...file, cacheControl: cacheControlOf(file.path) }));
}

/** Everything of a rendered site that has an address of its own. */
export function documentsOf({ landing, book, files }: Site): Document[] {
  const pages = Object.entries({ '/': landing, '/book': book });
  return [
    ...pages.map(([path, { html, policy }]) => ({
      path,
      type: 'text/html; charset=utf-8',
      body: Buffer.from(html),
      cacheControl: 'no-cache',
      policy,
    })),
    ...files.map((file) => ({
      ...file,
      body: Buffer.from(file.body),
      cacheControl: cacheControlOf(file.path),
    })),
  ];
}

function prepareAll(files: Document[], siteUrl: string): Promise<[string, PreparedFile][]> {
  return Promise.all(
    files.map(
      async (file): Promise<[string, PreparedFile]> => [
        file.path,
        await prepareFile(file, siteUrl),
      ],
    ),
  );
}

/** What lies under /assets/ carries a hash of its bytes in its name. */
function cacheControlOf(path: string): string {
  return path.startsWith('/assets/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=3600';
}

function yearOf(time: number): number {
  return new Date(time).getUTCFullYear();
}
