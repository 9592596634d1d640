import type { Copy } from './copy.ts';
import { favicon } from './illustrations/icons.ts';
import type { SiteFile, SiteSettings } from './site.ts';

/** Files at fixed addresses for browsers, search engines and security researchers. */
export function rootFiles(
  translations: readonly Copy[],
  { siteUrl, contactEmail, year }: SiteSettings,
): SiteFile[] {
  const languages = translations.map(({ language }) => language);
  // The sample's address receives no email (RFC 2606).
  const takesMail = !contactEmail.endsWith('.example');
  const text = (path: string, lines: string[]): SiteFile => ({
    path,
    type: 'text/plain',
    body: `${lines.join('\n')}\n`,
  });
  return [
    { path: '/favicon.svg', type: 'image/svg+xml', body: favicon },
    { path: '/sitemap.xml', type: 'application/xml', body: sitemap(translations, siteUrl) },
    // RFC 9309. Everything may be crawled. Pages that must not be listed have `noindex`.
    text('/robots.txt', ['User-agent: *', 'Allow: /', '', `Sitemap: ${siteUrl}/sitemap.xml`]),
    // At most a year ahead (RFC 9116 §2.5.5). The site is rendered again each year.
    ...(takesMail
      ? [
          text('/.well-known/security.txt', [
            `Contact: mailto:${contactEmail}`,
            `Expires: ${year}-12-31T23:59:59Z`,
            `Preferred-Languages: ${languages.join(', ')}`,
            `Canonical: ${siteUrl}/.well-known/security.txt`,
          ]),
        ]
      : []),
  ];
}

/**
 * The sitemap (https://www.sitemaps.org/protocol.html), with the languages of each page
 * (https://developers.google.com/search/docs/specialty/international/localized-versions). The addresses contain
 * nothing that XML escapes. No `lastmod`, because the date of the last change is unknown.
 */
function sitemap(translations: readonly Copy[], siteUrl: string): string {
  const [first] = translations;
  const documents = first?.legal.documents.map(({ path }) => path) ?? [];
  const urls = ['', 'book', ...documents].flatMap((page) => {
    const places = first?.placesOf(page) ?? [];
    const links = places.map(
      ({ language, path }) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${siteUrl}${path}"/>`,
    );
    const alternates = places.length > 1 ? links.join('') : '';
    return places.map(({ path }) => `<url><loc>${siteUrl}${path}</loc>${alternates}</url>`);
  });
  const xhtml = translations.length > 1 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${xhtml}>${urls.join('')}</urlset>\n`;
}
