import { type Booking, bookingFields, bookingOf } from '../booking/booking.ts';
import type { SpamSignal } from '../booking/spam.ts';
import { bookingForm } from '../content/en/messages.ts';

/**
 * Unicode's control and line-breaking characters, and invisible ones: direction marks, tags, zero-width
 * characters and variation selectors (https://unicode.org/reports/tr44/#Default_Ignorable_Code_Point). The two
 * joiners and U+FE0F are allowed, because scripts and emoji need them.
 */
const unsafe = /(?!\p{Join_Control}|\ufe0f)[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A stranger's text as one line without hidden characters. Characters that could control a terminal, add a line or a
 * header, or change the writing direction are shown as UTF-16 codes, like in JSON.
 */
export function visibleText(text: string): string {
  // Without the flag u, a character above U+FFFF is two units.
  return text.replace(unsafe, (character) => character.replace(/[\s\S]/g, codeOf));
}

function codeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The same for another server's text: line breaks become spaces, and it is cut to 600 characters. */
export function visibleWords(text: string): string {
  return visibleText(text.replace(/[\s\p{Cc}]+/gu, ' ').trim()).slice(0, 600);
}

/** A visitor's booking, to show in a text. */
export function visibleBooking(booking: Booking): Booking {
  return bookingOf((field) => visibleText(booking[field]));
}

/** Escapes text for HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}

/** JSON that cannot control a terminal: it also escapes characters that RFC 8259 allows. Layout line breaks remain. */
export function formatJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).split('\n').map(visibleText).join('\n');
}

/** The English label and the visible text of each field that the visitor filled in, for the provider. */
export function filledIn(booking: Booking): [label: string, value: string][] {
  const { labels } = bookingForm;
  return bookingFields
    .filter((field) => booking[field] !== '')
    .map((field) => [labels[field], visibleText(booking[field])]);
}

const spamReasons: Readonly<Record<SpamSignal, string>> = {
  honeypot: 'a hidden field was filled in',
  'link-in-name': 'a link in the name',
  markup: 'markup in the name or the company',
  'random-letters': 'random letters',
  'link-in-company': 'a link in the company',
  'same-values': 'the same words as name and company',
  sentence: 'a whole sentence as name or company',
};

/** Why a booking looks like spam, with a phrase for each signal. An unknown signal stays a code. */
export function spamReasonsOf({ spam_signals }: { spam_signals: readonly string[] }): string[] {
  const reasons: Readonly<Record<string, string>> = spamReasons;
  return spam_signals.map((signal) => reasons[signal] ?? signal);
}
