import { files as fonts } from 'virtual:fonts';
import { files as ownFiles } from 'virtual:pictures';
import type { ReactNode } from 'react';
import { type Copy, CopyContext } from './copy.ts';
import { phoneFonts } from './document.tsx';
import { pictureFiles } from './illustrations/pictures.tsx';
import { translationsOf } from './languages.ts';
import { markup } from './markup.ts';
import { Book } from './pages/book.tsx';
import { ErrorPage } from './pages/error.tsx';
import { belowTheFold, Landing } from './pages/landing.tsx';
import { Legal } from './pages/legal.tsx';
import { contentPolicy } from './policy.ts';
import { rootFiles } from './root-files.ts';
import type { LocalSite, RenderSite, SiteSettings } from './site.ts';

/** Renders every page once for these settings. Throws if a page fails to render. */
export const renderSite: RenderSite = async (settings) => {
  const translations = translationsOf(settings.languages);
  return {
    languages: await Promise.all(translations.map((copy) => renderLanguage(copy, settings))),
    files: [
      ...[...fonts, ...ownFiles].map(decoded),
      ...pictureFiles,
      belowTheFold,
      phoneFonts,
      ...rootFiles(translations, settings),
    ],
  };
};

async function renderLanguage(copy: Copy, settings: SiteSettings): Promise<LocalSite> {
  const page = async (content: ReactNode) => {
    const html = await markup(<CopyContext value={copy}>{content}</CopyContext>);
    const policy = await contentPolicy(html, settings);
    return { html: settings.staticHost ? withPolicy(html, policy) : html, policy };
  };
  const at = async (path: string, content: ReactNode) => ({ path, ...(await page(content)) });
  const { language, legal, paths, pathOf } = copy;
  const outlets = {
    message: '{{message}}',
    requestId: '{{requestId}}',
    ...(settings.development && { stack: '{{stack}}' }),
  };
  return {
    language,
    paths,
    pages: await Promise.all([
      at(paths.home, <Landing settings={settings} />),
      at(paths.book, <Book settings={settings} />),
      ...legal.documents.map((document) =>
        at(pathOf(document.path), <Legal settings={settings} document={document} />),
      ),
    ]),
    notFound: await page(<ErrorPage settings={settings} message="404 Not Found" />),
    failed: await page(<Book settings={settings} failed />),
    problem: await page(<ErrorPage settings={settings} {...outlets} />),
  };
}

/**
 * Adds the policy as a `meta` at the start, because it applies only to the markup after it. Browsers ignore
 * `frame-ancestors` there
 * (https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-security-policy).
 */
function withPolicy(html: string, policy: string): string {
  const carried = policy.replace(/;? *frame-ancestors [^;]*/, '');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${carried}"/>`;
  return html.replace(/<meta charset="utf-8"\/?>/i, (charset) => charset + meta);
}

function decoded({ path, type, base64 }: Record<'path' | 'type' | 'base64', string>) {
  return { path, type, body: Buffer.from(base64, 'base64') };
}
