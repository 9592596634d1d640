import { brand } from '../../content/brand.ts';
import { legal } from '../../content/legal.ts';
import { controls } from '../../content/messages.ts';
import { Seal } from '../illustrations/seal.tsx';
import { mailAddress } from '../share-actions.ts';

/** The brand's mark and name, which lead home. */
export function BrandLink() {
  return (
    <a className="brand" href="/" aria-label={`${brand.name}, ${controls.home}`}>
      <Seal />
      <span>{brand.name}</span>
    </a>
  );
}

/** A mail address that opens a draft to it. */
export function MailLink({ email }: { email: string }) {
  return <a href={`mailto:${mailAddress(email)}`}>{email}</a>;
}

/** Who the provider is, and what the figures are not: at the foot of every page. */
export function LegalLine() {
  return (
    <p className="legal-line">
      {legal.provider} <span>{legal.disclaimer}</span>
    </p>
  );
}
