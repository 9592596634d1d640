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
