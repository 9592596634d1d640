import { styleText } from 'node:util';
import pino, { type Logger } from 'pino';
import { brand } from '../content/brand.ts';
import { formatJson } from './bookings-file.ts';
import { isForeign, localUrl } from './config/addresses.ts';
import { type Config, ConfigError } from './config/config.ts';
import { warningsOf } from './config/warnings.ts';
import { errorInfo } from './errors.ts';
import { databaseName } from './store/open.ts';
import { visibleText } from './visible-text.ts';

/**
 * Opens the log: for a person on a terminal plain text, for a machine lines of JSON. Lines that
 * cannot be written, for instance on a full disk, are lost and delay nothing.
 */
export function openLog(level: string): Logger {
  if (process.stdout.isTTY) {
    const write = (line: string) => void process.stdout.write(plainText(JSON.parse(line)));
    return pino({ level }, { write });
  }
  const output = pino.destination({
    dest: 1,
    sync: true,
    // A failed write is repeated each second; at most this many bytes wait.
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
  const details = Object.keys(rest).length > 0 ? ` ${formatJson(rest, 0)}` : '';
  const { stack } = errorInfo(err);
  const lines = stack?.split('\n').map((line) => `${visibleText(line)}\n`) ?? [];
  return `${clock} ${coloured} ${visibleText(String(msg))}${details}\n${lines.join('')}`;
}

/** Reports that the server has started on `port`: on a terminal as text, otherwise in the log. */
export function reportStart(
  config: Config,
  port: number,
  desk: { facts: readonly string[]; warnings: readonly string[] } | undefined,
  log: Logger,
) {
  const { backendUrl, host, hostIsFromShell, siteUrl, siteUrlIsSet } = config;
  const facts = [
    isForeign(backendUrl) && `The page posts its bookings to another data interface, ${backendUrl}`,
    hostIsFromShell && `HOST is ${host}, from the environment and not from .env`,
    `Bookings are stored in ${databaseName(config)}: ./lodemark list shows them`,
    ...(desk?.facts ?? []),
  ].filter((fact) => typeof fact === 'string');
  const warnings = [...(desk?.warnings ?? [])];
  if (!process.stdout.isTTY) {
    for (const fact of [`The site is at ${siteUrl}`, ...facts]) log.info(fact);
    for (const text of [...Object.values(warningsOf(config)), ...warnings]) log.warn(text);
    return;
  }
  const {
    'data interface': backend,
    'misspelled setting': misspelled,
    ...unfilled
  } = warningsOf(config, true);
  const toFill = Object.keys(unfilled).join(', ');
  if (backend) warnings.push(backend);
  if (misspelled) warnings.push(misspelled);
  const rest = toFill
    ? `To fill in before visitors come: ${toFill}. ./lodemark doctor explains`
    : './lodemark doctor checks the rest';
  const visitors = siteUrlIsSet ? `, for visitors at ${siteUrl}` : '';
  const head = styleText('bold', `${brand.name} is at ${localUrl(host, port)}${visitors}`);
  const lines = [...facts, ...warnings, rest];
  process.stdout.write(`\n${head}\n\n${lines.map((line) => `  ${line}.\n`).join('')}\n`);
}

/** A sentence for the operator, where they can put it right. */
export function listenError(error: Error, { hostIsFromShell }: Config): Error {
  const { code = '' } = errorInfo(error);
  const at = 'address' in error && 'port' in error ? `${error.address}:${error.port}` : 'PORT';
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `${at} is in use, perhaps by this program itself: stop it, or set PORT to another number.`,
    );
  if (code === 'EACCES')
    return new ConfigError(`Listening on ${at} is not allowed: set PORT to a number above 1023.`);
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
    return new ConfigError(
      `HOST ${hostIsFromShell ? 'in the environment' : 'in .env'} is not an address of this machine: write localhost, 0.0.0.0 or one of its addresses.`,
    );
  return error;
}
