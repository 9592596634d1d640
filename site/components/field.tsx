import type { BookingField } from '../../booking/booking.ts';
import { bookingLimits } from '../../booking/booking.ts';
import { bookingForm } from '../../content/messages.ts';

interface FieldProps {
  field: BookingField;
  /** What is in it at first. */
  words: string;
  disabled: boolean;
}

const kinds = {
  name: { type: 'text', autoComplete: 'name' },
  company_name: { type: 'text', autoComplete: 'organization' },
  email: { type: 'email', autoComplete: 'email' },
} as const;

/** A labelled, required input for one field of a booking. */
export function Field({ field, words, disabled }: FieldProps) {
  const { type, autoComplete } = kinds[field];
  const { max } = bookingLimits[field];
  return (
    <div className="field">
      <label htmlFor={field}>{bookingForm.labels[field]}</label>
      <input
        id={field}
        name={field}
        type={type}
        autoComplete={autoComplete}
        required
        pattern={trimmedLength(max)}
        title={bookingForm.length.replace('{max}', String(max))}
        defaultValue={words}
        disabled={disabled}
      />
    </div>
  );
}

/**
 * A pattern for 1 to `max` code points after `trim`, as the server counts them. A `maxlength` would
 * count UTF-16 units (HTML §4.10.18.3): it would cut in silence what the server accepts.
 */
function trimmedLength(max: number): string {
  return `\\s*\\S([^]{0,${max - 2}}\\S)?\\s*`;
}
