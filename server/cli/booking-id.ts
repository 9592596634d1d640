import { parseArgs } from 'node:util';
import { UsageError } from './command.ts';

/** Reads a booking's number. Throws `UsageError`. */
export function readId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw new UsageError(
      `${JSON.stringify(text)} is no booking's number: npm run bookings -- list shows them.`,
    );
  }
  return Number(text);
}

/** The one argument that a command takes. Throws `UsageError` that names `what` is missing. */
export function onlyArgument(positionals: readonly string[], what: string): string {
  const [argument, ...more] = positionals;
  if (argument === undefined) throw new UsageError(`${what} is missing: see --help.`);
  if (more.length > 0) throw new UsageError(`There is one ${what}, not ${positionals.length}.`);
  return argument;
}

export const bookingOrDeadOptions = { dead: { type: 'boolean', default: false } } as const;

/** Reads `ID` or `--dead`: one booking, or every delivery that is dead. Throws `UsageError`. */
export function readBookingOrDead(args: string[]): { booking: number } | 'dead' {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: bookingOrDeadOptions,
  });
  if (!values.dead) return { booking: readId(onlyArgument(positionals, 'ID')) };
  if (positionals.length > 0) throw new UsageError('Either an ID or --dead.');
  return 'dead';
}
