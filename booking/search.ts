import { type Booking, bookingFields } from './booking.ts';

/** Letters that have no accent to remove (Unicode has no decomposition for them). */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ς: 'σ',
};

/** A number with its separators: `+49 (0)30 123-45`. */
const numbers = /\d[\d ().+/-]*\d/g;

/**
 * A text as the search compares it, on both engines and in every locale: letters without case and accents,
 * no apostrophes. `O'Neill` becomes `oneill`, `Jürgen` becomes `jurgen`.
 */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}'‘’‛′ʹʻʼʽˈ＇`´]/gu, '')
    .replace(/[ßøłđðþæœıħς]/g, (letter) => letters[letter] ?? '');
}

/** What the search reads of a booking. A number is in it with its separators and without. */
export function searchTextOf(booking: Booking, note = ''): string {
  const text = foldText([...bookingFields.map((field) => booking[field]), note].join('\n'));
  return [text, ...(text.match(numbers) ?? []).map(digitsOf)].join('\n');
}

/** The words of a search, folded. All of them have to be found, in any order. */
export function searchWords(text: string): string[] {
  return foldText(text)
    .split(/\s+/)
    .map((word) => (/^[\d().+/-]*\d[\d().+/-]*$/.test(word) ? digitsOf(word) : word))
    .filter(Boolean);
}

const digitsOf = (text: string) => text.replace(/\D/g, '');
