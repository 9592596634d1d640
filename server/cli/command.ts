import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../config/config.ts';

/** What a command is given: its own arguments, and the configuration. */
export interface CommandContext {
  args: string[];
  config: Config;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
}

/** One command of `npm run bookings`. */
export interface Command {
  /** Shown by `COMMAND --help`: usage, what it does, its options, an example. */
  help: string;
  /** Its own, for `parseArgs`. */
  options: ParseArgsOptionsConfig;
  /** Does the work and gives the exit code: 0 done, 1 something is wrong. Throws `UsageError`. */
  run(context: CommandContext): Promise<number>;
}

/** The command line cannot be understood. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
