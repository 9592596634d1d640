import { brand } from '../../content/brand.ts';
import { LanguageLinks } from '../components/language-links.tsx';
import { NavLinks } from '../components/nav-links.tsx';
import { DocumentLinks, LegalLine, MailLink, PhoneLink } from '../components/provider.tsx';
import { useCopy, useProvider } from '../copy.ts';
import { Wordmark } from '../illustrations/wordmark.tsx';
import type { SiteSettings } from '../site.ts';

/** The foot of the landing page: quick links, mail address and phone, and whose site it is. */
export function Footer({ settings }: { settings: SiteSettings }) {
  const { footer, revenue, security } = useCopy();
  const { phone } = useProvider().contact;
  // What the page claims, as one line.
  const claims = [...revenue.themes, ...security.themes].map(({ title }) => title).join(' · ');
  return (
    <footer className="site-footer" data-theme="dark">
      <nav aria-labelledby="quick-links">
        <h2 id="quick-links" className="small-heading">
          {footer.quickLinks}
        </h2>
        <NavLinks />
      </nav>
      <div>
        <h2 className="small-heading">{footer.contact}</h2>
        <p>
          <MailLink email={settings.contactEmail} />
        </p>
        {phone && (
          <p>
            <PhoneLink phone={phone} />
          </p>
        )}
      </div>
      <Wordmark name={brand.name} microtext={claims} />
      <div className="imprint">
        <p>{`© ${settings.year} ${brand.name} · ${footer.poweredBy} ${brand.subBrand}`}</p>
        <LegalLine />
        <DocumentLinks />
        <LanguageLinks />
      </div>
    </footer>
  );
}
