import { logo, ownFiles } from 'virtual:pictures';
import { brand } from '../../content/brand.ts';
import { useCopy, useProvider } from '../copy.ts';
import { Seal } from '../illustrations/seal.tsx';
import { mailAddress } from '../share-actions.ts';
import { Icon } from './icon.tsx';

/** The brand's mark and name, with a link to the landing page. */
export function BrandLink() {
  const { controls, paths } = useCopy();
  return (
    <a className="brand" href={paths.home} aria-label={`${brand.name}, ${controls.home}`}>
      <Logo />
      {/* No line break after an ampersand. */}
      <span>{brand.name.replaceAll('& ', '&\u00A0')}</span>
    </a>
  );
}

/** The provider's logo, or the seal. It is an image file, because scripts in an image file never run. */
function Logo() {
  return logo ? <img className="seal" {...logo} alt="" /> : <Seal />;
}

/** The link back to the landing page. */
export function BackLink() {
  const { controls, paths } = useCopy();
  return (
    <a className="button second small" href={paths.home}>
      <Icon name="arrow-left" />
      {controls.backToHome}
    </a>
  );
}

/** An email address as a `mailto:` link. */
export function MailLink({ email }: { email: string }) {
  return <a href={`mailto:${mailAddress(email)}`}>{email}</a>;
}

/** The provider's phone number as a link, if there is one. The 0 in '+49 (0)30' is only for domestic calls. */
export function Phone() {
  const { phone } = useProvider().contact;
  if (!phone) return null;
  return (
    <p className="tall-links">
      <a href={`tel:${phone.replace('(0)', '').replace(/[^+\d]/g, '')}`}>{phone}</a>
    </p>
  );
}

/** The provider's details and the note on sample figures, in every footer. */
export function LegalLine() {
  const { legal } = useCopy();
  const { legalName, address, register, licence, supervisoryBody } = useProvider();
  const lines = [
    [legalName || legal.sample, address].filter(Boolean).join(', '),
    [register, licence, supervisoryBody].filter(Boolean).join(' · '),
    legal.disclaimer,
  ];
  return (
    <p className="legal-line soft">
      {lines.filter(Boolean).map((line) => (
        <span key={line}>{`${line} `}</span>
      ))}
    </p>
  );
}

/** The person whom the visitor will speak to, if filled in. */
export function Contact({ heading: Heading = 'h2' }: { heading?: 'h2' | 'h3' }) {
  const { title, name, role, picture, phone, office } = useProvider().contact;
  if (!name && !phone && !office) return null;
  return (
    <section className="contact line sheet small" aria-labelledby="contact">
      <Heading id="contact" className="small-heading">
        {title}
      </Heading>
      {name && picture && <img src={ownFiles[picture]} alt={name} width="288" height="288" />}
      <div>
        {name && <p className="contact-name">{name}</p>}
        {name && role && <p>{role}</p>}
        <Phone />
        {office && <p>{office}</p>}
      </div>
    </section>
  );
}

/** Quotations of customers, if filled in. */
export function References() {
  return useProvider().references.map(({ text, from }) => (
    <figure key={from} className="reference">
      <blockquote>{text}</blockquote>
      <figcaption className="soft small">{from}</figcaption>
    </figure>
  ));
}
