import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { z } from 'zod';
import { brand } from '../../content/brand.ts';
import type { SiteSettings } from '../../site/site.ts';
import { isLoopback, isReserved } from './addresses.ts';
import { readEnvFile } from './env-file.ts';
import { type Settings, settings } from './settings.ts';

/** Everything that is wrong with the configuration, a line each. For the operator's eyes as it is. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type Config = ReturnType<typeof checkConfig>;

/** The project's folder. */
export const root = path.dirname(path.dirname(import.meta.dirname));

/**
 * Reads the environment, and below it a `.env` in the project's folder, and lets every connection of
 * this process trust the authorities in EXTRA_CA_FILE too. Throws `ConfigError`.
 */
export function readConfig(): Config {
  const { values, faults } = readEnvFile(path.join(root, '.env'), Object.keys(settings.shape));
  const config = checkConfig({ ...values, ...process.env }, root, faults);
  const { extraCaFile } = config;
  if (extraCaFile)
    setDefaultCACertificates([...getCACertificates(), readFileSync(extraCaFile, 'utf8')]);
  return config;
}

/**
 * Checks what was set; an empty value counts as unset. A relative DATA_DIR starts at `folder`.
 * `faults` are those of the `.env` itself. Throws `ConfigError` with all that is certainly wrong.
 */
export function checkConfig(
  environment: Environment,
  folder: string,
  faults: readonly string[] = [],
) {
  const values = checkValues(environment, faults);
  const { MAIL_FROM, NOTIFY_EMAIL, WEBHOOK_URL, WEBHOOK_FORMAT, WEBHOOK_SECRET = [] } = values;
  const mailUrl = values.SMTP_URL ?? values.MAIL_URL;
  return {
    host: values.HOST,
    port: values.PORT,
    siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    siteUrlIsSet: values.SITE_URL !== undefined,
    languages: values.LANGUAGES,
    contactEmail: values.CONTACT_EMAIL,
    publicKey: values.PUBLIC_KEY ?? 'public-client-key',
    publicKeyIsSet: values.PUBLIC_KEY !== undefined,
    backendUrl: values.BACKEND_URL,
    sendIdempotencyKey: values.SEND_IDEMPOTENCY_KEY,
    databaseUrl: values.DATABASE_URL,
    migrateUrl: values.MIGRATE_URL,
    databasePool: values.DATABASE_POOL,
    dataFolder: path.resolve(folder, values.DATA_DIR),
    rateLimit: { requests: values.RATE_LIMIT_REQUESTS, seconds: values.RATE_LIMIT_SECONDS },
    trustProxy: values.TRUST_PROXY,
    mail:
      mailUrl && MAIL_FROM && NOTIFY_EMAIL
        ? { url: mailUrl, from: MAIL_FROM, to: NOTIFY_EMAIL }
        : undefined,
    extraCaFile: values.EXTRA_CA_FILE,
    webhook: WEBHOOK_URL
      ? { url: WEBHOOK_URL, format: WEBHOOK_FORMAT, secrets: WEBHOOK_SECRET }
      : undefined,
    deliveryLateMinutes: values.DELIVERY_LATE_MINUTES,
    inboxUsers: values.INBOX_USERS,
    contactWithinHours: values.CONTACT_WITHIN_HOURS,
    reportEmail: values.REPORT_EMAIL,
    retentionDays: values.RETENTION_DAYS,
    backupLateHours: values.BACKUP_LATE_HOURS,
    alertEmail: values.ALERT_EMAIL,
    alertWebhookUrl: values.ALERT_WEBHOOK_URL,
    logLevel: values.LOG_LEVEL,
  };
}

/** What of the configuration the pages show. */
export function siteSettingsOf(config: Config): Omit<SiteSettings, 'year'> {
  const { siteUrl, languages, contactEmail = brand.mail } = config;
  const { publicKey, backendUrl, sendIdempotencyKey } = config;
  return {
    siteUrl,
    languages,
    contactEmail,
    publicKey,
    backendUrl,
    foreignOrigin: URL.parse(backendUrl)?.origin,
    sendIdempotencyKey,
    webhookHost: config.webhook && new URL(config.webhook.url).host,
    hasInbox: config.inboxUsers !== undefined,
  };
}

/**
 * What a server with these settings tells everybody at /readyz, so that `doctor` knows its own: `instance`
 * is the same for all servers on one database, `settings` changes with them. The secret of the installation
 * keys the hashes, so that a stranger can guess no setting by them. Host and port led to the server;
 * MIGRATE_URL is often given to one command alone.
 */
export function identityOf(config: Config, secret: string) {
  const { host, port, migrateUrl, siteUrl, ...values } = config;
  const settings = { ...values, siteUrl: config.siteUrlIsSet ? siteUrl : undefined };
  const hash = (text: string) =>
    createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
  return { instance: hash('instance'), settings: hash(JSON.stringify(settings)) };
}

export type Identity = ReturnType<typeof identityOf>;

function checkValues(environment: Environment, faults: readonly string[]): Settings {
  const given = Object.entries(environment).filter(([, value]) => value);
  const checked = settings.safeParse(Object.fromEntries(given));
  if (!checked.success) {
    const wrong = new Set(checked.error.issues.map((issue) => issue.path[0]));
    throw new ConfigError([...faults, ...wrongAlone(wrong, environment)].join('\n'));
  }
  // What seems missing may stand in the line that is at fault.
  const missing = faults.length > 0 ? [] : missingBeside(checked.data);
  const wrong = [...faults, ...missing, ...mailToNobody(checked.data), ...openInbox(checked.data)];
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return checked.data;
}

/** What cannot be used whatever else is set, a line each. */
function wrongAlone(wrong: ReadonlySet<unknown>, given: Environment): string[] {
  return Object.entries(settings.shape)
    .filter(([name]) => wrong.has(name))
    .map(([name, schema]) => `${name} ${echo(schema, given[name])}: write ${schema.description}.`);
}

/** What a value needs beside it, a line each. */
function missingBeside(values: Settings): string[] {
  const mail = values.MAIL_URL === undefined ? 'SMTP_URL' : 'MAIL_URL';
  const isSigned = values.WEBHOOK_FORMAT === 'standard';
  const needs = [
    [mail, 'MAIL_FROM'],
    [mail, 'NOTIFY_EMAIL'],
    ['MAIL_FROM', mail],
    ['NOTIFY_EMAIL', mail],
    ...(isSigned ? [['WEBHOOK_URL', 'WEBHOOK_SECRET'] as const] : []),
    ['WEBHOOK_SECRET', 'WEBHOOK_URL'],
    ['MIGRATE_URL', 'DATABASE_URL'],
    ['ALERT_EMAIL', mail],
    ['REPORT_EMAIL', mail],
  ] as const;
  const missing = needs
    .filter(([name, other]) => values[name] !== undefined && values[other] === undefined)
    .map(
      ([name, other]) =>
        `${other} is not set, and ${name} needs it: write ${settings.shape[other].description}.`,
    );
  const both = values.SMTP_URL !== undefined && values.MAIL_URL !== undefined;
  return both ? [...missing, 'SMTP_URL and MAIL_URL are both set: take one of them out.'] : missing;
}

/** A mail to a reserved domain is lost, unless the server is a catcher on this machine. */
function mailToNobody(values: Settings): string[] {
  const url = values.SMTP_URL ?? values.MAIL_URL;
  if (url === undefined || isLoopback(new URL(url).hostname)) return [];
  const names = ['NOTIFY_EMAIL', 'INBOX_USERS', 'ALERT_EMAIL', 'REPORT_EMAIL'] as const;
  return names.flatMap((name) => {
    const to = [values[name] ?? []].flat().find(isReserved);
    if (to === undefined) return [];
    const domain = to.slice(to.lastIndexOf('@') + 1);
    return `${name} is in a reserved domain (${domain}), where no mail arrives: write an address at which somebody reads mail, or send through a mail server on this machine, SMTP_URL=smtp://localhost.`;
  });
}

/** Whoever reads the traffic could read leads, or take a session. */
function openInbox({ INBOX_USERS, SITE_URL, HOST }: Settings): string[] {
  if (INBOX_USERS === undefined) return [];
  // HOST may be an IPv6 address without its brackets.
  const host = SITE_URL === undefined ? HOST : new URL(SITE_URL).hostname;
  if (SITE_URL?.startsWith('https:') || isLoopback(host)) return [];
  return [
    'INBOX_USERS is set, and SITE_URL is no https:// address: anybody on the way could read the leads. Set SITE_URL to one, or take INBOX_USERS out.',
  ];
}

/** What settings.ts marks, and what looks like an address with a password, is never echoed. */
function echo(schema: z.ZodType, value = ''): string {
  const secret = schema.meta()?.secret === true || value.includes('@');
  return secret ? 'has a value that cannot be used' : `is ${JSON.stringify(value)}`;
}
