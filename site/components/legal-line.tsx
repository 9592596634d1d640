import { legal } from '../../content/legal.ts';

/** Who the provider is, and what the figures are not: at the foot of every page. */
export function LegalLine() {
  return (
    <p className="legal-line">
      {legal.provider} <span>{legal.disclaimer}</span>
    </p>
  );
}
