import { bookingFields } from '../../booking/booking.ts';
import { useCopy } from '../copy.ts';
import type { SiteSettings } from '../site.ts';
import { Banner, MailFallback } from './banner.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { Field, Honeypot } from './field.tsx';
import { MailLink } from './provider.tsx';

interface BookingFormProps {
  settings: SiteSettings;
  /** Whether it follows a failed native post. The server then writes the values into the placeholders. */
  failed: boolean;
}

/**
 * The booking form. Our own server accepts it without JavaScript. Another data interface would answer a native
 * post with JSON, so there the form needs its script.
 */
export function BookingForm({ settings, failed }: BookingFormProps) {
  const { bookingForm, language } = useCopy();
  const { backendUrl, foreignOrigin, publicKey, contactEmail } = settings;
  const endpoint = `${backendUrl}/booking_requests`;
  const postsItself = foreignOrigin === undefined;
  const query = `?apikey=${encodeURIComponent(publicKey)}&columns=${bookingFields.join()}&language=${language}`;
  return (
    <>
      <Banner
        id="failure"
        className="banner failure"
        aria-describedby="write-instead"
        hidden={!failed}
        autoFocus={failed}
      >
        {bookingForm.failed}
      </Banner>
      <p className="write-instead" id="write-instead" hidden={!failed}>
        {bookingForm.writeInstead} <MailLink email={contactEmail} />
      </p>
      {!postsItself && <MailFallback email={contactEmail} />}
      <form
        className={`booking-form screen-only${postsItself ? '' : ' needs-script'}`}
        method="post"
        action={postsItself ? endpoint + query : undefined}
        data-endpoint={endpoint}
        data-public-key={publicKey}
      >
        {bookingFields.map((field) => (
          <Field key={field} field={field} value={failed ? `{{${field}}}` : ''} />
        ))}
        <Honeypot />
        <button
          type="submit"
          className="button"
          disabled={!postsItself}
          data-submitting={bookingForm.submitting}
        >
          {bookingForm.submit}
        </button>
        <p className="status soft" role="status" data-slow={bookingForm.slow} />
      </form>
      {!postsItself && (
        <template id="problem">
          <ErrorScreen stack="-" contactEmail={contactEmail} />
        </template>
      )}
    </>
  );
}
