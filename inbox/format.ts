import { minute } from '../booking/zones.ts';
/** '1 lead' or '3 leads'. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`;
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** The time since or until a date: '3h ago' if narrow, 'just now' in its first minute. */
export function fromNow(time: string, style: 'long' | 'narrow' = 'long'): string {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  if (seconds <= 0 && seconds > -60) return 'just now';
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style });
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['minute', 60];
  return format.format(Math.trunc(seconds / length), unit);
}

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

/** The day and the minute, in the reader's own time zone. */
export const exactTime = (time: string): string => exact.format(Date.parse(time));

const day = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short' });

/** The day in the reader's own time zone: 'Fri, Nov 27'. */
export const dayOf = (time: string): string => day.format(Date.parse(time));

/** The time of day in so many seconds, rounded up to a minute. */
export const clockTimeIn = (seconds: number): string =>
  clock.format(Date.now() + Math.ceil(seconds / 60) * minute);

/** The weekday and the time of day there and now; undefined: there is no such zone. */
export function clockTimeAt(timeZone: string): string | undefined {
  const options = { weekday: 'long', hour: 'numeric', minute: '2-digit', timeZone } as const;
  try {
    return new Intl.DateTimeFormat('en', options).format();
  } catch {
    return undefined;
  }
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** 'German' for `de`; the code itself if it has no name. */
export function languageName(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Digits with their separators; behind a plus, a zero or a bracket, or at least ten, they are a phone number. */
const number = /[+(]?\d[\d ().\u00a0/-]{5,}\d/g;
const date = /^(\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})/;

/** The phone numbers in a text, and the links that call them (RFC 3966). */
export function phonesIn(text: string): { number: string; link: string }[] {
  const found = [...new Set(text.match(number))].map((number) => ({
    number,
    // The 0 in '+49 (0)30' is for calls within the country.
    digits: number.replace('(0)', '').replace(/[^+\d]/g, ''),
  }));
  return found
    .filter(({ number, digits }) => !date.test(number) && /^([+0]\d{6,15}|\d{10,15})$/.test(digits))
    .map(({ number, digits }) => ({ number: number.trim(), link: `tel:${digits}` }));
}
