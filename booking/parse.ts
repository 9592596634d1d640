import {
  type Booking,
  type BookingField,
  bookingFields,
  bookingOf,
  fieldRules,
} from './booking.ts';

/** The fault of one field. `surrogate`: half of a UTF-16 pair, which no UTF-8 can carry. */
export interface Violation {
  field: BookingField;
  kind: 'missing' | 'not-text' | 'nul' | 'surrogate' | 'check';
}

export type ParsedBooking = { ok: true; booking: Booking } | { ok: false; violations: Violation[] };

/**
 * Parses an unchecked row, from a form or from JSON. Returns the booking with normalized fields, or the
 * violations: at most one a field, in the order of the fields. Other keys are ignored.
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

/** The value as it is sent and stored: trimmed of invisible ends, and the domain of an email address in ASCII. */
export function normalized(field: BookingField, value: string): string {
  const text = withoutInvisibleEnds(value);
  return fieldRules[field].type === 'email' ? withAsciiDomain(text) : text;
}

/** The text without what leaves no mark at both ends, such as spaces, U+200B and a byte order mark. */
export function withoutInvisibleEnds(value: string): string {
  return value.match(visibleText)?.[0] ?? '';
}

/** `value` as it arrived; `text` is the same, normalized. */
function violationOf(
  field: BookingField,
  value: unknown,
  text: string,
): Violation['kind'] | undefined {
  const rules = fieldRules[field];
  if (value === undefined || value === null) return rules.required ? 'missing' : undefined;
  if (typeof value !== 'string') return 'not-text';
  if (text.includes('\0')) return 'nul';
  // Half a pair alone; older browsers have no `isWellFormed`.
  if (/\p{Surrogate}/u.test(value)) return 'surrogate';
  if (text === '' && !rules.required) return undefined;
  // A code point takes two units of UTF-16 at most.
  const length = text.length > 2 * rules.max ? text.length : [...text].length;
  if (length < rules.min || length > rules.max) return 'check';
  return rules.type !== 'email' || validEmail.test(text) ? undefined : 'check';
}

/**
 * One character that leaves a mark, as the source of a regular expression with the flag `u` or `v`.
 * A name of zero-width spaces or Hangul fillers is no name. U+2800 is the empty Braille cell.
 */
export const visibleCharacter =
  '[^\\s\\p{Cc}\\p{Surrogate}\\p{Default_Ignorable_Code_Point}\\u2800]';

/** The same, or what an emoji may end with. */
export const lastCharacter = `(?:${visibleCharacter}|[\\p{Variation_Selector}\\u{E0020}-\\u{E007F}])`;

/** The search takes linear time, whatever a stranger sends. */
const visibleText = new RegExp(`${visibleCharacter}(?:[^]*${lastCharacter})?`, 'u');

/**
 * The email address with its domain in ASCII (https://url.spec.whatwg.org/#concept-domain-to-ascii):
 * browsers differ in whether a field gives `münchen.de` as it was typed. Returns unchanged what is
 * ASCII already or holds no domain.
 */
function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // The limit of an address also bounds the work that a stranger can cause.
  if (!/[^\0-~]/.test(domain) || /[\s/\\:?#[\]%]/.test(domain) || domain.length > 254) return email;
  try {
    return email.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return email;
  }
}

/**
 * A valid email address as a browser's `<input type="email">` means it:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const validEmail =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
