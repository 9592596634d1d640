import { type BookingField, bookingFields, bookingOf } from '../../booking/booking.ts';
import type { LocalSite, Page, Problem, SiteSettings } from '../../site/site.ts';
import type { BuiltSite } from './built-site.ts';
import { type PageTemplate, placeholderFor, templateOf } from './page-template.ts';
import { type Document, documentsOf, type EncodedFile, encodeFile } from './static-files.ts';

/** The whole site for one set of settings, as it is sent. Files by path. */
export interface RenderedSite {
  files: ReadonlyMap<string, EncodedFile>;
  /** By language, the first one first. */
  screens: ReadonlyMap<string, RenderedScreens>;
}

/** What is sent at no address of its own, in one language. */
export interface RenderedScreens {
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
  const [files, screens] = await Promise.all([
    Promise.all(documentsOf(site, clientFiles).map((document) => encoded(document, settings))),
    Promise.all(site.languages.map(screensOf)),
  ]);
  return { files: new Map(files), screens: new Map(screens) };
}

async function encoded(
  document: Document,
  { siteUrl }: SiteSettings,
): Promise<[string, EncodedFile]> {
  return [document.path, await encodeFile(document, siteUrl)];
}

async function screensOf({
  language,
  paths,
  notFound,
  bookAgain,
  error,
}: LocalSite): Promise<[string, RenderedScreens]> {
  const values = bookingOf(placeholderFor);
  const problem = { message: placeholderFor('message'), requestId: placeholderFor('requestId') };
  const screens = {
    paths,
    notFound,
    bookAgain: templateOf(await bookAgain(values), bookingFields),
    error: templateOf(await error(problem), ['message', 'requestId']),
  };
  return [language, screens];
}

/** What the render worker is given. `folder` is where the build is. */
export interface RenderTask {
  folder: string;
  settings: SiteSettings;
}
