import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseEnv } from 'node:util';
import leven from 'leven';
import type { z } from 'zod';
import { brand } from '../../content/brand.ts';
import type { SiteSettings } from '../../site/site.ts';
import { messageOf } from '../errors.ts';
import { isLoopback, localUrl } from './addresses.ts';
import { type Settings, settings } from './settings.ts';

/** All errors in the configuration, one per line. The message is for the operator and contains no secrets. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type Config = ReturnType<typeof checkConfig>;

export const root = path.dirname(path.dirname(import.meta.dirname));

/**
 * Reads the environment and the `.env` in the project's folder. Also makes all connections of this process trust the
 * authorities in EXTRA_CA_FILE. Throws `ConfigError`.
 */
export function readConfig(): Config {
  const file = path.join(root, '.env');
  const config = checkConfig(process.env, root, existsSync(file) ? readFileSync(file, 'utf8') : '');
  const { extraCaFile } = config;
  if (extraCaFile)
    setDefaultCACertificates([...getCACertificates(), readFileSync(extraCaFile, 'utf8')]);
  return config;
}

/**
 * Checks the settings. An empty value counts as unset. Relative paths, as in DATA_DIR or SMTP_URL_FILE, are relative to
 * `folder`. `envFile` is the text of `.env`. The environment overrides its values. Throws `ConfigError` with all
 * errors.
 */
export function checkConfig(environment: Environment, folder: string, envFile = '') {
  const fromFile = parseEnv(envFile);
  const misspelled = misspelledNames(environment);
  const unknown = unknownNames(fromFile);
  const given = readSecretFiles({ ...fromFile, ...environment }, folder);
  const values = checkValues(given.values, [...unknown, ...given.faults], misspelled);
  const { SMTP_URL, MAIL_FROM, NOTIFY_EMAIL, WEBHOOK_URL, WEBHOOK_SECRET = [] } = values;
  const siteUrl = values.SITE_URL ?? localUrl('localhost', values.PORT);
  const { CONTACT_WITHIN } = values;
  const calendar = { hours: values.OPENING_HOURS, timeZone: values.TIME_ZONE };
  return {
    host: values.HOST,
    /** Some shells set HOST to the machine's name, which then overrides `.env`. */
    hostIsFromShell: Boolean(environment.HOST) && environment.HOST !== fromFile.HOST,
    misspelled,
    port: values.PORT,
    siteUrl,
    /** SITE_URL. Undefined if it is not set: no one outside this machine can open a link. */
    publicUrl: values.SITE_URL,
    languages: values.LANGUAGES,
    contactEmail: values.CONTACT_EMAIL,
    publicKey: values.PUBLIC_KEY ?? 'public-client-key',
    publicKeyIsSet: values.PUBLIC_KEY !== undefined,
    backendUrl: values.BACKEND_URL,
    databaseUrl: values.DATABASE_URL,
    dataFolder: path.resolve(folder, values.DATA_DIR),
    rateLimit: { requests: values.RATE_LIMIT_REQUESTS, seconds: values.RATE_LIMIT_SECONDS },
    trustProxy: values.TRUST_PROXY,
    mail:
      SMTP_URL && MAIL_FROM && NOTIFY_EMAIL
        ? { url: SMTP_URL, from: MAIL_FROM, to: NOTIFY_EMAIL, siteUrl }
        : undefined,
    extraCaFile: values.EXTRA_CA_FILE,
    webhook: WEBHOOK_URL ? { url: WEBHOOK_URL, secrets: WEBHOOK_SECRET } : undefined,
    chat: values.CHAT_URL,
    inboxUsers: values.INBOX_USERS,
    contactPromise: CONTACT_WITHIN && { ...CONTACT_WITHIN, ...calendar },
    calendar,
    schedulingUrl: values.SCHEDULING_URL,
    receipts: values.RECEIPTS === true,
    reportEmail: values.REPORT_EMAIL,
    retentionDays: values.RETENTION_DAYS,
    alertEmail: values.ALERT_EMAIL,
    heartbeatUrl: values.HEARTBEAT_URL,
    logLevel: values.LOG_LEVEL,
  };
}

export function siteSettingsOf(config: Config): Omit<SiteSettings, 'year'> {
  const { siteUrl, languages, contactEmail = brand.mail, publicKey, backendUrl } = config;
  const receivers = [config.webhook, config.chat].flatMap((one) =>
    one ? new URL(one.url).host : [],
  );
  return {
    siteUrl,
    languages,
    contactEmail,
    publicKey,
    backendUrl,
    foreignOrigin: URL.parse(backendUrl)?.origin,
    webhookHost: receivers.length > 0 ? receivers.join(', ') : undefined,
    hasInbox: config.inboxUsers !== undefined,
    contactPromise: config.contactPromise,
    schedulingUrl: config.schedulingUrl,
    receiptFrom: config.receipts ? config.mail?.from : undefined,
  };
}

/** A warning for each variable that looks like a misspelled setting. Other variables may belong to other programs. */
function misspelledNames(environment: Environment): string[] {
  return Object.keys(environment).flatMap((name) => {
    // LANGUAGE belongs to GNU gettext.
    if (name === 'LANGUAGE' || Object.hasOwn(settings.shape, name) || !environment[name]) return [];
    const near = Object.keys(settings.shape).find(
      (setting) => leven(name.toUpperCase(), setting) <= (setting.length < 8 ? 1 : 2),
    );
    return near === undefined
      ? []
      : [`${name} in the environment is not a setting. The setting is called ${near}.`];
  });
}

const suffix = '_FILE';

/** Names such as `SMTP_URL_FILE`. Each names the file that contains the value of a secret setting. */
export const secretFileNames: readonly string[] = Object.entries(settings.shape)
  .filter(([name, schema]) => schema.meta()?.secret === true && name !== 'DATA_DIR')
  .map(([name]) => name + suffix);

/**
 * Adds the values of secret settings from their files, without white space at the end. Paths are relative to `folder`.
 * `faults`: a sentence for each file that cannot be used, with the setting and the file.
 */
function readSecretFiles(given: Environment, folder: string) {
  const values = { ...given };
  const faults: string[] = [];
  for (const fileName of secretFileNames) {
    const file = given[fileName];
    if (!file) continue;
    const name = fileName.slice(0, -suffix.length);
    if (given[name]) {
      faults.push(`${name} and ${fileName} are both set: remove one of them.`);
      continue;
    }
    try {
      values[name] = readFileSync(path.resolve(folder, file), 'utf8').trimEnd();
      if (!values[name])
        faults.push(`${fileName} names the empty file ${file}: write the value into it.`);
    } catch (error) {
      faults.push(
        `${fileName} names a file that cannot be read (${messageOf(error)}): correct the path or the file's permissions.`,
      );
    }
  }
  return { values, faults };
}

/** An unknown name in `.env` is an error. The environment may contain other programs' variables. */
function unknownNames(fromFile: object): string[] {
  return Object.keys(fromFile)
    .filter((name) => !Object.hasOwn(settings.shape, name) && !secretFileNames.includes(name))
    .map((name) => `${name} in .env is not a setting: docs/settings.md lists all of them.`);
}

function checkValues(
  environment: Environment,
  faults: readonly string[],
  misspelled: readonly string[],
): Settings {
  const given = Object.entries(environment).filter(([, value]) => value);
  const { data, error } = settings.safeParse(Object.fromEntries(given));
  const wrong = new Set(error?.issues.map((issue) => issue.path[0]));
  const others = data ? conflictsIn(data, environment) : wrongAlone(wrong, environment);
  if (!data || faults.length + others.length > 0)
    throw new ConfigError([...misspelled, ...faults, ...others].join('\n'));
  return data;
}

/** One line for each invalid value. */
function wrongAlone(wrong: ReadonlySet<unknown>, given: Environment): string[] {
  return Object.entries(settings.shape)
    .filter(([name]) => wrong.has(name))
    .map(([name, schema]) => `${name} ${echo(schema, given[name])}: write ${schema.description}.`);
}

function conflictsIn(values: Settings, given: Environment): string[] {
  const needs = [
    ['SMTP_URL', 'MAIL_FROM'],
    ['SMTP_URL', 'NOTIFY_EMAIL'],
    ['MAIL_FROM', 'SMTP_URL'],
    ['NOTIFY_EMAIL', 'SMTP_URL'],
    ['WEBHOOK_URL', 'WEBHOOK_SECRET'],
    ['WEBHOOK_SECRET', 'WEBHOOK_URL'],
    ['ALERT_EMAIL', 'SMTP_URL'],
    ['REPORT_EMAIL', 'SMTP_URL'],
    ['RECEIPTS', 'SMTP_URL'],
    // Without a time zone, opening hours mean nothing.
    ['OPENING_HOURS', 'TIME_ZONE'],
  ] as const;
  const lines = needs
    .filter(([name, other]) => values[name] !== undefined && !given[other])
    .map(
      ([name, other]) =>
        `${other} is not set, and ${name} needs it: write ${settings.shape[other].description}.`,
    );
  const { INBOX_USERS, SITE_URL, HOST, CONTACT_WITHIN, SMTP_URL } = values;
  // HOST may be an IPv6 address without its brackets.
  const host = SITE_URL === undefined ? HOST : new URL(SITE_URL).hostname;
  if (INBOX_USERS !== undefined && !SITE_URL?.startsWith('https:') && !isLoopback(host))
    lines.push(
      'INBOX_USERS is set, but SITE_URL is not an https:// address, so an eavesdropper could read the leads. Set SITE_URL to an https:// address, or remove INBOX_USERS.',
    );
  // A lead is marked as contacted in the inbox or by a link in an email. One of the two must be set up.
  if (CONTACT_WITHIN !== undefined && INBOX_USERS === undefined && SMTP_URL === undefined)
    lines.push(
      'CONTACT_WITHIN is set, but no one can mark a lead as contacted: set INBOX_USERS or SMTP_URL, or remove CONTACT_WITHIN.',
    );
  return lines;
}

/** Shows a value, unless settings.ts marks it as secret or it looks like an address with a password. */
function echo(schema: z.ZodType, value = ''): string {
  const secret = schema.meta()?.secret === true || value.includes('@');
  return secret ? 'has a value that cannot be used' : `is ${JSON.stringify(value)}`;
}
