import { isTimeZone } from '../../../booking/zones.ts';

const dateParts = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const timeParts = { hour: '2-digit', minute: '2-digit' } as const;

/** A time (milliseconds since 1970, or ISO 8601) as the provider reads it: 'Fri 27 Nov, 10:10'. */
export function formatMoment(time: number | string, timeZone: string): string {
  return `${formatDay(time, timeZone)}, ${formatTime(time, timeZone)}`;
}

/** 'Fri 27 Nov'. */
export function formatDay(time: number | string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { ...dateParts, timeZone });
  return format.format(new Date(time)).replace(',', '');
}

function formatTime(time: number | string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { ...timeParts, timeZone }).format(new Date(time));
}

/** The hour of the day, from 0 to 23. */
export function hourAt(time: number, timeZone: string): number {
  return Number(formatTime(time, timeZone).slice(0, 2));
}

/**
 * '22:10 there, 10:10 here'. Undefined where the visitor's zone is not known, does not exist, or has the same time.
 */
export function formatBothTimes(time: string, there: string | null, here: string) {
  if (there === null || !isTimeZone(there)) return undefined;
  if (formatMoment(time, there) === formatMoment(time, here)) return undefined;
  const isSameDay = formatDay(time, there) === formatDay(time, here);
  const format = isSameDay ? formatTime : formatMoment;
  return `${format(time, there)} there, ${format(time, here)} here (${there})`;
}
