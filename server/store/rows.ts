import { type Booking, bookingFields, bookingOf, rulesOf } from '../../booking/booking.ts';
import type { StoredBooking, WaitingSummary } from './booking.ts';
import { bookingStates } from './booking.ts';
import type { StoredDelivery } from './delivery.ts';
import { deliveryStates } from './delivery.ts';
import type { NewBooking } from './store.ts';

/** A row of an engine's driver: times as `Date`, or as ISO 8601 in UTC. */
export type Row = Readonly<Record<string, unknown>>;

export function toBooking(row: Row): StoredBooking {
  const signals = textOrNull(row.spam_signals);
  return {
    id: Number(row.id),
    created_at: isoTime(row.created_at),
    ...bookingOf((field) => String(row[field])),
    request_id: textOrNull(row.request_id),
    language: textOrNull(row.language),
    state: oneOf(bookingStates, row.booking_state),
    spam_signals: signals === null ? [] : signals.split(' '),
    accepted_at: isoTimeOrNull(row.accepted_at),
  };
}

export function toDelivery(row: Row): StoredDelivery {
  return {
    id: String(row.id),
    booking_id: Number(row.booking_id),
    channel: String(row.channel),
    state: oneOf(deliveryStates, row.state),
    attempts: Number(row.attempts),
    created_at: isoTime(row.created_at),
    next_at: isoTime(row.next_at),
    give_up_at: isoTime(row.give_up_at),
    last_error: textOrNull(row.last_error),
    done_at: isoTimeOrNull(row.done_at),
  };
}

/** A row of `count` and `oldest`. */
export function toWaitingSummary(row: Row | undefined): WaitingSummary {
  return { count: Number(row?.count), oldest: isoTimeOrNull(row?.oldest) };
}

/** The condition in SQL for a booking that is quarantined. */
export const isQuarantined = '(spam_signals IS NOT NULL AND accepted_at IS NULL)';

/** A booking that every check allows, to prove that one can be stored. */
export const probeBooking = bookingOf((field) => {
  const { options, type, min, max } = rulesOf(field);
  if (options) return options[0];
  return type === 'email' ? 'probe@probe.invalid' : 'probe'.padEnd(min, 'e').slice(0, max);
});

/** The values of a booking in the order of `bookingFields`, which every statement's columns have. */
export function valuesOf(booking: Booking): string[] {
  return bookingFields.map((field) => booking[field]);
}

/** All that a visitor wrote in SQL, a line for each field. */
export const allFields = bookingFields.join(" || '\n' || ");

/** Spam signals as they are stored: with a space between, null when there are none. */
export function spamSignalsText({ spam_signals = [] }: NewBooking): string | null {
  return spam_signals.length === 0 ? null : spam_signals.join(' ');
}

/** Throws when the value is none that the table's check allows. */
export function oneOf<T extends string>(values: readonly T[], value: unknown): T {
  const found = values.find((one) => one === value);
  if (found === undefined) throw new Error(`${value} is none of ${values.join(', ')}`);
  return found;
}

/** Null for null, and where there is no row. */
export function isoTimeOrNull(value: unknown): string | null {
  return value == null ? null : isoTime(value);
}

/** A stored time as ISO 8601 in UTC. */
export function isoTime(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

export function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value);
}
