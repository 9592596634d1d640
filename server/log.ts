import { styleText } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import pino, { type Logger } from 'pino';
import { minute } from '../booking/zones.ts';
import { errorInfo, messageOf } from './errors.ts';
import { formatJson, visibleText } from './visible-text.ts';

/**
 * Opens the log. On a terminal it is plain text, otherwise lines of JSON. Lines that cannot be
 * written, for instance to a full disk, are lost and delay nothing.
 */
export function openLog(level: string): Logger {
  if (process.stdout.isTTY) {
    const write = (line: string) => void process.stdout.write(plainText(JSON.parse(line)));
    return pino({ level }, { write });
  }
  const output = pino.destination({
    dest: 1,
    sync: true,
    // A failed write is retried each second. At most `maxLength` bytes wait.
    minLength: 1,
    periodicFlush: 1_000,
    maxLength: 64 * 1024,
    retryEAGAIN: () => false,
  });
  output.on('error', () => {});
  return pino({ level }, output);
}

function plainText({ time, level, msg, err, pid, hostname, ...rest }: Record<string, unknown>) {
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  const label = pino.levels.labels[Number(level)]?.toUpperCase() ?? '';
  const coloured =
    Number(level) < 40 ? label : styleText(Number(level) < 50 ? 'yellow' : 'red', label);
  const details = Object.keys(rest).length > 0 ? ` ${formatJson(rest, 0)}` : '';
  const { stack } = errorInfo(err);
  const lines = stack?.split('\n').map((line) => `${visibleText(line)}\n`) ?? [];
  return `${clock} ${coloured} ${visibleText(String(msg))}${details}\n${lines.join('')}`;
}

export type OutageLog = ReturnType<typeof createOutageLog>;

/**
 * Logs a lasting failure: the first immediately with its stack, then the number of further failures each
 * minute. After a success and a minute without a failure, it logs the end of the outage. Each line has the `code`.
 */
export function createOutageLog(parent: FastifyBaseLogger, code: string, failure: string) {
  const log = parent.child({ code });
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let reason = '';
  let working = false;

  function report(): void {
    if (failures > 0) {
      log.error({ failures, reason }, `${failure}: still failing`);
      failures = 0;
    } else if (working) {
      clearInterval(timer);
      timer = undefined;
      log.info(`${failure}: resolved`);
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
