import { brand } from '../content/brand.ts';
import { copies, placesOf } from './languages.ts';
import type { SiteFile, SiteSettings } from './site.ts';

/** What search engines and security researchers ask for at addresses of their own. */
export function searchFiles({ siteUrl, contactEmail, year }: SiteSettings): SiteFile[] {
  const text = (path: string, lines: string[]): SiteFile => ({
    path,
    type: 'text/plain; charset=utf-8',
    body: `${lines.join('\n')}\n`,
  });
  return [
    {
      path: '/sitemap.xml',
      type: 'application/xml',
      body: sitemap(siteUrl),
    },
    // RFC 9309. All may be read; what answers no page says so itself.
    text('/robots.txt', ['User-agent: *', 'Allow: /', '', `Sitemap: ${siteUrl}/sitemap.xml`]),
    // RFC 9116 §2.5.5: no more than a year ahead. The site is rendered again when the year turns.
    text('/.well-known/security.txt', [
      `Contact: mailto:${contactEmail}`,
      `Expires: ${year}-12-31T23:59:59Z`,
      `Preferred-Languages: ${brand.languages.join(', ')}`,
      `Canonical: ${siteUrl}/.well-known/security.txt`,
    ]),
  ];
}

/**
 * https://www.sitemaps.org/protocol.html, with the languages of each page
 * (https://developers.google.com/search/docs/specialty/international/localized-versions). The addresses
 * hold nothing that XML would read otherwise. No `lastmod`: nothing knows when a page's words last
 * changed, and a date that is not true is worse.
 */
function sitemap(siteUrl: string): string {
  const documents = copies[0]?.legal.documents.map(({ path }) => path) ?? [];
  const urls = ['', 'book', ...documents].flatMap((page) => {
    const places = placesOf(page);
    const links = places.map(
      ({ language, path }) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${siteUrl}${path}"/>`,
    );
    const alternates = places.length > 1 ? links.join('') : '';
    return places.map(({ path }) => `<url><loc>${siteUrl}${path}</loc>${alternates}</url>`);
  });
  const xhtml = copies.length > 1 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${xhtml}>${urls.join('')}</urlset>\n`;
}
