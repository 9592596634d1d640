import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { isBackendUrl } from './backend-url.ts';
import { closest } from './closest.ts';
import { isLoopback } from './loopback.ts';
import { isReserved } from './reserved-domain.ts';

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
  for (const name of Object.keys(variables.shape)) {
    const value = environment[name] ?? file[name];
    if (value) given[name] = value;
  }
  const checked = variables.safeParse(given);
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

function mailOf({ SMTP_URL: url, MAIL_FROM: from, NOTIFY_EMAIL: to }: Values) {
  return url !== undefined && from !== undefined && to !== undefined
    ? { url, from, to }
    : undefined;
}

function webhookOf({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret }: Values) {
  return url !== undefined && secret !== undefined ? { url, secret } : undefined;
}

/** What each value allows and the others do not, a line each. */
function wrongTogether(values: Values): string[] {
  const needs = (name: keyof Values, other: keyof Values) =>
    values[name] !== undefined && values[other] === undefined
      ? [`${other} is not set, and ${name} needs it: write ${variables.shape[other].description}.`]
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
function mailToNobody({ SMTP_URL: url, NOTIFY_EMAIL: to }: Values): string[] {
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
  const settings = parseEnv(text);
  const wrong = misspelt(Object.keys(settings));
  if (wrong.length > 0) throw new ConfigError(wrong.map((line) => `${file}: ${line}`).join('\n'));
  return settings;
}

/** A name that is nearly one of ours would be ignored in silence, and the site run without it. */
function misspelt(names: string[]): string[] {
  const known = Object.keys(variables.shape);
  return names.flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = closest(name, known, 2);
    return meant === undefined ? [] : [`${name} is no setting. Did you mean ${meant}?`];
  });
}

function sentences(wrong: ReadonlySet<unknown>, given: Readonly<Record<string, string>>): string {
  return Object.entries(variables.shape)
    .filter(([name]) => wrong.has(name))
    .map(([name, schema]) => `${name} ${echo(name, given[name])}: write ${schema.description}.`)
    .join('\n');
}

/** Variables that hold a password, or may hold one by mistake, are never echoed. */
function echo(name: string, value = ''): string {
  const secret =
    /^(PUBLIC_KEY|DATABASE_URL|MIGRATE_URL|SMTP_URL|WEBHOOK_URL|WEBHOOK_SECRET)$/.test(name) ||
    value.includes('@');
  return secret ? 'has a value that cannot be used' : `is ${JSON.stringify(value)}`;
}

const number = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(from).max(to));

const wholeNumber = (from: number, to: number, otherwise: number, note = '') =>
  number(from, to).default(otherwise).describe(`a whole number from ${from}${note} to ${to}`);

const address = () => z.email({ pattern: z.regexes.html5Email }).max(254).optional();

const database = (whose: string) =>
  z
    .string()
    .refine(isPostgres)
    .optional()
    .describe(
      `the address of a PostgreSQL database, ${whose}, such as postgres://user:password@host:5432/database (in a password write @ : / ? # % as %40 %3A %2F %3F %23 %25)`,
    );

/** Each variable with what to write, which stands in the error's sentence. */
const variables = z.object({
  HOST: z
    .string()
    .regex(/^[a-zA-Z0-9.:_-]+$/)
    .default('localhost')
    .describe('a host name or an address without scheme and port, such as localhost or 0.0.0.0'),
  PORT: wholeNumber(0, 65_535, 3000),
  SITE_URL: z
    .string()
    .refine(isOrigin)
    .transform((url) => new URL(url).origin)
    .optional()
    .describe('the public origin without a path, such as https://www.company.com'),
  CONTACT_EMAIL: address().describe('an email address, such as hello@company.com'),
  PUBLIC_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,2048}$/)
    .refine((key) => !isSecretKey(key))
    .optional()
    .describe(
      'the public client key (anon or publishable): every visitor can read it, so never a service_role or secret key',
    ),
  BACKEND_URL: z
    .string()
    .transform((url) => url.replace(/\/+$/, ''))
    .refine(isBackendUrl)
    .default('/rest/v1')
    .describe(
      'the base of the data interface with its path, without the table, a query, a fragment or a password: /rest/v1, https://project.supabase.co/rest/v1 or http://postgrest:3000',
    ),
  SEND_IDEMPOTENCY_KEY: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .default(true)
    .describe('true or false'),
  DATABASE_URL: database('what the server logs in as'),
  MIGRATE_URL: database('the login that may change the schema'),
  DATA_DIR: z.string().default('data').describe("a folder's path"),
  SMTP_URL: z
    .string()
    .refine(isMailServer)
    .optional()
    .describe(
      'the address of your mail server, such as smtps://user:password@mail.company.com or smtp://localhost:1025; in the user and the password write %40 for @, %2F for /, %23 for # and %3A for :',
    ),
  MAIL_FROM: address().describe(
    'one address alone, of your own domain, from which the mails come, such as website@company.com',
  ),
  NOTIFY_EMAIL: address().describe('one address alone, at which you read your mail'),
  WEBHOOK_URL: z
    .string()
    .refine(isWebhook)
    .optional()
    .describe('the address to call, such as https://crm.company.com/hooks/bookings'),
  WEBHOOK_SECRET: z
    .string()
    .refine(isWebhookSecret)
    .optional()
    .describe(
      'whsec_ and then 24 to 64 random bytes in base64, such as openssl rand -base64 32 gives',
    ),
  DELIVERY_LATE_MINUTES: wholeNumber(1, 100_000, 60),
  RETENTION_DAYS: number(1, 36_500).optional().describe('a whole number from 1 to 36500'),
  RATE_LIMIT_REQUESTS: wholeNumber(0, 1_000_000, 20, ' (no limit)'),
  RATE_LIMIT_SECONDS: wholeNumber(1, 86_400, 600),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .pipe(z.array(z.union([z.literal('loopback'), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])))
    .optional()
    .describe(
      'addresses, CIDR ranges or loopback, separated by commas, such as loopback,10.0.0.0/8',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent'),
});

type Values = z.infer<typeof variables>;

function isMailServer(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false;
  // A password with @ and / in it would be cut in two, and a part of it taken for the host.
  return /^\/?$/.test(url.pathname) && url.hash === '';
}

/** https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS, with one host and a database. */
function isPostgres(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hash !== '') return false;
  const host = url.hostname || url.searchParams.get('host');
  return !!host && /^\/[^/]+$/.test(url.pathname) && !/%(?![0-9a-f]{2})/i.test(value);
}

/** fetch takes no user and password in an address. */
function isWebhook(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '';
}

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme */
function isWebhookSecret(value: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? [];
  const { length } = Buffer.from(base64, 'base64');
  return base64.length % 4 === 0 && length >= 24 && length <= 64;
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

/** Supabase's keys that pass by all access rules: `sb_secret_…`, or a JWT with the role service_role. */
function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true;
  const payload = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString();
  return key.startsWith('eyJ') && /"role"\s*:\s*"service_role"/.test(payload);
}
