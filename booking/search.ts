import { type Booking, bookingFields } from './booking.ts';

/** Letters that Unicode does not decompose into a base letter and an accent. */
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
 * Normalizes a text for searches, with the same result on both engines and in every locale. The result has no
 * upper case, accents or apostrophes. `O'Neill` becomes `oneill`, `Jürgen` becomes `jurgen`.
 */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}'‘’‛′ʹʻʼʽˈ＇`´]/gu, '')
    .replace(/[ßøłđðþæœıħς]/g, (letter) => letters[letter] ?? '');
}

/** The search text of a booking. It contains each number with and without its separators. */
export function searchTextOf(booking: Booking, note = ''): string {
  const text = foldText([...bookingFields.map((field) => booking[field]), note].join('\n'));
  return [text, ...(text.match(numbers) ?? []).map(digitsOf)].join('\n');
}

/** The folded words of a search. A booking must contain all of them, in any order. */
export function searchWords(text: string): string[] {
  return foldText(text)
    .split(/\s+/)
    .map((word) => (/^[\d().+/-]*\d[\d().+/-]*$/.test(word) ? digitsOf(word) : word))
    .filter(Boolean);
}

const digitsOf = (text: string) => text.replace(/\D/g, '');
