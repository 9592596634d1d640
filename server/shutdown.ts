import type { Logger } from 'pino';

/** How long a stop may take, in milliseconds: most supervisors send SIGKILL ten seconds after SIGTERM. */
const stopLimit = 9_000;

/**
 * A repeat within this time is the same signal: where a whole group of processes gets it (systemd,
 * Ctrl+C on a terminal), npm passes its own on to us. In milliseconds.
 */
const repeatTime = 1_000;

/**
 * Stops properly at the first signal, at once at a later one. Logs what nobody caught. A rejected promise
 * concerns one piece of work, and the site goes on. After an exception nothing is certain: the process stops
 * with code 1, and its supervisor starts it again.
 */
export function stopOnSignalOrFault(log: Logger, stop: () => Promise<void>): void {
  let since: number | undefined;
  const stopFor = (why: string, code: number) => {
    if (since !== undefined) process.exit(1);
    since = performance.now();
    log.info(`${why}: finishing what is being answered`);
    setTimeout(() => {
      log.error(`Not finished after ${stopLimit / 1000} seconds: ending now`);
      process.exit(1);
    }, stopLimit).unref();
    stop().then(
      () => process.exit(code),
      (err) => {
        log.error({ err }, 'could not stop properly');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      const isRepeat = since !== undefined && performance.now() - since < repeatTime;
      if (!isRepeat) stopFor(signal, 0);
    });
  }
  process.on('unhandledRejection', (err) => log.error({ err }, 'a failure that nobody waited for'));
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'an exception that nobody caught');
    stopFor('The program failed', 1);
  });
}

/** Resolves at the first SIGTERM or SIGINT. Later ones, such as npm's repeat, change nothing. */
export function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => resolve());
  });
}
