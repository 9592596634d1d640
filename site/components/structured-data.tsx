import { brand } from '../../content/brand.ts';
import { pageTitles } from '../page-titles.ts';
import type { SiteSettings } from '../site.ts';

/** What the site is about, for search engines: https://schema.org as JSON-LD 1.1. */
export function StructuredData({
  settings: { siteUrl, contactEmail },
}: {
  settings: SiteSettings;
}) {
  const url = `${siteUrl}/`;
  const { title, description } = pageTitles.landing;
  const organization = { '@id': `${url}#organization` };
  const graph = [
    {
      '@type': 'Organization',
      ...organization,
      name: brand.name,
      url,
      logo: `${url}icon-512.png`,
      email: contactEmail,
    },
    { '@type': 'WebSite', name: brand.name, url, publisher: organization },
    { '@type': 'Service', name: title, description, url, provider: organization },
  ];
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  // A `<` could end the element (HTML §4.12.1.3).
  const text = json.replaceAll('<', '\\u003c');
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own, which React would escape
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
  );
}
