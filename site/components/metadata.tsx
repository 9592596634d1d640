import { brand } from '../../content/brand.ts';
import { pageTitles, useCopy } from '../copy.ts';
import { socialImageOf } from '../illustrations/social-image.tsx';
import type { SiteSettings } from '../site.ts';

/** How a link to the page, at this absolute address, looks where it is shared (https://ogp.me). */
export function LinkPreview(page: Record<'title' | 'description' | 'address', string>) {
  const { title, description, address } = page;
  const copy = useCopy();
  const socialImage = socialImageOf(copy);
  // The language with its likeliest country: `en` is `en_US`.
  const { language, region } = new Intl.Locale(copy.language).maximize();
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:locale" content={`${language}_${region}`} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={new URL(socialImage.path, address).href} />
      <meta property="og:image:width" content={`${socialImage.width}`} />
      <meta property="og:image:height" content={`${socialImage.height}`} />
      <meta property="og:image:alt" content={socialImage.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** What the site is about, for search engines: https://schema.org as JSON-LD 1.1. */
export function LandingData({ siteUrl, contactEmail: email }: SiteSettings) {
  const copy = useCopy();
  const { title, description } = pageTitles(copy).home;
  const site = { name: brand.name, url: siteUrl + copy.paths.home };
  const provider = organization(siteUrl);
  const logo = `${siteUrl}/icon-512.png`;
  const graph = [
    { '@type': 'Organization', ...provider, ...site, logo, email },
    { '@type': 'WebSite', ...site, inLanguage: copy.language, publisher: provider },
    { '@type': 'Service', name: title, description, url: site.url, provider },
  ];
  return <LinkedData graph={graph} />;
}

/** What the Book a Call page is for, and of whose site it is a part. */
export function BookData({ siteUrl }: SiteSettings) {
  const copy = useCopy();
  const { title: name, description } = pageTitles(copy).book;
  const url = siteUrl + copy.paths.book;
  const isPartOf = { '@type': 'WebSite', name: brand.name, url: siteUrl + copy.paths.home };
  const about = organization(siteUrl);
  return (
    <LinkedData graph={[{ '@type': 'ContactPage', name, description, url, isPartOf, about }]} />
  );
}

/** The provider, by the name that the landing page gives it. */
function organization(siteUrl: string) {
  return { '@id': `${siteUrl}/#organization` };
}

function LinkedData({ graph }: { graph: object[] }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  // A `<` could end the element (HTML §4.12.1.3).
  const text = json.replaceAll('<', '\\u003c');
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own, which React would escape
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
  );
}
