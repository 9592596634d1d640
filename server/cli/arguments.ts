import { InvalidArgumentError } from 'commander';
import { normalized } from '../../booking/booking.ts';
import { timeUnits } from '../../booking/deadline.ts';

/** Reads a whole number from 1 to `most`. Throws `InvalidArgumentError`, like all functions here. */
export function integerUpTo(most: number, hint = `Write a whole number from 1 to ${most}.`) {
  return (text: string): number => {
    if (/^[1-9]\d*$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(hint);
  };
}

export const readId = integerUpTo(
  Number.MAX_SAFE_INTEGER,
  'This is not a lead number. ./lodemark list shows the numbers.',
);

const readIds = (text: string, before: readonly number[] = []) => [...before, readId(text)];

export const namedIds = ['[id...]', 'Numbers of leads, as in list', readIds] as const;

/** Reads an email address or a lead number, and adds it to `before`. */
export function readEmailOrId(text: string, before: readonly (string | number)[] = []) {
  return [...before, text.includes('@') ? normalized('email', text).toLowerCase() : readId(text)];
}

const units: Readonly<Record<string, number>> = timeUnits;

/** Reads a date, a date with a time, or an age such as 7d. Returns ISO 8601 in UTC. */
export function readTime(text: string): string {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count !== undefined)
    return new Date(Date.now() - Number(count) * (units[unit] ?? 0)).toISOString();
  // A time without a zone is UTC, as in JSON.
  const zoned = /T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || !text.includes('T') ? text : `${text}Z`;
  const time = /^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text) ? Date.parse(zoned) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('Write a time such as 2026-01-31, 2026-01-31T09:00Z or 7d.');
  return new Date(time).toISOString();
}
