/**
 * The fields in the order in which the form asks for them. The names are the columns of the table
 * `booking_requests`.
 */
export const bookingFields = ['name', 'company_name', 'email'] as const;

export type BookingField = (typeof bookingFields)[number];

/** What a visitor leaves. */
export type Booking = Record<BookingField, string>;

/** Makes a booking whose values `value` gives, one for each field. */
export function bookingOf(value: (field: BookingField) => string): Booking {
  return { name: value('name'), company_name: value('company_name'), email: value('email') };
}

interface AnyRules {
  /** An optional field that is absent, null or blank has the value ''. */
  required: boolean;
  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
  autoComplete?: string;
}

/** What a visitor types. */
interface TextRules extends AnyRules {
  type: 'text' | 'email' | 'tel';
  /** Lengths in Unicode code points after `trim`, of a value that is not ''. */
  min: number;
  max: number;
  options?: never;
}

/** What a visitor chooses: the values that there are. The content has a label for each. */
interface SelectRules extends AnyRules {
  type?: never;
  min?: never;
  max?: never;
  options: readonly [string, string, ...string[]];
}

type FieldRules = TextRules | SelectRules;

/** RFC 5321 §4.5.3.1.3 gives 254 for an address. */
export const fieldRules = {
  name: { required: true, type: 'text', autoComplete: 'name', min: 1, max: 200 },
  company_name: { required: true, type: 'text', autoComplete: 'organization', min: 1, max: 200 },
  email: { required: true, type: 'email', autoComplete: 'email', min: 3, max: 254 },
} as const satisfies Record<BookingField, FieldRules>;

/** The rules of a field that is not known before. */
export function rulesOf(field: BookingField): FieldRules {
  return fieldRules[field];
}

/** The fields that no booking lacks, in the same order. */
export const requiredFields = bookingFields.filter((field) => fieldRules[field].required);

/** A label for each option of each field that has some. */
export type OptionLabels = {
  readonly [Field in BookingField as (typeof fieldRules)[Field] extends SelectRules
    ? Field
    : never]: (typeof fieldRules)[Field] extends {
    options: readonly (infer Option extends string)[];
  }
    ? Readonly<Record<Option, string>>
    : never;
};

/** The value as people read it: the label of an option, or the text itself. */
export function shownValue(labels: OptionLabels, field: BookingField, value: string): string {
  const known: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = labels;
  return known[field]?.[value] ?? value;
}
