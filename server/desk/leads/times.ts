import { formatClock, formatDay, formatMoment } from '../../../booking/dates.ts';
import { type OpeningHours, openSpans } from '../../../booking/deadline.ts';
import { dateAt, day, isoDate, isTimeZone, timesOf } from '../../../booking/zones.ts';

/** OPENING_HOURS and TIME_ZONE. */
export interface Calendar {
  hours?: OpeningHours | undefined;
  timeZone: string;
}

/** The opening hours of a day if none are set, in minutes after midnight. */
const morning: readonly [number, number] = [8 * 60, 24 * 60];

/** How many days ahead a lead can be postponed. */
const mostDays = 366;

/**
 * When a lead that is postponed to a date (`2026-11-27`) returns to the list, in ISO 8601: at opening time, or at
 * eight. Undefined unless the text is a date within the next year.
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

/** The next two open days, and the first open day after a week. Without opening hours, Monday to Friday are open. */
export function followUpDates(now: number, { hours, timeZone }: Calendar): string[] {
  const today = dateAt(now, timeZone);
  const isOpen = (date: number) =>
    hours ? openSpans(date, hours, timeZone).length > 0 : !isWeekend(date);
  const openFrom = (date: number): number =>
    isOpen(date) || date >= today + mostDays ? date : openFrom(date + 1);
  const next = openFrom(today + 1);
  return [...new Set([next, openFrom(next + 1), openFrom(today + 7)])].map(isoDate);
}

/** The start of a month (`2026-11`) and of the next one, in ISO 8601. */
export function monthSpan(month: string, timeZone: string): { since: string; until: string } {
  const first = new Date(`${month}-01T00:00Z`);
  const startOf = (date: Date) => {
    const [[start] = [date.getTime()]] = timesOf(date.getTime() / day, [0, 24 * 60], timeZone);
    return new Date(start).toISOString();
  };
  const next = new Date(first);
  next.setUTCMonth(first.getUTCMonth() + 1);
  return { since: startOf(first), until: startOf(next) };
}

/** `date`: days since 1 January 1970, which was a Thursday. */
const isWeekend = (date: number) => [2, 3].includes(date % 7);

/** The hour of the day, from 0 to 23. */
export function hourAt(time: number, timeZone: string): number {
  return Number(formatClock(time, timeZone).slice(0, 2));
}

/**
 * Returns '22:10 there, 10:10 here'. Undefined if the visitor's zone is unknown, invalid, or has the same time.
 */
export function formatBothTimes(time: string, there: string | null, here: string) {
  if (there === null || !isTimeZone(there)) return undefined;
  if (formatMoment(time, there) === formatMoment(time, here)) return undefined;
  const isSameDay = formatDay(time, there) === formatDay(time, here);
  const format = isSameDay ? formatClock : formatMoment;
  return `${format(time, there)} there, ${format(time, here)} here (${there})`;
}
