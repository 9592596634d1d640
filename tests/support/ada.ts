import { type Booking, type BookingField, bookingOf, rulesOf } from '../../booking/booking.ts';

const known: Partial<Booking> = {
  name: 'Ada Lovelace',
  company_name: 'Analytical Engines',
  email: 'ada@example.com',
};

/** A booking that nobody can object to. Tests spread it. A new field has a value of itself. */
export const ada: Booking = bookingOf(
  (field) => known[field] ?? rulesOf(field).options?.[0] ?? `A ${field}`,
);

/** Another value for the field that nobody can object to. */
export function anotherFor(field: BookingField): string {
  return rulesOf(field).options?.[1] ?? `a${ada[field]}`;
}

/** A value that is too long for the field, or none of its options. */
export function tooLongFor(field: BookingField): string {
  return ada[field].padStart((rulesOf(field).max ?? 100) + 1, 'a');
}
