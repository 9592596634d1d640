import { styleText } from 'node:util';
import pino, { type Logger } from 'pino';
import { brand } from '../content/brand.ts';
import { alertsWarning } from './alerts/alert-channels.ts';
import { isForeign, localUrl } from './config/addresses.ts';
import { type Config, ConfigError } from './config/config.ts';
import { warningsOf } from './config/warnings.ts';
import type { Channel } from './delivery/channel.ts';
import { setChannel } from './delivery/channels.ts';
import { remindersWarning } from './inbox/reminders.ts';
import { databaseName } from './store/open.ts';

/**
 * Opens the log: for a person on a terminal plain text, for a machine lines of JSON. Where they cannot be
 * written, as on a full disk, lines are lost and nothing is held up.
 */
export function openLog(level: string): Logger {
  if (process.stdout.isTTY) {
    const write = (line: string) => void process.stdout.write(plainText(JSON.parse(line)));
    return pino({ level }, { write });
  }
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
  process.on('exit', () => {
    try {
      output.flushSync();
    } catch {
      // Nobody reads it any more.
    }
  });
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

/** Says that the server has started on `port`: to a person on the terminal, else in the log. */
export function reportStart(
  config: Config,
  port: number,
  channels: readonly Channel[],
  log: Logger,
) {
  if (process.stdout.isTTY) process.stdout.write(startMessage(config, port, channels));
  else logStart(config, channels, log);
}

function logStart(config: Config, channels: readonly Channel[], log: Logger): void {
  log.info(`The site is at ${config.siteUrl}`);
  if (isForeign(config.backendUrl))
    log.info(`The page posts its bookings to another data interface, ${config.backendUrl}`);
  log.info(`Bookings are stored in ${databaseName(config)}: ./lodemark list`);
  const inbox = inboxSentence(config);
  if (inbox !== undefined) log.info(inbox);
  for (const text of Object.values(warningsOf(config))) log.warn(text);
  for (const { target } of channels) log.info(`Bookings are delivered to ${target}`);
  const undelivered = `Bookings are delivered to nobody: ${setChannel}. They are kept, and delivered when you have`;
  const warning = channels.length > 0 ? alertsWarning(config) : undelivered;
  if (warning !== undefined) log.warn(warning);
  const unreminded = remindersWarning(config);
  if (unreminded !== undefined) log.warn(unreminded);
}

function startMessage(config: Config, port: number, channels: readonly Channel[]): string {
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

/** Where the inbox is and how one signs in, without an address; undefined where there is none. */
function inboxSentence({ inboxUsers, mail, siteUrl }: Config): string | undefined {
  if (inboxUsers === undefined) return undefined;
  const whose = inboxUsers.length === 1 ? 'one address' : `${inboxUsers.length} addresses`;
  const links = mail ? 'by mail' : 'by ./lodemark inbox-link ADDRESS, since no mail is set';
  return `The inbox is at ${siteUrl}/inbox, for ${whose}. Links to sign in come ${links}`;
}

/** A sentence for the operator, where they can put it right. */
export function listenError(error: NodeJS.ErrnoException): Error {
  const { address, port } = Object(error);
  const notOurs =
    'HOST is not an address of this machine: write localhost, 0.0.0.0 or one of its addresses.';
  const sentences: Record<string, string> = {
    EADDRINUSE: `${address}:${port} is in use, perhaps by this program itself: stop it, or set PORT to another number.`,
    EACCES: `Listening on ${address}:${port} is not allowed: set PORT to a number above 1023.`,
    EADDRNOTAVAIL: notOurs,
    ENOTFOUND: notOurs,
    EAI_AGAIN: notOurs,
  };
  const sentence = sentences[error.code ?? ''];
  return sentence === undefined ? error : new ConfigError(sentence);
}
