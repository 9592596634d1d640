import { brand } from '../../content/brand.ts';
import { footer } from '../../content/landing.ts';
import { NavLinks } from '../components/nav-links.tsx';
import { LegalLine, MailLink } from '../components/provider.tsx';
import type { SiteSettings } from '../site.ts';

/** The foot of the landing page: quick links, the mail address, and whose site it is. */
export function Footer({ settings }: { settings: SiteSettings }) {
  return (
    <footer className="site-footer" data-theme="dark">
      <nav aria-labelledby="quick-links">
        <h2 id="quick-links">{footer.quickLinks}</h2>
        <NavLinks />
      </nav>
      <div>
        <h2>{footer.contact}</h2>
        <p>
          <MailLink email={settings.contactEmail} />
        </p>
      </div>
      <div className="imprint">
        <p>
          {`© ${settings.year} ${brand.name} · `}
          <span className="powered-by">
            {footer.poweredBy} {brand.subBrand}
          </span>
        </p>
        <LegalLine />
      </div>
    </footer>
  );
}
