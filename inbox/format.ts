import { day, hour, minute } from '../booking/zones.ts';

/** '1 lead' or '3 leads'. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`;
}

const units = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const;

/** The time since or until a date. 'narrow' gives '3h ago'. The first minute is 'just now'. */
export function fromNow(time: string, style: 'long' | 'narrow' = 'long'): string {
  const distance = Date.parse(time) - Date.now();
  if (distance <= 0 && distance > -minute) return 'just now';
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style });
  const [unit, length] = units.find(([, length]) => Math.abs(distance) >= length) ?? units[2];
  return format.format(Math.trunc(distance / length), unit);
}

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

/** Date and time in the reader's time zone. */
export const exactTime = (time: string): string => exact.format(Date.parse(time));

const short = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short' });

/** The day in the reader's time zone: 'Fri, Nov 27'. */
export const formatDay = (time: string): string => short.format(Date.parse(time));

/** The day in the reader's time zone: '2026-11-27'. Swedish uses this format. */
export const isoDateOf = (time: number): string => new Date(time).toLocaleDateString('sv');

/** The time of day `seconds` from now, rounded up to a minute. */
export const clockTimeIn = (seconds: number): string =>
  clock.format(Date.now() + Math.ceil(seconds / 60) * minute);

/** Digits and separators. `phonesIn` accepts those that begin with a plus or zero, or have ten digits. */
const number = /[+(]?\d[\d ().\u00a0/-]{5,}\d/g;
const date = /^(\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})/;

/** The phone numbers in a text, with `tel:` links (RFC 3966). */
export function phonesIn(text: string): { number: string; link: string }[] {
  const found = [...new Set(text.match(number))].map((number) => ({
    number,
    // The 0 in '+49 (0)30' is only for domestic calls.
    digits: number.replace('(0)', '').replace(/[^+\d]/g, ''),
  }));
  return found
    .filter(({ number, digits }) => !date.test(number) && /^([+0]\d{6,15}|\d{10,15})$/.test(digits))
    .map(({ number, digits }) => ({ number: number.trim(), link: `tel:${digits}` }));
}
