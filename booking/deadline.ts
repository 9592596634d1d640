import { dateAt, day, hour, isoDate, minute, timesOf } from './zones.ts';

/** The promised time of contact: CONTACT_WITHIN, OPENING_HOURS and TIME_ZONE. */
export interface ContactPromise {
  count: number;
  /** Minutes, hours or days. */
  unit: 'm' | 'h' | 'd';
  /** Only opening hours count. Undefined: all time counts. */
  hours?: OpeningHours | undefined;
  /** The provider's time zone (IANA). */
  timeZone: string;
}

/** Milliseconds. */
export const timeUnits = { m: minute, h: hour, d: day };

/**
 * The promised time of contact for a request made at `asked`. Both are milliseconds since 1970. With opening hours, a
 * promise of N days ends at closing time on the Nth open day after the day of the request.
 */
export function deadlineOf(asked: number, promise: ContactPromise): number {
  const { count, unit, hours, timeZone } = promise;
  if (hours === undefined) return asked + count * timeUnits[unit];
  const today = dateAt(asked, timeZone);
  let left = unit === 'd' ? count : count * timeUnits[unit];
  // The loop ends, because each week has at least one open span.
  for (let date = unit === 'd' ? today + 1 : today; ; date += 1) {
    const spans = openSpans(date, hours, timeZone);
    const closing = spans.at(-1)?.[1];
    if (unit === 'd') {
      if (closing !== undefined) left -= 1;
      if (closing !== undefined && left === 0) return closing;
      continue;
    }
    for (const [opens, closes] of spans) {
      const from = Math.max(asked, opens);
      if (closes - from >= left) return from + left;
      left -= Math.max(0, closes - from);
    }
  }
}

/**
 * The age in milliseconds above which requests are late at `now`, because their deadline has passed. A binary search
 * finds it: a later request never has an earlier deadline.
 */
export function ageOfLate(now: number, promise: ContactPromise): number {
  const isLate = (age: number) => deadlineOf(now - age, promise) < now;
  let early = 0;
  let late = promise.count * timeUnits[promise.unit];
  while (!isLate(late)) {
    early = late;
    late *= 2;
  }
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (isLate(middle)) late = middle;
    else early = middle;
  }
  return early;
}

type Times = Readonly<
  Record<ContactPromise['unit'], { readonly one: string; readonly other: string }>
>;

/** `rule` contains {time}. The times contain {count}. */
export interface RuleTexts {
  rule: string;
  times: Times;
  workingTimes: Times;
}

/** Returns 'We will contact you within 4 hours.' in a language (BCP 47), from its texts. */
export function contactRuleOf(promise: ContactPromise, texts: RuleTexts, language: string): string {
  const { count, unit, hours } = promise;
  const times = hours === undefined ? texts.times : texts.workingTimes;
  const isOne = new Intl.PluralRules(language).select(count) === 'one';
  const time = times[unit][isOne ? 'one' : 'other'].replace('{count}', String(count));
  return texts.rule.replace('{time}', time);
}

/** Minutes after midnight. */
type Span = readonly [from: number, to: number];

export interface OpeningHours {
  /** The sorted spans of each weekday, beginning with Sunday. At least one day has a span. */
  week: readonly (readonly Span[])[];
  daysOff: readonly string[];
}

/** Parses `Mo-Fr 09:00-12:30, 13:30-17:00, Sa 10:00-12:00, -2026-12-24`. Undefined if the format is wrong. */
export function parseOpeningHours(text: string): OpeningHours | undefined {
  const week: Span[][] = dayNames.map(() => []);
  const daysOff: string[] = [];
  let days: number[] = [];
  for (const part of text.split(',').map((one) => one.trim())) {
    const dayOff = /^-(\d{4}-\d{2}-\d{2})$/.exec(part)?.[1];
    if (dayOff !== undefined) {
      if (!isDate(dayOff)) return undefined;
      daysOff.push(dayOff);
      continue;
    }
    const [, first, last = first, from = '', to = ''] = partPattern.exec(part) ?? [];
    if (first !== undefined && last !== undefined) days = daysFrom(first, last);
    const span: Span = [minutesOf(from), minutesOf(to)];
    // The comparison also refuses NaN.
    if (days.length === 0 || !(span[0] < span[1] && span[1] <= 24 * 60)) return undefined;
    for (const day of days) week[day]?.push(span);
  }
  const sorted = week.map((spans) => spans.toSorted(([a], [b]) => a - b));
  const overlaps = sorted.some((spans) =>
    spans.some(([from], n) => from < (spans[n - 1]?.[1] ?? 0)),
  );
  return overlaps || week.every((spans) => spans.length === 0)
    ? undefined
    : { week: sorted, daysOff };
}

const dayNames = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];

const partPattern = new RegExp(
  String.raw`^(?:(${dayNames.join('|')})(?:-(${dayNames.join('|')}))? +)?(\d\d:[0-5]\d)-(\d\d:[0-5]\d)$`,
);

/** The days of a range. It may cross the end of the week, as in `Sa-Mo`. */
function daysFrom(first: string, last: string): number[] {
  const start = dayNames.indexOf(first);
  const count = ((dayNames.indexOf(last) - start + 7) % 7) + 1;
  return Array.from({ length: count }, (_, n) => (start + n) % 7);
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? Number.NaN) * 60 + (minutes ?? Number.NaN);
}

function isDate(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The open spans on a date (days since 1970), as sorted pairs of milliseconds since 1970. */
export function openSpans(date: number, { week, daysOff }: OpeningHours, zone: string) {
  if (daysOff.includes(isoDate(date))) return [];
  // 1970-01-01 was a Thursday.
  const spans = week[(date + 4) % 7] ?? [];
  return spans.flatMap((span) => timesOf(date, span, zone)).sort(([a], [b]) => a - b);
}
