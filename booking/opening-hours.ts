import { isoDate, timesOf } from './zones.ts';

/** Minutes after midnight. */
type Span = readonly [from: number, to: number];

/** OPENING_HOURS. */
export interface OpeningHours {
  /** The spans of each day of the week in their order, Sunday's first. At least one day has one. */
  week: readonly (readonly Span[])[];
  /** Days off, as `2026-12-24`. */
  daysOff: readonly string[];
}

/** Reads `Mo-Fr 09:00-12:30, 13:30-17:00, Sa 10:00-12:00, -2026-12-24`. Undefined: it is not written like this. */
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
    // NaN is not below anything.
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

/** Also over the end of the week, as in `Sa-Mo`. */
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

/** When it is open on a date (days since 1970), as pairs in milliseconds since 1970, the earliest first. */
export function openSpans(date: number, { week, daysOff }: OpeningHours, zone: string) {
  if (daysOff.includes(isoDate(date))) return [];
  // 1970-01-01 was a Thursday.
  const spans = week[(date + 4) % 7] ?? [];
  return spans.flatMap((span) => timesOf(date, span, zone)).sort(([a], [b]) => a - b);
}
