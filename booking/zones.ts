/** Milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A cache, because creating a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The limit of the cache. Visitors send zone names too, and can write each in a thousand ways. */
const mostFormats = 20;

/** Whether this machine knows the time zone (IANA). */
export function isTimeZone(zone: string): boolean {
  try {
    return /^[A-Za-z0-9_+/-]{1,64}$/.test(zone) && formatOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** A zone's offset from UTC at a time, in milliseconds. Throws a RangeError for an unknown zone. */
function offsetAt(time: number, zone: string): number {
  // Swedish uses the format of ISO 8601: 2026-01-31 23:59:59.
  const local = formatOf(zone).format(time).replace(' ', 'T');
  return Date.parse(`${local}Z`) - Math.floor(time / 1000) * 1000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const styles = { dateStyle: 'short', timeStyle: 'medium' } as const;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...styles });
  if (formats.size >= mostFormats) formats.clear();
  formats.set(timeZone, format);
  return format;
}

export function dateAt(time: number, zone: string): number {
  return Math.floor((time + offsetAt(time, zone)) / day);
}

/** A date as `2026-01-31`. */
export function isoDate(date: number): string {
  return new Date(date * day).toISOString().slice(0, 10);
}

/**
 * The spans in which the clocks of a zone show `from` to `to` (minutes after midnight) on a date. Each is a pair of a
 * start and an end in milliseconds since 1970. There may be none if the clocks are set forward, and two if they are
 * set back.
 */
export function timesOf(
  date: number,
  [from, to]: readonly [number, number],
  zone: string,
): [start: number, end: number][] {
  const local = [date * day + from * minute, date * day + to * minute] as const;
  // Before the date begins and after it ends in every zone. In between, the clocks change at most once.
  let before = date * day - 15 * hour;
  let after = (date + 1) * day + 13 * hour;
  const [first, second] = [offsetAt(before, zone), offsetAt(after, zone)];
  if (first === second) return [[local[0] - first, local[1] - first]];
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2_000) * 1_000;
    if (offsetAt(middle, zone) === first) before = middle;
    else after = middle;
  }
  const pieces: [number, number][] = [
    [local[0] - first, Math.min(local[1] - first, after)],
    [Math.max(local[0] - second, after), local[1] - second],
  ];
  return pieces.filter(([start, end]) => start < end);
}
