import { bookingOf } from '../../booking/booking.ts';
import type { StoredBooking } from '../store/booking.ts';
import { filledIn, languageName, mail } from '../texts.ts';
import { visibleText } from '../visible-text.ts';

/** What the provider reads of a booking, a label and a text each; hidden characters can be seen. */
export function rowsOf(booking: StoredBooking): [label: string, text: string][] {
  const { labels } = mail;
  const language = languageName(booking);
  return [
    ...filledIn(bookingOf((field) => visibleText(booking[field]))),
    [labels.created_at, `${booking.created_at.slice(0, 19).replace('T', ' ')} ${mail.zone}`],
    ...(language === undefined ? [] : [[labels.language, language] satisfies [string, string]]),
    [labels.id, String(booking.id)],
  ];
}

/** That so many bookings are quarantined; nothing for none. */
export function quarantinedText(count: number): string[] {
  if (count === 0) return [];
  const { one, many } = mail.quarantined;
  return [count === 1 ? one : interpolate(many, { count: String(count) })];
}

/** Replaces `{name}` in one pass, so that braces in a visitor's text stay as they are. */
export function interpolate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);
}
