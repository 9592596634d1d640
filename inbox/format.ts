/** '1 lead' or '3 leads'. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`;
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago, or in how long: '3h ago' where it is short. */
export function fromNow(time: string, style: 'long' | 'narrow' = 'long'): string {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style });
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['minute', 60];
  return format.format(Math.trunc(seconds / length), unit);
}

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

/** The day and the minute, in the reader's own time zone. */
export const exactTime = (time: string): string => exact.format(Date.parse(time));

/** The time of day in so many seconds, rounded up to a minute. */
export const clockTimeIn = (seconds: number): string =>
  clock.format(Date.now() + Math.ceil(seconds / 60) * 60_000);
