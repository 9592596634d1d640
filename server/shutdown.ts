import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';

/** How long a stop may take, in milliseconds: most supervisors send SIGKILL ten seconds after SIGTERM. */
const stopLimit = 9_000;

/** The signals that npm passes on. */
const signals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Runs `stop` at the first signal, then ends the process with code 0. After an uncaught exception or an
 * unhandled rejection it does the same with code 1. A stop that fails or takes longer than nine seconds
 * ends with code 1. Later signals change nothing.
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
  // milliseconds. close-with-grace removes its listener at the first, so the second would kill us.
  for (const signal of signals)
    process.on(signal, () => {
      if (stopping) return;
      log.info(`${signal}: finishing open requests`);
      close();
    });
}
