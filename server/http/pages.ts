import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FormValues, Page, Problem, SiteSettings } from '../../site/site.ts';
import { interpolate } from './page-template.ts';
import { sendFile } from './static-file.ts';
import type { PreparedSite } from './static-site.ts';

/** The pages and files of the site, as the http server uses them. */
export interface Pages {
  /** The public origin, without a path. */
  siteUrl: string;
  /** Answers a page or a file, or calls `next`. Comes before all routing: a request is a look-up. */
  front(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Whether a page or a file is at this path. */
  has(path: string): boolean;
  /** The 404 screen, and what is made for one request: the form again, the error screen. */
  site(): Promise<Answers>;
  close(): Promise<void>;
}

export interface Answers {
  notFound: SentPage;
  bookAgain(words: FormValues): Promise<SentPage>;
  error(problem: Problem): Promise<SentPage>;
}

/** A page as text, or in the bytes in which it is sent. */
export type SentPage = Pick<Page, 'policy'> & { html: string | Buffer };

export interface PagesOptions {
  /** Renders and compresses everything, where its memory can be given back. */
  prepare(settings: SiteSettings): Promise<PreparedSite>;
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
export async function openPages({ prepare, settings, now, log }: PagesOptions): Promise<Pages> {
  let year = yearOf(now());
  let site = await prepare({ ...settings, year });
  let hits = 0;

  async function turnYear(): Promise<void> {
    const next = yearOf(now());
    if (next === year) return;
    site = await prepare({ ...settings, year: next });
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
    siteUrl: settings.siteUrl,
    front(request, response, next) {
      const file = site.files.get(pathOf(request.url));
      if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD'))
        return next();
      hits += 1;
      sendFile(file, request, response);
    },
    has: (path) => site.files.has(path),
    site: async () => answersOf(site),
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

function answersOf({ notFound, bookAgain, error }: PreparedSite): Answers {
  return {
    notFound,
    bookAgain: async (words) => interpolate(bookAgain, words),
    error: async (problem) => interpolate(error, problem),
  };
}

function yearOf(time: number): number {
  return new Date(time).getUTCFullYear();
}
