import { type BookingField, bookingFields, bookingOf } from '../../booking/booking.ts';
import type { Problem, Site, SiteSettings } from '../../site/site.ts';
import type { BuiltSite, ClientFile } from './built-site.ts';
import { type PageTemplate, placeholderFor, templateOf } from './page-template.ts';
import type { SentPage } from './pages.ts';
import { type FileSource, type PreparedFile, prepareFile } from './static-file.ts';

/** The whole site for one set of settings, ready to be sent: by path. */
export interface PreparedSite {
  files: ReadonlyMap<string, PreparedFile>;
  notFound: SentPage;
  bookAgain: PageTemplate<BookingField>;
  error: PageTemplate<ProblemWord>;
}

const problemWords = ['message', 'requestId'] as const satisfies (keyof Problem)[];
type ProblemWord = (typeof problemWords)[number];

/** Renders and compresses everything. Throws when a page fails to render. */
export async function prepareSite(
  { renderSite, clientFiles }: BuiltSite,
  settings: SiteSettings,
): Promise<PreparedSite> {
  const site = await renderSite(settings);
  const sources = [...documentsOf(site), ...browserFilesOf(clientFiles)];
  const files = await Promise.all(
    sources.map(
      async (source): Promise<[string, PreparedFile]> => [
        source.path,
        await prepareFile(source, settings.siteUrl),
      ],
    ),
  );
  const failed = bookingOf(placeholderFor);
  const problem = { message: placeholderFor('message'), requestId: placeholderFor('requestId') };
  return {
    files: new Map(files),
    notFound: { ...site.notFound, html: Buffer.from(site.notFound.html) },
    bookAgain: templateOf(await site.bookAgain(failed), bookingFields),
    error: templateOf(await site.error(problem), problemWords),
  };
}

/** Something that is served at a path, which starts with a slash. */
export type Document = FileSource & { path: string };

/** What the build made for the browser. */
export function browserFilesOf(files: readonly ClientFile[]): Document[] {
  return files.map((file) => ({ ...file, cacheControl: cacheControlOf(file.path) }));
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

/** What lies under /assets/ carries a hash of its bytes in its name. */
function cacheControlOf(path: string): string {
  return path.startsWith('/assets/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=3600';
}
