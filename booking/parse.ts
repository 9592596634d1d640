import {
  type Booking,
  type BookingField,
  bookingFields,
  bookingLimits,
  bookingOf,
} from './booking.ts';

/** What is wrong with one field. `surrogate`: half of a UTF-16 pair, which no UTF-8 can carry. */
export interface Violation {
  field: BookingField;
  kind: 'missing' | 'not-text' | 'nul' | 'surrogate' | 'check';
}

export type ParsedBooking = { ok: true; booking: Booking } | { ok: false; violations: Violation[] };

/**
 * Takes a row as it arrived, from a form or from JSON, and gives the booking with its fields
 * trimmed, or every violation in the order of the fields, one for each field that has any.
 * Keys other than the three fields are not looked at.
 */
export function parseBooking(row: Readonly<Record<string, unknown>>): ParsedBooking {
  const violations = bookingFields.flatMap((field) => {
    const kind = violationOf(field, row[field]);
    return kind === undefined ? [] : [{ field, kind }];
  });
  if (violations.length > 0) return { ok: false, violations };
  return { ok: true, booking: bookingOf((field) => String(row[field]).trim()) };
}

function violationOf(field: BookingField, value: unknown): Violation['kind'] | undefined {
  if (value === undefined || value === null) return 'missing';
  if (typeof value !== 'string') return 'not-text';
  if (value.includes('\0')) return 'nul';
  // Half a pair alone; older browsers have no `isWellFormed`.
  if (/\p{Surrogate}/u.test(value)) return 'surrogate';
  const text = value.trim();
  const length = [...text].length;
  const { min, max } = bookingLimits[field];
  if (length < min || length > max) return 'check';
  return field === 'email' && !validEmail.test(text) ? 'check' : undefined;
}

/**
 * A valid email address as a browser's `<input type="email">` means it:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const validEmail =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
