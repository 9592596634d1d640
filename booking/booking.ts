/**
 * The fields in the order of the form. The names are also the columns of the table
 * `booking_requests`.
 */
export const bookingFields = ['name', 'company_name', 'email'] as const;

export type BookingField = (typeof bookingFields)[number];

export type Booking = Record<BookingField, string>;

export function bookingOf(value: (field: BookingField) => string): Booking {
  return { name: value('name'), company_name: value('company_name'), email: value('email') };
}

interface FieldRules {
  type: 'text' | 'email' | 'tel';
  /** An optional field that is absent, null or blank has the value ''. */
  required: boolean;
  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
  autoComplete?: string;
  /** Lengths in Unicode code points after trimming, if the value is not ''. */
  min: number;
  max: number;
}

/** RFC 5321 §4.5.3.1.3 gives 254 for an address. */
export const fieldRules: Readonly<Record<BookingField, Readonly<FieldRules>>> = {
  name: { type: 'text', required: true, autoComplete: 'name', min: 1, max: 200 },
  company_name: { type: 'text', required: true, autoComplete: 'organization', min: 1, max: 200 },
  email: { type: 'email', required: true, autoComplete: 'email', min: 3, max: 254 },
};

/** The fault of one field. `surrogate`: half of a UTF-16 pair, which UTF-8 cannot encode. */
export interface Violation {
  field: BookingField;
  kind: 'missing' | 'not-text' | 'nul' | 'surrogate' | 'check';
}

export type ParsedBooking = { ok: true; booking: Booking } | { ok: false; violations: Violation[] };

/**
 * Parses an unchecked row from a form or from JSON. Returns the booking with normalized fields, or at most one
 * violation for each field, in the order of the fields. Ignores other keys.
 */
export function parseBooking(row: Readonly<Record<string, unknown>>): ParsedBooking {
  const booking = bookingOf((field) => {
    const value = row[field];
    return typeof value === 'string' ? normalized(field, value) : '';
  });
  const violations = bookingFields.flatMap((field) => {
    const kind = violationOf(field, row[field], booking[field]);
    return kind === undefined ? [] : [{ field, kind }];
  });
  return violations.length > 0 ? { ok: false, violations } : { ok: true, booking };
}

/** The value to send and store, without invisible characters at its ends. An email address has its domain in ASCII. */
export function normalized(field: BookingField, value: string): string {
  const text = withoutInvisibleEnds(value);
  return fieldRules[field].type === 'email' ? withAsciiDomain(text) : text;
}

/** Removes invisible characters from both ends, such as spaces, U+200B and a byte order mark. */
export function withoutInvisibleEnds(value: string): string {
  return value.match(withoutEnds)?.[0] ?? '';
}

/** `value` is the original value, `text` the normalized one. */
function violationOf(
  field: BookingField,
  value: unknown,
  text: string,
): Violation['kind'] | undefined {
  const rules = fieldRules[field];
  if (value === undefined || value === null) return rules.required ? 'missing' : undefined;
  if (typeof value !== 'string') return 'not-text';
  if (text.includes('\0')) return 'nul';
  // Half of a pair. Older browsers have no `isWellFormed`.
  if (/\p{Surrogate}/u.test(value)) return 'surrogate';
  if (text === '' && !rules.required) return undefined;
  // A code point has at most two UTF-16 units, so a long text need not be counted exactly.
  const length = text.length > 2 * rules.max ? text.length : [...text].length;
  if (length < rules.min || length > rules.max) return 'check';
  return rules.type !== 'email' || validEmail.test(text) ? undefined : 'check';
}

/**
 * One visible character, as the source of a regular expression with the flag `u` or `v`. Zero-width
 * spaces and Hangul fillers are invisible. U+2800 is the empty Braille cell.
 */
export const visibleCharacter =
  '[^\\s\\p{Cc}\\p{Surrogate}\\p{Default_Ignorable_Code_Point}\\u2800]';

/** A visible character, or an invisible one that may end an emoji. */
export const lastCharacter = `(?:${visibleCharacter}|[\\p{Variation_Selector}\\u{E0020}-\\u{E007F}])`;

/** Matches in linear time for every input. */
const withoutEnds = new RegExp(`${visibleCharacter}(?:[^]*${lastCharacter})?`, 'u');

/**
 * The email address with its domain in ASCII (https://url.spec.whatwg.org/#concept-domain-to-ascii). Some browsers
 * return `münchen.de` from a field as it was typed. Others convert it to ASCII. Returns an address unchanged if it is
 * ASCII already or contains no domain.
 */
function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // The length limit also bounds the work that a stranger can cause.
  if (!/[^\0-~]/.test(domain) || /[\s/\\:?#[\]%]/.test(domain) || domain.length > 254) return email;
  try {
    return email.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return email;
  }
}

/**
 * A valid email address by the rules of `<input type="email">`:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const validEmail =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
