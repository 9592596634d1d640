import { type BookingField, fieldRules } from '../../booking/booking.ts';
import { visibleCharacter } from '../../booking/parse.ts';
import { honeypotField } from '../../booking/spam.ts';
import { useCopy } from '../copy.ts';
import { interpolate } from '../interpolate.ts';

interface FieldProps {
  field: BookingField;
  /** The value that it has at first. */
  value: string;
  disabled: boolean;
}

/** A labelled input for one field of a booking. */
export function Field({ field, value, disabled }: FieldProps) {
  const { bookingForm } = useCopy();
  const { type, required, autoComplete, max } = fieldRules[field];
  return (
    <div className="field">
      <label className="small-heading" htmlFor={field}>
        {bookingForm.labels[field]}
      </label>
      <input
        id={field}
        name={field}
        type={type}
        defaultValue={value}
        required={required}
        autoComplete={autoComplete}
        disabled={disabled}
        pattern={lengthPattern(max, required)}
        title={interpolate(bookingForm.length, { max })}
      />
    </div>
  );
}

/**
 * A pattern for 1 to `max` code points after `trim`, as the server counts them, one of them visible,
 * or for nothing but blanks where the field is optional. A `maxlength` would count UTF-16
 * units (HTML §4.10.18.3): it would cut without a word what the server accepts.
 */
function lengthPattern(max: number, required: boolean): string {
  return `${required ? '' : '\\s*|'}(?=[^]*${visibleCharacter})\\s*\\S([^]{0,${max - 2}}\\S)?\\s*`;
}

/**
 * A field for programs that fill in whatever they find. `inert` keeps people and their tools out,
 * `aria-hidden` and `tabIndex` where a browser does not know it. It is not `display: none`, which such
 * programs look for. The `data-*` are what password managers document for fields that are not theirs.
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
