import type { FastifyBaseLogger } from 'fastify';
import { messageOf } from './errors.ts';

const minute = 60_000;

export type OutageLog = ReturnType<typeof createOutageLog>;

/**
 * Logs a lasting failure: the first immediately with its stack, then the number of further ones each minute.
 * After a success and a minute without a failure it logs the end. Ends with the process.
 */
export function createOutageLog(log: FastifyBaseLogger, failure: string) {
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let reason = '';
  let working = false;

  function report(): void {
    if (failures > 0) {
      log.error({ failures, reason }, `${failure}: goes on`);
      failures = 0;
    } else if (working) {
      clearInterval(timer);
      timer = undefined;
      log.info(`${failure}: it is over`);
    }
  }

  return {
    failed(err: unknown): void {
      working = false;
      reason = messageOf(err);
      if (timer !== undefined) {
        failures += 1;
        return;
      }
      log.error({ err }, failure);
      timer = setInterval(report, minute).unref();
    },
    succeeded(): void {
      working = true;
    },
  };
}

/** Returns a function that logs an error if it differs from the last one; '' is none. */
export function logWhenChanged(log: Pick<FastifyBaseLogger, 'error'>): (error: string) => void {
  let last = '';
  return (error) => {
    if (error !== '' && error !== last) log.error(error);
    last = error;
  };
}
