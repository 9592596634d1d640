import { randomUUID } from 'node:crypto';
import { type Booking, bookingOf } from '../../booking/booking.ts';

/**
 * The end of every rehearsal's address. No mailbox can be there (RFC 2606 §2): a stranger who writes it hides no
 * request that could be answered.
 */
export const rehearsalDomain = '@rehearsal.invalid';

/** A booking of `./lodemark rehearse`, with an address of its own. */
export function newRehearsal(): Booking {
  return bookingOf((field) =>
    field === 'email' ? randomUUID() + rehearsalDomain : 'Rehearsal, sent by ./lodemark',
  );
}

export function isRehearsal({ email }: { email: string }): boolean {
  return email.endsWith(rehearsalDomain);
}
