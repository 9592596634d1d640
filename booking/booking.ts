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

/** Lengths in Unicode code points after `trim`. RFC 5321 §4.5.3.1.3 gives 254 for an address. */
export const bookingLimits: Record<BookingField, { min: number; max: number }> = {
  name: { min: 1, max: 200 },
  company_name: { min: 1, max: 200 },
  email: { min: 3, max: 254 },
};
