import { type OpeningHours, openSpans } from './opening-hours.ts';
import { dateAt } from './zones.ts';

/** The settings CONTACT_WITHIN, OPENING_HOURS and TIME_ZONE, which promise a time of contact. */
export interface ContactPromise {
  count: number;
  /** Minutes, hours or days. */
  unit: 'm' | 'h' | 'd';
  /** Only this time counts. Undefined: all time does. */
  hours?: OpeningHours | undefined;
  /** The provider's (IANA). */
  timeZone: string;
}

const minute = 60_000;

/** Milliseconds. */
const lengths = { m: minute, h: 60 * minute, d: 24 * 60 * minute };

/**
 * The promised time of contact for a request made at `asked`. Both are milliseconds since 1970. If there are
 * opening hours, a promise in days counts open days after the day of the request and ends when the last closes.
 */
export function deadlineOf(asked: number, promise: ContactPromise): number {
  const { count, unit, hours, timeZone } = promise;
  if (hours === undefined) return asked + count * lengths[unit];
  const today = dateAt(asked, timeZone);
  let left = unit === 'd' ? count : count * lengths[unit];
  // A week has an opening, so that this comes to an end.
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
 * Requests that are older than so many milliseconds at `now` are late: their deadline is over. A later request never
 * has an earlier deadline.
 */
export function ageOfLate(now: number, promise: ContactPromise): number {
  const isLate = (age: number) => deadlineOf(now - age, promise) < now;
  let early = 0;
  let late = promise.count * lengths[promise.unit];
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
