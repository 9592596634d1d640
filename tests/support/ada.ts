import type { Booking } from '../../booking/booking.ts';

/** A booking that nobody can object to. Tests spread it: a new field of the form is one more line here. */
export const ada: Booking = {
  name: 'Ada Lovelace',
  company_name: 'Analytical Engines',
  email: 'ada@example.com',
};
