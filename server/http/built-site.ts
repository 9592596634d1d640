import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bookingFields, bookingOf } from '../../booking/booking.ts';
import type { LocalSite, Page, RenderSite, SiteSettings } from '../../site/site.ts';
import { placeholderFor, templateOf } from './page-template.ts';
import { type ClientFile, documentsOf, type EncodedFile, encodeFile } from './static-files.ts';

/** What the build made: the function that renders the pages, and the files that they load. */
export interface BuiltSite {
  renderSite: RenderSite;
  clientFiles: ClientFile[];
}

/** Loads the built site from `folder` (`dist/`). */
export async function loadSite(folder: string): Promise<BuiltSite> {
  const { renderSite } = await import(pathToFileURL(path.join(folder, 'server', 'render.js')).href);
  return { renderSite, clientFiles: await readScripts(path.join(folder, 'client', 'assets')) };
}

/** The scripts in `folder`, the only files that a browser loads from the build. */
export async function readScripts(folder: string): Promise<ClientFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const scripts = names.map(async (name) => {
    const file = path.join(folder, name);
    return {
      path: `/assets/${name}`,
      type: 'text/javascript; charset=utf-8',
      body: await readFile(file),
      compressed: { br: await readFile(`${file}.br`), gzip: await readFile(`${file}.gz`) },
    };
  });
  return Promise.all(scripts);
}

/** The whole site for one set of settings, as it is sent. Files by path. */
export interface RenderedSite {
  files: ReadonlyMap<string, EncodedFile>;
  /** The paths of those that are pages. */
  pages: readonly string[];
  /** Of each language, the first one first. */
  screens: readonly Screens[];
}

/** What is sent at no address of its own, in one language. The last two are templates for `interpolate`. */
export type Screens = Pick<LocalSite, 'language' | 'paths'> &
  Record<'notFound' | 'bookAgain' | 'error', Page>;

/** Renders and compresses everything. Rejects when a page fails to render. */
export async function renderAll(
  { renderSite, clientFiles }: BuiltSite,
  settings: SiteSettings,
): Promise<RenderedSite> {
  const site = await renderSite(settings);
  const files = documentsOf(site, clientFiles).map(
    async (document) => [document.path, await encodeFile(document, settings.siteUrl)] as const,
  );
  return {
    files: new Map(await Promise.all(files)),
    pages: site.languages.flatMap(({ pages }) => pages.map(({ path }) => path)),
    screens: await Promise.all(site.languages.map((local) => screensOf(local))),
  };
}

/** `development`: the error screen has a place for the stack too. */
export async function screensOf(local: LocalSite, development = false): Promise<Screens> {
  const { language, paths, notFound } = local;
  const problem = {
    message: placeholderFor('message'),
    requestId: placeholderFor('requestId'),
    ...(development && { stack: placeholderFor('stack') }),
  };
  const again = await local.bookAgain(bookingOf(placeholderFor));
  const error = await local.error(problem);
  return {
    ...{ language, paths, notFound },
    bookAgain: templateOf(again, bookingFields),
    error: templateOf(error, Object.keys(problem)),
  };
}
