import { formatClock } from '../booking/dates.ts';
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

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });

/** The time since a date: '3h ago'. The first minute is 'just now'. */
export function timeSince(time: string): string {
  const passed = Date.now() - Date.parse(time);
  const [unit, length] = units.find(([, length]) => passed >= length) ?? units[2];
  return passed < minute ? 'just now' : relative.format(-Math.trunc(passed / length), unit);
}

/** The day in the reader's time zone: '2026-11-27'. Swedish uses this format. */
export const isoDateOf = (time: number): string => new Date(time).toLocaleDateString('sv');

/** The time of day `seconds` from now, rounded up to a minute. */
export const clockTimeIn = (seconds: number): string =>
  formatClock(Date.now() + Math.ceil(seconds / 60) * minute);

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
