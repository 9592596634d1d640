import { type BookingField, fieldRules } from '../../booking/booking.ts';
import { lastCharacter, visibleCharacter } from '../../booking/parse.ts';
import { honeypotField } from '../../booking/spam.ts';
import { interpolate, useCopy } from '../copy.ts';

/** A labelled input for one field of a booking, with its initial `value`. */
export function Field({ field, value }: { field: BookingField; value: string }) {
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
export function Honeypot() {
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
