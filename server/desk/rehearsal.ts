import { createHmac, randomBytes } from 'node:crypto';
import { type Booking, bookingOf } from '../../booking/booking.ts';

/** The domain of every rehearsal's email address. It can have no mailbox (RFC 2606 §2). */
export const rehearsalDomain = '@rehearsal.invalid';

/** Creates the booking of `./lodemark rehearse`. The installation's `secret` signs it against forgery. */
export function newRehearsal(secret: string): Booking {
  const id = randomBytes(8).toString('hex');
  return bookingOf((field) =>
    field === 'email' ? addressOf(id, secret) : 'Rehearsal, sent by ./lodemark',
  );
}

export function isRehearsal({ email }: { email: string }, secret: string): boolean {
  return email === addressOf(email.slice(0, 16), secret);
}

function addressOf(id: string, secret: string): string {
  const mark = createHmac('sha256', secret).update(`rehearsal ${id}`).digest('hex').slice(0, 32);
  return `${id}.${mark}${rehearsalDomain}`;
}
