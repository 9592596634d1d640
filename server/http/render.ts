import { type BookingField, bookingFields, bookingOf, rulesOf } from '../../booking/booking.ts';
import type { LocalSite, Page, Problem, SiteSettings } from '../../site/site.ts';
import type { BuiltSite } from './built-site.ts';
import { type PageTemplate, placeholderFor, templateOf } from './page-template.ts';
import { documentsOf, type EncodedFile, encodeFile } from './static-files.ts';

/** The whole site for one set of settings, as it is sent. Files by path. */
export interface RenderedSite {
  files: ReadonlyMap<string, EncodedFile>;
  /** The paths of those that are pages. */
  pages: readonly string[];
  /** Of each language, the first one first. */
  screens: readonly RenderedScreens[];
}

/** What is sent at no address of its own, in one language. */
interface RenderedScreens {
  language: string;
  paths: LocalSite['paths'];
  notFound: Page;
  bookAgain: PageTemplate<BookingField>;
  error: PageTemplate<Exclude<keyof Problem, 'stack'>>;
}

/** Renders and compresses everything. Rejects when a page fails to render. */
export async function renderAll(
  { renderSite, clientFiles }: BuiltSite,
  settings: SiteSettings,
): Promise<RenderedSite> {
  const site = await renderSite(settings);
  const files = documentsOf(site, clientFiles).map(
    async (document): Promise<[string, EncodedFile]> => [
      document.path,
      await encodeFile(document, settings.siteUrl),
    ],
  );
  const [encoded, screens] = await Promise.all([
    Promise.all(files),
    Promise.all(site.languages.map(screensOf)),
  ]);
  const pages = site.languages.flatMap(({ pages }) => pages.map(({ path }) => path));
  return { files: new Map(encoded), pages, screens };
}

async function screensOf(local: LocalSite): Promise<RenderedScreens> {
  const { language, paths, notFound } = local;
  const values = bookingOf(placeholderFor);
  const problem = { message: placeholderFor('message'), requestId: placeholderFor('requestId') };
  return {
    language,
    paths,
    notFound,
    bookAgain: templateOf(
      await local.bookAgain(values),
      bookingFields,
      (field) => rulesOf(field).options,
    ),
    error: templateOf(await local.error(problem), ['message', 'requestId']),
  };
}

/** What the render worker is given. `folder` is where the build is. */
export interface RenderTask {
  folder: string;
  settings: SiteSettings;
}
