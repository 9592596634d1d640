import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import { closest } from './closest.ts';
import { isLoopback } from './loopback.ts';
import { isReserved } from './reserved-domain.ts';
import { type Settings, settings } from './settings.ts';

/** Everything that is wrong with the configuration, a line each. For the operator's eyes as it is. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type Config = ReturnType<typeof checkConfig>;

/** The project's folder: the one above server/. */
export const root = path.dirname(import.meta.dirname);

/**
 * Reads the configuration: the environment, and below it a `.env` in the project's folder.
 * Throws `ConfigError`.
 */
export function readConfig(): Config {
  return checkConfig(process.env, readEnvFile(path.join(root, '.env')), root);
}

/**
 * Checks what was set. `environment` goes before `file`, also where it is empty: an empty value
 * counts as unset.
 * A relative DATA_DIR starts at `folder`. Throws `ConfigError` with all that is wrong.
 */
export function checkConfig(environment: Environment, file: Environment, folder: string) {
  const given: Record<string, string> = {};
  for (const name of Object.keys(settings.shape)) {
    const value = environment[name] ?? file[name];
    if (value) given[name] = value;
  }
  const checked = settings.safeParse(given);
  if (!checked.success) {
    throw new ConfigError(
      sentences(new Set(checked.error.issues.map((issue) => issue.path[0])), given),
    );
  }
  const values = checked.data;
  const together = wrongTogether(values);
  if (together.length > 0) throw new ConfigError(together.join('\n'));
  return {
    host: values.HOST,
    port: values.PORT,
    siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    siteUrlIsSet: values.SITE_URL !== undefined,
    contactEmail: values.CONTACT_EMAIL,
    publicKey: values.PUBLIC_KEY ?? 'public-client-key',
    publicKeyIsSet: values.PUBLIC_KEY !== undefined,
    backendUrl: values.BACKEND_URL,
    sendIdempotencyKey: values.SEND_IDEMPOTENCY_KEY,
    databaseUrl: values.DATABASE_URL,
    migrateUrl: values.MIGRATE_URL,
    dataFolder: path.resolve(folder, values.DATA_DIR),
    rateLimit: { requests: values.RATE_LIMIT_REQUESTS, seconds: values.RATE_LIMIT_SECONDS },
    trustProxy: values.TRUST_PROXY,
    mail: mailOf(values),
    webhook: webhookOf(values),
    deliveryLateMinutes: values.DELIVERY_LATE_MINUTES,
    retentionDays: values.RETENTION_DAYS,
    logLevel: values.LOG_LEVEL,
  };
}

function mailOf({ SMTP_URL: url, MAIL_FROM: from, NOTIFY_EMAIL: to }: Settings) {
  return url !== undefined && from !== undefined && to !== undefined
    ? { url, from, to }
    : undefined;
}

function webhookOf({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret }: Settings) {
  return url !== undefined && secret !== undefined ? { url, secret } : undefined;
}

/** What each value allows and the others do not, a line each. */
function wrongTogether(values: Settings): string[] {
  const needs = (name: keyof Settings, other: keyof Settings) =>
    values[name] !== undefined && values[other] === undefined
      ? [`${other} is not set, and ${name} needs it: write ${settings.shape[other].description}.`]
      : [];
  return [
    ...needs('SMTP_URL', 'MAIL_FROM'),
    ...needs('SMTP_URL', 'NOTIFY_EMAIL'),
    ...needs('MAIL_FROM', 'SMTP_URL'),
    ...needs('NOTIFY_EMAIL', 'SMTP_URL'),
    ...needs('WEBHOOK_URL', 'WEBHOOK_SECRET'),
    ...needs('WEBHOOK_SECRET', 'WEBHOOK_URL'),
    ...needs('MIGRATE_URL', 'DATABASE_URL'),
    ...mailToNobody(values),
  ];
}

/** A mail to a reserved domain is lost, unless the server is a catcher on this machine. */
function mailToNobody({ SMTP_URL: url, NOTIFY_EMAIL: to }: Settings): string[] {
  if (url === undefined || to === undefined || !isReserved(to)) return [];
  if (isLoopback(new URL(url).hostname)) return [];
  return [
    `NOTIFY_EMAIL is in a reserved domain (${to.slice(to.lastIndexOf('@') + 1)}), where no mail arrives: write the address at which you read your mail.`,
  ];
}

function readEnvFile(file: string): Environment {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    if (error instanceof TypeError) {
      throw new ConfigError(`${file} is no UTF-8 text: save it as UTF-8 in your editor.`);
    }
    throw new ConfigError(
      `${file} cannot be read: ${error instanceof Error ? error.message : error}.`,
    );
  }
  const given = parseEnv(text);
  const wrong = misspelt(Object.keys(given));
  if (wrong.length > 0) throw new ConfigError(wrong.map((line) => `${file}: ${line}`).join('\n'));
  return given;
}

/** A name that is nearly one of ours would be ignored in silence, and the site run without it. */
function misspelt(names: string[]): string[] {
  const known = Object.keys(settings.shape);
  return names.flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = closest(name, known, 2);
    return meant === undefined ? [] : [`${name} is no setting. Did you mean ${meant}?`];
  });
}

function sentences(wrong: ReadonlySet<unknown>, given: Readonly<Record<string, string>>): string {
  return Object.entries(settings.shape)
    .filter(([name]) => wrong.has(name))
    .map(([name, schema]) => `${name} ${echo(schema, given[name])}: write ${schema.description}.`)
    .join('\n');
}

/** What settings.ts marks, and what looks like an address with a password, is never echoed. */
function echo(schema: z.ZodType, value = ''): string {
  const secret = schema.meta()?.secret === true || value.includes('@');
  return secret ? 'has a value that cannot be used' : `is ${JSON.stringify(value)}`;
}
