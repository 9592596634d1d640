import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ageOfLate,
  type ContactPromise,
  deadlineOf,
  type OpeningHours,
  parseOpeningHours,
} from '../../booking/deadline.ts';
import { followUpDates, monthSpan } from '../../server/desk/leads/times.ts';

const minute = 60_000;

/** Finds the deadline by reading the local time of every minute. */
function walk(asked: number, { count, unit, hours, timeZone }: ContactPromise): number {
  if (hours === undefined) throw new Error('the search looks only for open minutes');
  const wall = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...{ weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  const look = (time: number) => {
    const parts = wall.formatToParts(time);
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
    const date = `${of('year')}-${of('month')}-${of('day')}`;
    const now = Number(of('hour')) * 60 + Number(of('minute'));
    const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(of('weekday'));
    const spans = hours.daysOff.includes(date) ? [] : (hours.week[weekday] ?? []);
    return { date, isOpen: spans.some(([from, to]) => now >= from && now < to) };
  };
  const today = look(asked).date;
  const days = new Set<string>();
  let left = count * (unit === 'h' ? 60 : 1);
  let end = 0;
  for (let time = asked; ; time += minute) {
    const { date, isOpen } = look(time);
    if (unit === 'd') {
      if (days.size === count && !days.has(date)) return end;
      if (!isOpen || date <= today) continue;
      days.add(date);
      end = time + minute;
    } else if (isOpen) {
      left -= 1;
      if (left === 0) return time + minute;
    }
  }
}

function hoursOf(text: string): OpeningHours {
  const hours = parseOpeningHours(text);
  if (hours === undefined) throw new Error(`${text} is not valid`);
  return hours;
}

/** Around these moments clocks are set forward or back, in both hemispheres. */
const changes = [
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['America/Havana', '2026-03-08T05:00Z'],
  ['Asia/Kathmandu', '2026-05-01T00:00Z'],
] as const;

const texts = [
  'Mo-Fr 09:00-17:00',
  'Mo-Su 00:00-24:00, -2026-03-30',
  'Sa-Mo 01:30-02:15, 02:45-09:00, We 21:00-22:00, 22:00-24:00',
  'Mo-Sa 08:00-12:30, 13:30-17:00, Su 00:15-03:10, -2026-10-26, -2026-11-02',
] as const;

describe('the deadline', () => {
  test('equals a search through every minute, also when clocks change', () => {
    const cases = fc.record({
      change: fc.constantFrom(...changes),
      hours: fc.constantFrom(...texts).map(hoursOf),
      before: fc.integer({ min: -600, max: 4 * 24 * 60 }),
      promise: fc.oneof(
        fc.record({ unit: fc.constant('m' as const), count: fc.integer({ min: 1, max: 600 }) }),
        fc.record({ unit: fc.constant('h' as const), count: fc.integer({ min: 1, max: 20 }) }),
        fc.record({ unit: fc.constant('d' as const), count: fc.integer({ min: 1, max: 2 }) }),
      ),
    });
    fc.assert(
      fc.property(cases, ({ change: [timeZone, at], hours, before, promise }) => {
        const asked = Date.parse(at) - before * minute;
        const whole = { ...promise, hours, timeZone };
        const deadline = deadlineOf(asked, whole);
        expect(new Date(deadline)).toEqual(new Date(walk(asked, whole)));
        const first = deadline + 1 - ageOfLate(deadline + 1, whole);
        expect(first).toBeGreaterThan(asked);
        expect(deadlineOf(first - 1, whole)).toBeLessThanOrEqual(deadline);
        expect(deadlineOf(first, whole)).toBeGreaterThan(deadline);
      }),
      { numRuns: 30 },
    );
  });

  const office = { hours: hoursOf('Mo-Fr 09:00-17:00, -2026-12-24'), timeZone: 'Europe/Berlin' };
  test.each([
    ['in the night before a day off', 'h', 4, '2026-12-23T21:00Z', '2026-12-25T12:00Z'],
    ['on a Friday afternoon', 'h', 4, '2026-11-27T15:00Z', '2026-11-30T11:00Z'],
    ['by the last minute', 'h', 8, '2026-11-26T08:00Z', '2026-11-26T16:00Z'],
    ['by the end of the next day', 'd', 1, '2026-11-27T10:00Z', '2026-11-30T16:00Z'],
  ] as const)('skips closed hours: %s', (_, unit, count, asked, deadline) => {
    const found = deadlineOf(Date.parse(asked), { ...office, unit, count });
    expect(new Date(found)).toEqual(new Date(deadline));
  });

  test('counts all time without opening hours', () => {
    const promise = { count: 1, unit: 'd', timeZone: 'Europe/Berlin' } as const;
    expect(deadlineOf(0, promise)).toBe(24 * 60 * minute);
    expect(ageOfLate(1e12, promise)).toBe(24 * 60 * minute);
  });
});

test.each([
  ...['', 'Mo-Fr', '09:00-17:00', 'Mo-Fr 9:00-17:00', 'Mo-Fr 17:00-09:00', 'Mo 09:00-25:00'],
  ...[
    'Mo 09:00-12:00, 11:00-13:00',
    'Mo 09:00-12:00, -2026-02-30',
    '-2026-12-24',
    'Mo 09:60-10:00',
  ],
])('%j is refused as opening hours', (text) => {
  expect(parseOpeningHours(text)).toBeUndefined();
});

describe('the calendar', () => {
  test.each([
    ['a Wednesday', '2026-11-25', ['2026-11-26', '2026-11-27', '2026-12-02']],
    ['a Friday', '2026-11-27', ['2026-11-30', '2026-12-01', '2026-12-04']],
    ['a Saturday', '2026-11-28', ['2026-11-30', '2026-12-01', '2026-12-07']],
  ])('postpones on %s to the next two open days, or by a week', (_, today, dates) => {
    expect(followUpDates(Date.parse(today), { timeZone: 'UTC' })).toEqual(dates);
  });

  test('begins and ends a month at midnight, even if the clocks change in it', () => {
    expect(monthSpan('2026-10', 'Europe/Berlin')).toEqual({
      since: '2026-09-30T22:00:00.000Z',
      until: '2026-10-31T23:00:00.000Z',
    });
    expect(monthSpan('2026-12', 'UTC').until).toBe('2027-01-01T00:00:00.000Z');
  });
});
