import { writeSync } from 'node:fs';
import { styleText } from 'node:util';
import pino, { type Logger } from 'pino';
import { brand } from '../content/brand.ts';
import { alertsWarning } from './alerts/alert-channels.ts';
import { isForeign, localUrl } from './config/addresses.ts';
import type { Config } from './config/config.ts';
import { warningsOf } from './config/warnings.ts';
import type { Channel } from './delivery/channel.ts';
import { setChannel } from './delivery/channels.ts';
import { databaseName } from './store/open.ts';

/** Opens the log: lines of JSON for a machine, and for a person on a terminal the same in plain text. */
export function openLog(level: string): Logger {
  if (!process.stdout.isTTY) return openMachineLog(level);
  const write = (line: string) => void process.stdout.write(plainText(JSON.parse(line)));
  return pino({ level }, { write });
}

/** How many bytes of the log wait while they cannot be written. */
const mostWaiting = 64 * 1024;

/** A log that cannot be written, as on a full disk, costs lines of the log and holds nothing up. */
function openMachineLog(level: string): Logger {
  let waiting: Buffer = Buffer.alloc(0);
  let lost = 0;
  let retry: NodeJS.Timeout | undefined;
  const log = pino({ level }, { write });
  process.on('exit', flush);
  return log;

  function write(line: string): void {
    const bytes = Buffer.from(line);
    if (waiting.length + bytes.length > mostWaiting) lost += 1;
    else waiting = Buffer.concat([waiting, bytes]);
    flush();
  }

  function flush(): void {
    try {
      while (waiting.length > 0) waiting = waiting.subarray(writeSync(1, waiting));
    } catch {
      clearTimeout(retry);
      retry = setTimeout(flush, 1_000).unref();
      return;
    }
    if (lost === 0) return;
    const lines = lost;
    lost = 0;
    log.error({ lines }, 'lines of the log are lost: it could not be written');
  }
}

function plainText({ time, level, msg, err, pid, hostname, ...rest }: Record<string, unknown>) {
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  const label = pino.levels.labels[Number(level)]?.toUpperCase() ?? '';
  const coloured =
    Number(level) < 40 ? label : styleText(Number(level) < 50 ? 'yellow' : 'red', label);
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  const { stack } = Object(err);
  return `${clock} ${coloured} ${msg}${details}\n${stack === undefined ? '' : `${stack}\n`}`;
}

/** Where the inbox is and how one signs in, without an address; undefined where there is none. */
export function inboxSentence({ inboxUsers, mail, siteUrl }: Config): string | undefined {
  if (inboxUsers === undefined) return undefined;
  const whose = inboxUsers.length === 1 ? 'one address' : `${inboxUsers.length} addresses`;
  const links = mail ? 'by mail' : 'by ./lodemark inbox-link ADDRESS, since no mail is set';
  return `The inbox is at ${siteUrl}/inbox, for ${whose}. Links to sign in come ${links}`;
}

/** What a person reads on the terminal when the server has started on `port`. */
export function startMessage(config: Config, port: number, channels: readonly Channel[]): string {
  const { 'data interface': backend, ...unfilled } = warningsOf(config, true);
  const toFill = Object.keys(unfilled).join(', ');
  const inbox = inboxSentence(config);
  const alarms = channels.length > 0 ? alertsWarning(config) : undefined;
  const targets = channels.map(({ target }) => target).join(' and ');
  const lines = [
    isForeign(config.backendUrl) &&
      `The page posts its bookings to ${config.backendUrl}, not to this server.`,
    `Bookings are stored in ${databaseName(config)}: ./lodemark list shows them.`,
    `They are delivered to ${targets || `nobody: ${setChannel}`}.`,
    inbox && `${inbox}.`,
    toFill
      ? `To fill in before visitors come: ${toFill}. ./lodemark doctor explains.`
      : './lodemark doctor checks the rest.',
    backend && `Warning: ${backend}.`,
    alarms && `${alarms}.`,
  ].filter(Boolean);
  const visitors = config.siteUrlIsSet ? `, for visitors at ${config.siteUrl}` : '';
  const head = `${brand.name} is at ${localUrl(config.host, port)}${visitors}\n`;
  return `\n${styleText('bold', head)}\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
}
