import type { Logger } from 'pino';

/** How long a stop may take, in milliseconds: those who send SIGTERM send SIGKILL ten seconds later. */
const stopLimit = 9_000;

/**
 * Where a whole group of processes gets a signal (systemd as a rule, Ctrl-C on a terminal), npm
 * passes its own on to us: the same signal twice, at once. In milliseconds.
 */
const echo = 1_000;

/**
 * The first signal stops properly, a later one at once. Gives the same way to stop to those who know
 * that the process cannot go on: it ends with `code`.
 */
export function stopOnSignal(
  log: Logger,
  stop: () => Promise<void>,
): (why: string, code: number) => void {
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
      const isEcho = since !== undefined && performance.now() - since < echo;
      if (!isEcho) stopFor(signal, 0);
    });
  }
  return stopFor;
}

/**
 * A promise that nobody waited for concerns one piece of work: it is said, and the site goes on.
 * After an exception that nobody caught nothing is certain: the process stops properly and ends
 * with 1, for whoever watches over it to start it again.
 */
export function sayFaults(log: Logger, stop: (why: string, code: number) => void): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'a failure that nobody waited for'));
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'an exception that nobody caught');
    stop('The program failed', 1);
  });
}

/** Resolves at the first SIGTERM or SIGINT. What follows, npm's echo too, breaks nothing off. */
export function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => resolve());
  });
}
