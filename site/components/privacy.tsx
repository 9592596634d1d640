import { Fragment } from 'react';
import { type LegalDocument, useCopy, useProvider } from '../copy.ts';
import { interpolate } from '../interpolate.ts';
import type { SiteSettings } from '../site.ts';
import { MailLink } from './provider.tsx';

/** How the visitor's details are used, without what is not filled in. */
export function Privacy(settings: SiteSettings) {
  const { title, points } = useCopy().legal.privacy;
  return (
    <details className="privacy">
      <summary>{title}</summary>
      <Points points={points} {...settings} />
    </details>
  );
}

/** The points of a legal text, without the sentences that name what is not filled in. */
export function Points(props: SiteSettings & Pick<LegalDocument, 'points'>) {
  const { points, contactEmail, webhookHost = '', hasInbox } = props;
  const { language } = useCopy();
  const { legalName, address, storagePeriod } = useProvider();
  const details = { legalName, address, storagePeriod, webhook: webhookHost };
  return (
    <dl className="legal-points">
      {points
        .filter(({ when }) => when === undefined || hasInbox)
        .map(({ term, text }) => ({ term, text: filledIn(text, details, language) }))
        .filter(({ text }) => text !== '')
        .map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{withMailLink(text, contactEmail)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The text with these details in place of their names in braces, without the sentences that name an empty one. */
function filledIn(text: string, details: Readonly<Record<string, string>>, language: string) {
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text);
  const isWhole = (sentence: string) =>
    Object.entries(details).every(([name, value]) => value || !sentence.includes(`{${name}}`));
  const whole = Array.from(sentences, ({ segment }) => segment).filter(isWhole);
  return interpolate(whole.join(''), details).trim();
}

/** The text with a link in place of each `{mail}`. */
function withMailLink(text: string, email: string) {
  return text.split('{mail}').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
    <Fragment key={index}>
      {index > 0 && <MailLink email={email} />}
      {part}
    </Fragment>
  ));
}
