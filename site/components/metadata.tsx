import { brand } from '../../content/brand.ts';
import { headlineOf, pageTitles, useCopy, useProvider } from '../copy.ts';
import { socialImageOf } from '../illustrations/social-image.ts';
import type { SiteSettings } from '../site.ts';

/** The preview of a shared link (https://ogp.me). `page` is the argument of `pathOf`. */
export function LinkPreview(props: Record<'title' | 'description' | 'siteUrl' | 'page', string>) {
  const { title, description, siteUrl, page } = props;
  const copy = useCopy();
  const socialImage = socialImageOf(copy, page);
  const others = copy.placesOf(page).filter(({ language }) => language !== copy.language);
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:locale" content={localeOf(copy.language)} />
      {others.map(({ language }) => (
        <meta key={language} property="og:locale:alternate" content={localeOf(language)} />
      ))}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={siteUrl + copy.pathOf(page)} />
      <meta property="og:image" content={siteUrl + socialImage.path} />
      <meta property="og:image:width" content={`${socialImage.width}`} />
      <meta property="og:image:height" content={`${socialImage.height}`} />
      <meta property="og:image:alt" content={socialImage.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** The language with its most likely country: `en` becomes `en_US`. */
function localeOf(code: string): string {
  const { language, region } = new Intl.Locale(code).maximize();
  return `${language}_${region}`;
}

/** The landing page's subject and provider for search engines (https://schema.org in JSON-LD 1.1). */
export function LandingData(settings: SiteSettings) {
  const copy = useCopy();
  const { hero, paths } = copy;
  const organization = useOrganization(settings);
  const { '@id': id } = organization;
  const url = settings.siteUrl + paths.home;
  const service = {
    '@type': 'Service',
    name: hero.eyebrow,
    serviceType: hero.eyebrow,
    description: pageTitles(copy).home.description,
    audience: { '@type': 'BusinessAudience' },
    provider: { '@id': id },
    url,
  };
  return (
    <LinkedData graph={[organization, { ...useWebsite(url), publisher: { '@id': id } }, service]} />
  );
}

/** The purpose, provider and place of the Book a Call page, for search engines. */
export function BookData(settings: SiteSettings) {
  const copy = useCopy();
  const { title: name, description } = pageTitles(copy).book;
  const { '@id': id, ...organization } = useOrganization(settings);
  const home = settings.siteUrl + copy.paths.home;
  const url = settings.siteUrl + copy.paths.book;
  const page = { '@type': 'ContactPage', name, description, url };
  const crumbs = [
    { name: brand.name, item: home },
    { name: copy.bookingForm.title, item: url },
  ];
  const breadcrumb = {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      ...crumb,
    })),
  };
  return (
    <LinkedData
      graph={[
        { ...page, isPartOf: useWebsite(home), about: { '@id': id }, breadcrumb },
        { '@id': id, ...organization },
      ]}
    />
  );
}

function useWebsite(url: string) {
  const { language } = useCopy();
  return {
    '@type': 'WebSite',
    '@id': `${url}#website`,
    name: brand.name,
    url,
    inLanguage: language,
  };
}

/** The provider's details, without empty ones. One node for all languages. */
function useOrganization({ siteUrl, contactEmail: email }: SiteSettings) {
  const { legalName, address, register, contact } = useProvider();
  const { phone: telephone, name, role } = contact;
  const slogan = headlineOf(useCopy());
  const filled = Object.entries({ legalName, address, identifier: register, telephone });
  const person = { '@type': 'ContactPoint', name, contactType: role || 'sales', telephone, email };
  return {
    '@type': 'Organization',
    '@id': `${siteUrl}/#organization`,
    name: brand.name,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icon-512.png`,
    slogan,
    email,
    ...Object.fromEntries(filled.filter(([, value]) => value !== '')),
    ...(name && telephone && { contactPoint: person }),
  };
}

function LinkedData({ graph }: { graph: object[] }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  // A `<` could end the element (HTML §4.12.1.3).
  const text = json.replaceAll('<', '\\u003c');
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own JSON, which React would escape
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
  );
}
