import { type OpeningHours, openSpans } from '../../../booking/deadline.ts';
import { dateAt, day, isoDate, isTimeZone, timesOf } from '../../../booking/zones.ts';

/** OPENING_HOURS and TIME_ZONE. */
export interface Calendar {
  hours?: OpeningHours | undefined;
  timeZone: string;
}

/** The start of a day if there are no opening hours, in minutes after midnight. */
const morning: readonly [number, number] = [8 * 60, 24 * 60];

/** How many days ahead a lead may return. */
const mostDays = 366;

/**
 * When a lead returns to the list on a date (`2026-11-27`): when the provider opens, or at eight. ISO 8601.
 * Undefined for a text that is no date, for today, for the past, and for more than a year from now.
 */
export function morningOf(text: string, now: number, { hours, timeZone }: Calendar) {
  const date = Date.parse(text) / day;
  const today = dateAt(now, timeZone);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || !(date > today && date <= today + mostDays))
    return undefined;
  if (isoDate(date) !== text) return undefined;
  const [first] = (hours && openSpans(date, hours, timeZone)) ?? [];
  const [opens] = first ?? timesOf(date, morning, timeZone)[0] ?? [];
  return opens === undefined ? undefined : new Date(opens).toISOString();
}

/**
 * Tomorrow, in three days and in a week as dates, each moved to the next open day. Without opening hours
 * Monday to Friday are open.
 */
export function followUpDates(now: number, { hours, timeZone }: Calendar): string[] {
  const today = dateAt(now, timeZone);
  const isOpen = (date: number) =>
    hours ? openSpans(date, hours, timeZone).length > 0 : !isWeekend(date);
  const dates = [1, 3, 7].map((days) => {
    let date = today + days;
    while (date < today + mostDays && !isOpen(date)) date += 1;
    return isoDate(date);
  });
  return [...new Set(dates)];
}

/** `date`: in days since 1970, which began with a Thursday. */
const isWeekend = (date: number) => [2, 3].includes(date % 7);

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
