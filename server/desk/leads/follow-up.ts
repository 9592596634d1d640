import { type OpeningHours, openSpans } from '../../../booking/deadline.ts';
import { dateAt, day, isoDate, timesOf } from '../../../booking/zones.ts';

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
