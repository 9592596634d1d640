import { type Booking, bookingFields, bookingOf } from '../../booking/booking.ts';
import { channelNames, deliveryStates, type StoredDelivery } from './delivery.ts';
import { bookingStates, type NewBooking, type StoredBooking } from './store.ts';

/** A row as an engine's driver gives it: times as `Date`, or as ISO 8601 in UTC. */
export type Row = Readonly<Record<string, unknown>>;

export function toBooking(row: Row): StoredBooking {
  return {
    id: Number(row.id),
    created_at: isoTime(row.created_at),
    ...bookingOf((field) => String(row[field])),
    request_id: textOrNull(row.request_id),
    state: oneOf(bookingStates, row.booking_state),
    spam_signals: codesOf(row.spam_signals),
    accepted_at: isoTimeOrNull(row.accepted_at),
  };
}

export function toDelivery(row: Row): StoredDelivery {
  return {
    id: String(row.id),
    booking_id: Number(row.booking_id),
    channel: oneOf(channelNames, row.channel),
    state: oneOf(deliveryStates, row.state),
    attempts: Number(row.attempts),
    created_at: isoTime(row.created_at),
    next_at: isoTime(row.next_at),
    give_up_at: isoTime(row.give_up_at),
    last_error: textOrNull(row.last_error),
    done_at: isoTimeOrNull(row.done_at),
  };
}

/** A booking that has no deliveries because it looks like spam. */
export const waitsForAcceptance = '(spam_signals IS NOT NULL AND accepted_at IS NULL)';

/** A booking's words, in the order of `bookingFields`: the order of the columns in every statement. */
export function valuesOf(booking: Booking): string[] {
  return bookingFields.map((field) => booking[field]);
}

/** How a suspicion is kept; null: there is none. */
export function spamSignalsText({ spam_signals = [] }: NewBooking): string | null {
  return spam_signals.length === 0 ? null : spam_signals.join(' ');
}

/** The codes of a suspicion, which are kept with a space between. */
function codesOf(value: unknown): string[] {
  return value === null ? [] : String(value).split(' ');
}

/** One of the values that the table's check allows. Throws when it is none of them. */
export function oneOf<T extends string>(values: readonly T[], value: unknown): T {
  const found = values.find((one) => one === value);
  if (found === undefined) throw new Error(`${value} is none of ${values.join(', ')}`);
  return found;
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value);
}

export function isoTimeOrNull(value: unknown): string | null {
  return value === null ? null : isoTime(value);
}

function isoTime(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return value;
  throw new Error('The database gave no time where one belongs');
}
