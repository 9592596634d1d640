import { type BookingFilter, bookingStates } from '../store/store.ts';
import { UsageError } from './command.ts';

/** What `list` and `export` have in common, for `parseArgs`. */
export const filterOptions = {
  since: { type: 'string' },
  until: { type: 'string' },
  text: { type: 'string' },
  state: { type: 'string' },
} as const;

export const filterHelp = `  --since TIME   from this time on (UTC): 2026-01-31, 2026-01-31T09:00, or 7d, 12h, 30m ago
  --until TIME   before this time
  --text WORDS   with these words in what the visitor left
  --state STATE  pending, done, dead, none (no delivery yet), or quarantined`;

/** Reads the options. `now` in milliseconds since 1970. Throws `UsageError`. */
export function readFilter(
  { since, until, text, state }: Partial<Record<keyof typeof filterOptions, string>>,
  now: number,
): BookingFilter {
  const known = bookingStates.find((one) => one === state);
  if (state !== undefined && known === undefined) {
    throw new UsageError(`--state takes ${bookingStates.join(', ')}, not ${JSON.stringify(state)}`);
  }
  return {
    ...(since === undefined ? {} : { since: readTime('--since', since, now) }),
    ...(until === undefined ? {} : { until: readTime('--until', until, now) }),
    ...(text === undefined ? {} : { text }),
    ...(known === undefined ? {} : { state: known }),
  };
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function readTime(option: string, text: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (units[unit] ?? 0);
  // Without a zone it is UTC, as in the table.
  const zoned = /T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || !text.includes('T') ? text : `${text}Z`;
  const time = /^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text) ? Date.parse(zoned) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new UsageError(
      `${option} takes a time such as 2026-01-31, 2026-01-31T09:00Z or 7d, not ${JSON.stringify(text)}`,
    );
  }
  return time;
}
