import { brand } from '../../content/brand.ts';
import { FootLinks, NavLinks } from '../components/nav-links.tsx';
import { LegalLine, MailLink, Phone } from '../components/provider.tsx';
import { useCopy } from '../copy.ts';
import type { SiteSettings } from '../site.ts';

/** The landing page's footer: quick links, email address, phone and legal details. */
export function Footer({ settings }: { settings: SiteSettings }) {
  const { footer } = useCopy();
  const powered = brand.subBrand && ` · ${footer.poweredBy} ${brand.subBrand}`;
  return (
    <footer className="site-footer" data-theme="dark">
      <nav className="screen-only" aria-labelledby="quick-links">
        <h2 id="quick-links" className="small-heading">
          {footer.quickLinks}
        </h2>
        <NavLinks />
      </nav>
      <div>
        <h2 className="small-heading">{footer.contact}</h2>
        <p className="tall-links">
          <MailLink email={settings.contactEmail} />
        </p>
        <Phone />
      </div>
      <Wordmark name={brand.name} />
      <div className="imprint line">
        <p>{`© ${settings.year} ${brand.name}${powered}`}</p>
        <LegalLine />
        <FootLinks />
      </div>
    </footer>
  );
}

/** The drawing's width in its units. */
const width = 1000;

/** The name from edge to edge, in letters cut out of fine lines. */
function Wordmark({ name }: { name: string }) {
  // Estimated by an average letter's width. `textLength` makes it exact.
  const size = Math.min(260, width / (name.length * 0.575));
  const baseline = size * 0.8;
  const foot = baseline + (/[gjpqy,;]/i.test(name) ? size * 0.24 : 0);
  // The side bearings of the first and last letters lie outside the drawing.
  const whole = { x: -5, textLength: width + 10, y: baseline };
  return (
    <svg className="wordmark screen-only" viewBox={`0 0 ${width} ${foot + 10}`} aria-hidden="true">
      <pattern id="engraved" width="8" height="3.2" patternUnits="userSpaceOnUse">
        {/* Hides the outlines where parts of a letter overlap. */}
        <path d="M0 0H8V3.2H0z" fill="var(--paper)" />
        <path d="M0 1.6H8" stroke="var(--tint)" strokeWidth="1.4" />
      </pattern>
      <text className="wordmark-name" fontSize={size} fill="url(#engraved)" {...whole}>
        {name}
      </text>
    </svg>
  );
}
