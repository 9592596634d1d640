import { type Booking, type BookingField, bookingOf, fieldRules } from '../../booking/booking.ts';

const known: Partial<Booking> = {
  name: 'Ada Lovelace',
  company_name: 'Analytical Engines',
  email: 'ada@example.com',
};

/** A valid booking without spam signals, for tests to copy and change. A new field has its name as its value. */
export const ada: Booking = bookingOf((field) => known[field] ?? `A ${field}`);

/** Another valid value for the field. */
export function anotherFor(field: BookingField): string {
  return `a${ada[field]}`;
}

export function tooLongFor(field: BookingField): string {
  return ada[field].padStart(fieldRules[field].max + 1, 'a');
}
