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

/** A log that cannot be written, as on a full disk, costs lines of the log and holds nothing up. */
function openMachineLog(level: string): Logger {
  const output = pino.destination({
    dest: 1,
    sync: true,
    // What could not be written is tried again each second; more bytes than these do not wait.
    minLength: 1,
    periodicFlush: 1_000,
    maxLength: 64 * 1024,
    retryEAGAIN: () => false,
  });
  const log = pino({ level }, output);
  let lost = 0;
  output.on('error', () => {});
  output.on('drop', () => {
    lost += 1;
  });
  output.on('drain', () => {
    if (lost > 0) log.error({ lines: lost }, 'lines of the log are lost: it could not be written');
    lost = 0;
  });
  return log;
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
