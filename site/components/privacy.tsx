import { Fragment } from 'react';
import { type LegalDocument, useCopy, useProvider, withoutEmpty } from '../copy.ts';
import type { SiteSettings } from '../site.ts';
import { MailLink } from './provider.tsx';

/** The privacy notice, without empty points. */
export function Privacy(settings: SiteSettings) {
  const { title, points } = useCopy().legal.privacy;
  return (
    <details className="privacy small">
      <summary>{title}</summary>
      {/* The target is inside `details`, so that a link opens them (HTML, "ancestor details revealing algorithm"). */}
      <div id="privacy">
        <Points points={points} {...settings} />
      </div>
    </details>
  );
}

/** The points of a legal text, without sentences that name an empty detail. */
export function Points(props: SiteSettings & Pick<LegalDocument, 'points'>) {
  const {
    points,
    contactEmail,
    webhookHost = '',
    receiptFrom = '',
    schedulingUrl,
    hasInbox,
    staticHost,
  } = props;
  const { language } = useCopy();
  const { legalName, address, storagePeriod } = useProvider();
  const scheduling = schedulingUrl === undefined ? '' : new URL(schedulingUrl).hostname;
  const settings = { webhook: webhookHost, receipt: receiptFrom, scheduling };
  const held = new Set<unknown>([hasInbox && 'inbox', !staticHost && 'counts']);
  const details = { legalName, address, storagePeriod, ...settings };
  return (
    <dl className="legal-points">
      {points
        .filter(({ when }) => when === undefined || held.has(when))
        .map(({ term, text }) => ({ term, text: withoutEmpty(text, details, language) }))
        .filter(({ text }) => text !== '')
        .map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="soft">{withMailLink(text, contactEmail)}</dd>
          </div>
        ))}
    </dl>
  );
}

function withMailLink(text: string, email: string) {
  return text.split('{mail}').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts never changes
    <Fragment key={index}>
      {index > 0 && <MailLink email={email} />}
      {part}
    </Fragment>
  ));
}
