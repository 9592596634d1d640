import { type Booking, bookingFields } from '../../booking/booking.ts';
import { parseBooking } from '../../booking/parse.ts';
import { requestKey } from './request-key.ts';

/** A booking that the visitor has submitted and no server has acknowledged yet. */
export interface Unsent {
  booking: Booking;
  /** The Idempotency-Key of all its tries. */
  key: string;
  /** When submit was pressed, in milliseconds since 1970. */
  at: number;
}

/** How long the device keeps it: three days, in milliseconds. */
const keptFor = 3 * 24 * 60 * 60 * 1000;

/** Each has an item of its own in the local storage, so that two tabs do not overwrite each other. */
const prefix = 'unsent ';

/** The last one of this page, for a device that keeps nothing. */
let last: Unsent | undefined;

/**
 * Keeps a booking on the device until `drop`, where the device can. The same words keep their key.
 * Words that differ in one field from what this page kept last are its correction and take its
 * place; what another page kept may be a colleague's. Never throws.
 */
export function keep(booking: Booking): Unsent {
  const before = last;
  const known = [...unsentBookings(), ...(before ? [before] : [])];
  const same = known.find((one) => differences(one.booking, booking) === 0);
  last = { booking, key: same?.key ?? requestKey(), at: Date.now() };
  const isKept = write(last);
  if (isKept && before && differences(before.booking, booking) === 1) drop(before.key);
  return last;
}

/** Takes it off the device. Never throws. */
export function drop(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // Then it is not there either.
  }
}

/** What the device keeps, the oldest first. What is broken or too old is taken off it. Never throws. */
export function unsentBookings(): Unsent[] {
  try {
    const keys = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
    return keys.flatMap((name) => read(name.slice(prefix.length))).sort((a, b) => a.at - b.at);
  } catch {
    return [];
  }
}

/** The number of fields in which they differ. */
export function differences(one: Booking, other: Booking): number {
  return bookingFields.filter((field) => one[field] !== other[field]).length;
}

/** Gives whether the device took it: the storage may be refused or full. */
function write({ key, booking, at }: Unsent): boolean {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ ...booking, at }));
    return true;
  } catch {
    return false;
  }
}

function read(key: string): Unsent[] {
  const unsent = parseUnsent(key, localStorage.getItem(prefix + key) ?? '');
  if (!unsent) drop(key);
  // The clock has been set back since: its three days begin now.
  else if (unsent.at > Date.now()) write(Object.assign(unsent, { at: Date.now() }));
  return unsent ? [unsent] : [];
}

/** Anybody at this device can have changed what is in the storage. */
function parseUnsent(key: string, text: string): Unsent | undefined {
  try {
    const row: Record<string, unknown> = JSON.parse(text);
    const parsed = parseBooking(row);
    const fresh = typeof row.at === 'number' && Date.now() - row.at < keptFor;
    if (!fresh || !parsed.ok || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) return;
    return { booking: parsed.booking, key, at: Number(row.at) };
  } catch {
    return;
  }
}
