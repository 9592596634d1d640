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
  return (
    <div className="field">
      <label htmlFor={field}>{bookingForm.labels[field]}</label>
      <input
        id={field}
        name={field}
        type={type}
        autoComplete={autoComplete}
        required
        maxLength={bookingLimits[field].max}
        // Something else than spaces; an address is checked by its type.
        {...(type === 'text' && { pattern: '.*\\S.*', title: bookingForm.notOnlySpaces })}
        defaultValue={words}
        disabled={disabled}
      />
    </div>
  );
}
