import { Fragment } from 'react';
import { bookingFields } from '../../booking/booking.ts';
import { brand } from '../../content/brand.ts';
import { legal } from '../../content/legal.ts';
import { bookingForm, controls } from '../../content/messages.ts';
import { BookingForm, type BookingFormProps } from '../browser/booking-form.tsx';
import bootstrap from '../browser/wake-island.ts?inline-script';
import { BrandLink } from '../components/brand-link.tsx';
import { Fallback } from '../components/fallback.tsx';
import { Icon } from '../components/icon.tsx';
import { LegalLine } from '../components/legal-line.tsx';
import { MailLink } from '../components/mail-link.tsx';
import { Document } from '../document.tsx';
import { Token } from '../illustrations/token.tsx';
import { pageTitles } from '../page-titles.ts';
import type { FormValues, SiteSettings } from '../site.ts';
import styles from '../styles/book-page.css?inline';

interface BookProps {
  settings: SiteSettings;
  /** The words of a native post that failed. */
  failed?: FormValues;
}

/** The Book a Call page: the reversed print, with the form as the one thing on it. */
export function Book({ settings, failed }: BookProps) {
  const form = bookingFormProps(settings, failed);
  return (
    <Document
      {...pageTitles.book}
      canonical={`${settings.siteUrl}/book`}
      print="ink"
      styles={styles}
      faces={['display', 'text', 'mono']}
      layout="book-page"
      bootstrap={bootstrap}
    >
      <Token initial={brand.initial} />
      <main className="book">
        <p className="book-head">
          <a className="button back" href="/">
            <Icon name="arrow-left" />
            {controls.backToHome}
          </a>
          <BrandLink />
        </p>
        <h1>{bookingForm.title}</h1>
        <p className="lede">{bookingForm.lede}</p>
        <Fallback posts={form.action !== undefined} contactEmail={settings.contactEmail} />
        <div
          data-island={__ISLAND__}
          data-form={JSON.stringify(form)}
          data-mail={settings.contactEmail}
        >
          <BookingForm {...form} />
        </div>
        <Privacy email={settings.contactEmail} sendsKey={settings.sendIdempotencyKey} />
      </main>
      <footer className="book-footer">
        <LegalLine />
      </footer>
    </Document>
  );
}

/** What the form is made from, on the server and again in the browser. */
function bookingFormProps(settings: SiteSettings, failed?: FormValues): BookingFormProps {
  const { backendUrl, foreignOrigin, publicKey, sendIdempotencyKey } = settings;
  const endpoint = `${backendUrl}/booking_requests`;
  const native = `${endpoint}?apikey=${encodeURIComponent(publicKey)}&columns=${bookingFields.join()}`;
  return {
    endpoint,
    publicKey,
    sendIdempotencyKey,
    // Another data interface would answer a native post with its own JSON.
    ...(foreignOrigin === undefined && { action: native }),
    ...(failed && { failed }),
  };
}

/** What is stored where, as the settings have it. */
function Privacy({ email, sendsKey }: { email: string; sendsKey: boolean }) {
  const { title, points, device } = legal.privacy;
  const onDevice = { term: device.term, text: sendsKey ? device.withKey : device.withoutKey };
  return (
    <details className="privacy">
      <summary>{title}</summary>
      <dl>
        {[...points, onDevice].map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{withMailLink(text, email)}</dd>
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
