import { type BookingField, bookingFields, bookingOf } from '../../booking/booking.ts';
import type { Page, Problem, SiteSettings } from '../../site/site.ts';
import type { BuiltSite } from './built-site.ts';
import { type PageTemplate, placeholderFor, templateOf } from './page-template.ts';
import { documentsOf, type EncodedFile, encodeFile } from './static-files.ts';

/** The whole site for one set of settings, as it is sent. Files by path. */
export interface RenderedSite {
  files: ReadonlyMap<string, EncodedFile>;
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
  const values = bookingOf(placeholderFor);
  const problem = { message: placeholderFor('message'), requestId: placeholderFor('requestId') };
  return {
    files: new Map(await Promise.all(files)),
    notFound: site.notFound,
    bookAgain: templateOf(await site.bookAgain(values), bookingFields),
    error: templateOf(await site.error(problem), ['message', 'requestId']),
  };
}

/** What the render worker is given. `folder` is where the build is. */
export interface RenderTask {
  folder: string;
  settings: SiteSettings;
}
