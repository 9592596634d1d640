import { ConfigError } from '../config.ts';
import { SiteMissing } from '../site.ts';
import { DatabaseRefused, StoreOverloaded, StoreUnavailable } from '../store/store.ts';
import { UsageError } from './command.ts';
import { FileRefused } from './new-file.ts';

/** What a person can put right, beside a command line that cannot be understood. */
const expected = [
  ConfigError,
  DatabaseRefused,
  FileRefused,
  SiteMissing,
  StoreUnavailable,
  StoreOverloaded,
];

/**
 * Says on standard error what ended a command, and gives its exit code. What a person can put
 * right is said in a sentence; anything else is our fault and comes with its stack.
 */
export function report(error: unknown): number {
  const isArgs =
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  const isUsage = error instanceof UsageError || isArgs;
  const isExpected = isUsage || expected.some((kind) => error instanceof kind);
  const text = error instanceof Error && !isExpected ? error.stack : undefined;
  process.stderr.write(`${text ?? (error instanceof Error ? error.message : error)}\n`);
  return isUsage ? 2 : 1;
}
