import closeWithGrace from 'close-with-grace';
import { Command, CommanderError } from 'commander';
import type { Logger } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { errorInfo } from './errors.ts';
import { DatabaseError, StoreUnavailable } from './store/store.ts';

/** Creates a command-line program `name` with `--help` and `--version`. Pass its errors to `report`. */
export function createProgram(name: string): Command {
  return new Command(name)
    .version(manifest.version, '-v, --version', 'Print the version')
    .helpOption('-h, --help', 'Print this help')
    .helpCommand('help [command]', 'Print the help of a command')
    .showHelpAfterError('See --help.')
    .exitOverride();
}

/** The action of a command. It loads the command's code when it runs, and sets the exit code. */
export function run<Args extends unknown[]>(
  load: () => Promise<(config: Config, ...args: Args) => Promise<number> | number>,
) {
  return async (...args: Args): Promise<void> => {
    const command = await load();
    process.exitCode = await command(readConfig(), ...args);
  };
}

export class UsageError extends Error {
  override name = 'UsageError';
}

/** A file or folder cannot be read or written. The message is a sentence for the operator. */
export class FileError extends Error {
  override name = 'FileError';
}

/** Errors that the operator can fix. They are printed without a stack. */
const expected = [ConfigError, DatabaseError, FileError, StoreUnavailable, UsageError];

/**
 * Prints the error that ended a program and returns the exit code: 2 for an invalid command line, otherwise
 * 1. Unexpected errors are printed with their stack. Commander has already printed its own errors.
 */
export function reportError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { message, stack, code } = errorInfo(error);
  // For a system error, such as a full disk or a missing permission, the message is enough.
  const isSystemError =
    (error instanceof Error && 'syscall' in error) || code === 'ERR_SQLITE_ERROR';
  const isExpected = isSystemError || expected.some((kind) => error instanceof kind);
  process.stderr.write(`${isExpected ? message : (stack ?? message)}\n`);
  return error instanceof UsageError ? 2 : 1;
}

/** How long a stop may take, in milliseconds. Most supervisors send SIGKILL ten seconds after SIGTERM. */
const stopLimit = 9_000;

/** The signals that npm forwards. */
const signals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Runs `stop` at the first signal, then ends the process with code 0. After an uncaught exception or an
 * unhandled rejection it does the same with code 1. A stop that fails or takes longer than `stopLimit` ends
 * with code 1. Later signals change nothing.
 */
export function stopOnSignalOrFault(log: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const { close } = closeWithGrace(
    { delay: stopLimit, logger: log, skip: [...signals] },
    async ({ err, signal }) => {
      stopping = true;
      if (err) log.fatal({ err }, 'uncaught exception or unhandled rejection: stopping');
      if (signal) log.info(`${signal}: finishing open requests`);
      await stop();
    },
  );
  // When a whole group of processes gets a signal (systemd, Ctrl+C), npm sends a second one within
  // milliseconds. close-with-grace removes its listener after one signal, so the second signal would kill the process.
  for (const signal of signals)
    process.on(signal, () => {
      if (stopping) return;
      log.info(`${signal}: finishing open requests`);
      close();
    });
}
