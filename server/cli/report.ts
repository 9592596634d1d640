import { closest } from '../config/closest.ts';
import { ConfigError } from '../config/config.ts';
import { SiteMissing } from '../http/built-site.ts';
import { DatabaseError, StoreOverloaded, StoreUnavailable } from '../store/store.ts';
import { UsageError } from './command.ts';
import { FileRefused } from './new-file.ts';
import { standardOptions } from './standard-options.ts';

/** What a person can put right, beside a command line that cannot be understood. */
const expected = [
  ConfigError,
  DatabaseError,
  FileRefused,
  SiteMissing,
  StoreUnavailable,
  StoreOverloaded,
];

/**
 * Says on standard error what ended a command, and gives its exit code. What a person can put
 * right is said in a sentence; anything else is our fault and comes with its stack. `options`: the names
 * of the command's own.
 */
export function report(error: unknown, options: readonly string[] = []): number {
  const isArgs =
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  const isUsage = error instanceof UsageError || isArgs;
  const isExpected =
    isUsage || isOfTheSystem(error) || expected.some((kind) => error instanceof kind);
  const stack = error instanceof Error && !isExpected ? error.stack : undefined;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${stack ?? unknownOption(message, options) ?? message}\n`);
  return isUsage ? 2 : 1;
}

/** A full disk, a folder that may not be read: the message says so. */
function isOfTheSystem(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'syscall' in error || ('code' in error && error.code === 'ERR_SQLITE_ERROR');
}

/** What to say of an option that is not there, with the one that was probably meant. */
function unknownOption(message: string, options: readonly string[]): string | undefined {
  const [, said, typed = ''] = /^(Unknown option '--([^']+)')/.exec(message) ?? [];
  if (said === undefined) return undefined;
  const guess = closest(typed, [...options, ...standardOptions]);
  return guess === undefined ? `${said}: see --help.` : `${said}. Did you mean --${guess}?`;
}
