import type { ComponentProps } from 'react';
import {
  type BookingField,
  bookingFields,
  fieldRules,
  lastCharacter,
  visibleCharacter,
} from '../../booking/booking.ts';
import { honeypotField } from '../../booking/spam.ts';
import { passed } from '../browser/protocol.ts';
import { interpolate, useCopy } from '../copy.ts';
import type { SiteSettings } from '../site.ts';
import { ErrorScreen } from './error-screen.tsx';
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
  const query = `?columns=${bookingFields.join()}&language=${language}`;
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
        className={`booking-form rows screen-only${postsItself ? '' : ' needs-script'}`}
        method="post"
        action={postsItself ? endpoint + query : undefined}
        {...passed({ endpoint, publicKey })}
      >
        {bookingFields.map((field) => (
          <Field key={field} field={field} value={failed ? `{{${field}}}` : ''} />
        ))}
        <Honeypot />
        <button
          type="submit"
          className="button"
          disabled={!postsItself}
          {...passed({ submitting: bookingForm.submitting })}
        >
          {bookingForm.submit}
        </button>
        <p className="status soft" role="status" {...passed({ slow: bookingForm.slow })} />
      </form>
      {!postsItself && (
        <template id="problem">
          <ErrorScreen stack="-" contactEmail={contactEmail} />
        </template>
      )}
    </>
  );
}

/**
 * A message above the form or instead of it. It gets the focus, so a screen reader announces its name. It is not a live
 * region, because that would announce it twice. With `autoFocus` the browser focuses it when the page loads. `id` is
 * the id of its text.
 */
function Banner(props: ComponentProps<'div'> & { id: string }) {
  const { id, className = 'banner', children, ...attributes } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and this is a message
    <div className={className} role="group" aria-labelledby={id} {...attributes} tabIndex={-1}>
      <p id={id}>{children}</p>
    </div>
  );
}

/**
 * The email link for visitors without JavaScript. Only another data interface needs it, because it accepts no
 * form post.
 */
function MailFallback({ email }: { email: string }) {
  const { bookingForm } = useCopy();
  return (
    <Banner id="fallback" className="banner fallback">
      {bookingForm.withoutScript} <MailLink email={email} />
    </Banner>
  );
}

/** A labelled input for one field of a booking, with its initial `value`. */
function Field({ field, value }: { field: BookingField; value: string }) {
  const { bookingForm } = useCopy();
  const { type, required, autoComplete, max } = fieldRules[field];
  return (
    <div className="field">
      <label htmlFor={field}>{bookingForm.labels[field]}</label>
      <input
        id={field}
        name={field}
        type={type}
        defaultValue={value}
        required={required}
        autoComplete={autoComplete}
        // Email addresses run from left to right in every language.
        dir={type === 'text' ? 'auto' : undefined}
        pattern={lengthPattern(max, required)}
        title={interpolate(bookingForm.length, { max })}
      />
    </div>
  );
}

/**
 * A pattern for the values that the server accepts: 1 to `max` code points without NUL, between any invisible
 * characters. An optional field may be blank. A `maxlength` counts UTF-16 units (HTML §4.10.18.3), so it would silently
 * cut off valid values.
 */
function lengthPattern(max: number, required: boolean): string {
  const end = `(?:(?!${visibleCharacter})[^])*`;
  const text = `${visibleCharacter}([^\\0]{0,${max - 2}}${lastCharacter})?`;
  return `${end}(${text}${end})${required ? '' : '?'}`;
}

/**
 * A field for programs that fill in every field. `inert` keeps people and their tools out; `aria-hidden` and
 * `tabIndex` are for browsers without `inert`. It is not `display: none`, because such programs check that. The
 * `data-*` attributes make password managers skip it.
 */
function Honeypot() {
  const { bookingForm } = useCopy();
  return (
    <div className="visually-hidden" inert aria-hidden="true">
      <label>
        {bookingForm.leaveEmpty}
        <input
          name={honeypotField}
          type="text"
          autoComplete="off"
          tabIndex={-1}
          data-1p-ignore
          data-lpignore="true"
          data-bwignore
          data-form-type="other"
        />
      </label>
    </div>
  );
}
