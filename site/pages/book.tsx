import { Fragment } from 'react';
import { bookingFields } from '../../booking/booking.ts';
import { legal } from '../../content/legal.ts';
import { bookingForm, controls } from '../../content/messages.ts';
import { BookingForm, type BookingFormProps } from '../browser/booking-form.tsx';
import bootstrap from '../browser/load-islands.ts?inline-script';
import { MailFallback } from '../components/banner.tsx';
import { DarkPage } from '../components/dark-page.tsx';
import { Icon } from '../components/icon.tsx';
import { BookData } from '../components/metadata.tsx';
import { NextSteps } from '../components/next-steps.tsx';
import { MailLink } from '../components/provider.tsx';
import { pageTitles } from '../page-titles.ts';
import type { FormValues, SiteSettings } from '../site.ts';

interface BookProps {
  settings: SiteSettings;
  /** The values of a native post that failed. */
  failed?: FormValues;
}

/** The Book a Call page: dark, with the form as the one thing on it. */
export function Book({ settings, failed }: BookProps) {
  const form = bookingFormProps(settings, failed);
  return (
    <DarkPage
      {...pageTitles.book}
      canonical={`${settings.siteUrl}/book`}
      bootstrap={bootstrap}
      aside={<NextSteps id="after-request" />}
      back={
        <a className="button back" href="/">
          <Icon name="arrow-left" />
          {controls.backToHome}
        </a>
      }
    >
      <h1>{bookingForm.title}</h1>
      <p className="lede">{bookingForm.lede}</p>
      {form.action === undefined && <MailFallback email={settings.contactEmail} />}
      <div
        data-island="booking-form"
        data-script={__ISLANDS__}
        data-props={JSON.stringify(form)}
        data-mail={settings.contactEmail}
      >
        <BookingForm {...form} />
      </div>
      <Privacy {...settings} />
      <BookData {...settings} />
    </DarkPage>
  );
}

/** What the form is made from, on the server and again in the browser. */
function bookingFormProps(settings: SiteSettings, failed?: FormValues): BookingFormProps {
  const { backendUrl, foreignOrigin, publicKey, sendIdempotencyKey, contactEmail } = settings;
  const endpoint = `${backendUrl}/booking_requests`;
  const native = `${endpoint}?apikey=${encodeURIComponent(publicKey)}&columns=${bookingFields.join()}`;
  return {
    endpoint,
    publicKey,
    sendIdempotencyKey,
    contactEmail,
    // Another data interface would answer a native post with its own JSON.
    ...(foreignOrigin === undefined && { action: native }),
    ...(failed && { failed }),
  };
}

/** How the visitor's details are used. A point about the webhook's receiver needs one. */
function Privacy({ contactEmail, webhookHost }: SiteSettings) {
  const { title, points } = legal.privacy;
  const shown = points.filter(({ text }) => webhookHost || !text.includes('{webhook}'));
  return (
    <details className="privacy">
      <summary>{title}</summary>
      <dl>
        {shown.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{withMailLink(text.replaceAll('{webhook}', webhookHost ?? ''), contactEmail)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
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
