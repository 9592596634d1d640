import { brand } from '../../content/brand.ts';
import { FootLinks, NavLinks } from '../components/nav-links.tsx';
import { LegalLine, MailLink, Phone } from '../components/provider.tsx';
import { useCopy } from '../copy.ts';
import type { SiteSettings } from '../site.ts';

/** The foot of the landing page: quick links, mail address and phone, and whose site it is. */
export function Footer({ settings }: { settings: SiteSettings }) {
  const { footer, revenue, security } = useCopy();
  // What the page claims, as one line.
  const claims = [...revenue.themes, ...security.themes].map(({ title }) => title).join(' · ');
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
      <Wordmark name={brand.name} microtext={claims} />
      <div className="imprint">
        <p>{`© ${settings.year} ${brand.name}${powered}`}</p>
        <LegalLine />
        <FootLinks />
      </div>
    </footer>
  );
}

/** In units of the drawing: its width, the room of a capital, and that of the line under it. */
const [width, line] = [1000, 10];

/** A name from edge to edge in engraved letters, cut out of fine lines, on a line that is readable when it is zoomed. */
function Wordmark({ name, microtext }: Record<'name' | 'microtext', string>) {
  // Widths of an average letter against its size; `textLength` makes them exact.
  const size = Math.min(260, width / (name.length * 0.56));
  const microSize = width / (microtext.length * 0.66);
  const baseline = size * 0.8;
  const whole = { textLength: width, y: baseline };
  return (
    <svg
      className="wordmark screen-only"
      viewBox={`0 0 ${width} ${baseline + line * 2}`}
      aria-hidden="true"
    >
      <pattern id="engraved" width="8" height="2.6" patternUnits="userSpaceOnUse">
        {/* Covers the outlines where parts of a letter overlap. */}
        <path d="M0 0H8V2.6H0z" fill="var(--paper)" />
        <path d="M0 1.3H8" stroke="var(--tint)" strokeWidth="1.1" />
      </pattern>
      <text className="wordmark-name" fontSize={size} fill="url(#engraved)" {...whole}>
        {name}
      </text>
      <text fontSize={microSize} textLength={width} y={baseline + line + microSize}>
        {microtext}
      </text>
    </svg>
  );
}
