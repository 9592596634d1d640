import { bookingFields } from '../../booking/booking.ts';
import BookingForm, { type BookingFormProps } from '../browser/booking-form/booking-form.tsx';
import Certificate from '../browser/certificate/certificate.tsx';
import bootstrap from '../browser/wake-form.ts?inline-script';
import { MailFallback } from '../components/banner.tsx';
import { DarkPage } from '../components/dark-page.tsx';
import { Island } from '../components/island.tsx';
import { BookData } from '../components/metadata.tsx';
import { Privacy } from '../components/privacy.tsx';
import { BackLink, Contact } from '../components/provider.tsx';
import { NextSteps } from '../components/questions.tsx';
import { pageTitles, useCopy } from '../copy.ts';
import { tokenSources } from '../illustrations/pictures.tsx';
import type { SiteSettings } from '../site.ts';

interface BookProps {
  settings: SiteSettings;
  /** Whether it follows a native post that failed. */
  failed?: boolean;
}

/** The Book a Call page: dark, with the form as the one thing on it. */
export function Book({ settings, failed = false }: BookProps) {
  const copy = useCopy();
  const { bookingForm } = copy;
  const form = bookingFormProps(settings, copy.language, failed);
  return (
    <DarkPage
      {...pageTitles(copy).book}
      canonical={{ ...settings, page: 'book' }}
      bootstrap={bootstrap}
      token={
        <Island name="certificate" component={Certificate} props={{ sheets: tokenSources.dark }} />
      }
      aside={
        <>
          <NextSteps id="after-request" />
          <Contact />
        </>
      }
      back={<BackLink />}
    >
      <h1>{bookingForm.title}</h1>
      <p className="lede">{bookingForm.lede}</p>
      <p className="printed">{settings.siteUrl + copy.paths.book}</p>
      {form.action === undefined && <MailFallback email={settings.contactEmail} />}
      <Island
        name="booking-form"
        component={BookingForm}
        props={form}
        contactEmail={settings.contactEmail}
      />
      <Privacy {...settings} />
      <BookData {...settings} />
    </DarkPage>
  );
}

/** What the form is made from, on the server and again in the browser. */
function bookingFormProps(
  settings: SiteSettings,
  language: string,
  failed: boolean,
): BookingFormProps {
  const { backendUrl, foreignOrigin, publicKey, contactEmail } = settings;
  const endpoint = `${backendUrl}/booking_requests`;
  const native = `${endpoint}?apikey=${encodeURIComponent(publicKey)}&columns=${bookingFields.join()}&language=${language}`;
  return {
    endpoint,
    publicKey,
    contactEmail,
    // Another data interface would answer a native post with its own JSON.
    ...(foreignOrigin === undefined && { action: native }),
    ...(failed && { failed }),
  };
}
