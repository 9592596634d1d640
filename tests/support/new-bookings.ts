import type { Booking } from '../../booking/booking.ts';
import {
  countBookings,
  insertBookings,
  type NewBooking,
  type VisitorDetails,
} from '../../server/store/bookings.ts';
import type { Store } from '../../server/store/store.ts';
import { ada } from './ada.ts';

/** A booking without spam signals, with these values. */
export const booking = (values: Partial<Booking> = {}): NewBooking => ({
  ...ada,
  ...values,
  spam_signals: [],
});

/** Bookings with the names `Ada 001`, `Ada 002`, …, which sort in the order of storing. */
export const bookings = (count: number): NewBooking[] =>
  Array.from({ length: count }, (_, index) =>
    booking({ name: `Ada ${String(index + 1).padStart(3, '0')}` }),
  );

/** A description, a name, and the name as the provider sees it. */
export const oddNames = [
  ['a header line', 'A\r\nBcc: other@example.com', 'A\\u000d\\u000aBcc: other@example.com'],
  ['200 characters of three octets', '字'.repeat(200), '字'.repeat(200)],
  ['marks that change the writing direction', 'A\u202eB\u2066C', 'A\\u202eB\\u2066C'],
] as const;

/** A booking that is quarantined. */
export const spam = (values: Partial<Booking> = {}, ...signals: string[]): NewBooking => ({
  ...booking({ name: 'Spam', ...values }),
  spam_signals: signals.length > 0 ? signals : ['markup'],
});

/** Inserts bookings, and returns how many of them became rows. */
export async function countNew(store: Store, rows: NewBooking[], details?: VisitorDetails) {
  const before = await countBookings(store);
  await insertBookings(store, rows, details);
  return (await countBookings(store)) - before;
}
