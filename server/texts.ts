import { type Booking, bookingFields } from '../booking/booking.ts';
import type { SpamSignal } from '../booking/spam.ts';
import { bookingForm } from '../content/en/messages.ts';

/** The label and the value of each field that the visitor filled in, as the provider reads them. */
export function filledIn(booking: Booking): [label: string, value: string][] {
  const { labels } = bookingForm;
  return bookingFields
    .filter((field) => booking[field] !== '')
    .map((field) => [labels[field], booking[field]]);
}

const spamReasons: Readonly<Record<SpamSignal, string>> = {
  honeypot: 'it filled in the field that no person sees',
  'link-in-name': 'a link in the name',
  markup: 'markup in the name or the company',
  'random-letters': 'random letters',
  'link-in-company': 'a link in the company',
  'same-values': 'the same words as name and company',
  sentence: 'a whole sentence as name or company',
};

/** Why a booking looks like spam, a phrase for each signal. A signal of another version stays a code. */
export function spamReasonsOf({ spam_signals }: { spam_signals: readonly string[] }): string[] {
  const reasons: Readonly<Record<string, string>> = spamReasons;
  return spam_signals.map((signal) => reasons[signal] ?? signal);
}
