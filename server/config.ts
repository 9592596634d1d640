import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';

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
 * Checks what was set. An empty value counts as unset; `environment` goes before `file`.
 * A relative DATA_DIR starts at `folder`. Throws `ConfigError` with all that is wrong.
 */
export function checkConfig(environment: Environment, file: Environment, folder: string) {
  const given: Record<string, string> = {};
  for (const name of Object.keys(variables.shape)) {
    const value = environment[name] || file[name];
    if (value) given[name] = value;
  }
  const checked = variables.safeParse(given);
  if (!checked.success) {
    throw new ConfigError(
      sentences(new Set(checked.error.issues.map((issue) => issue.path[0])), given),
    );
  }
  const values = checked.data;
  return {
    host: values.HOST,
    port: values.PORT,
    siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    siteUrlIsSet: values.SITE_URL !== undefined,
    contactEmail: values.CONTACT_EMAIL,
    publicKey: values.PUBLIC_KEY,
    backendUrl: values.BACKEND_URL,
    sendIdempotencyKey: values.SEND_IDEMPOTENCY_KEY,
    dataFolder: path.resolve(folder, values.DATA_DIR),
    rateLimit: { requests: values.RATE_LIMIT_REQUESTS, seconds: values.RATE_LIMIT_SECONDS },
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
  };
}

function readEnvFile(file: string): Environment {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new ConfigError(
      `${file} cannot be read: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

function sentences(wrong: ReadonlySet<unknown>, given: Readonly<Record<string, string>>): string {
  return Object.entries(variables.shape)
    .filter(([name]) => wrong.has(name))
    .map(([name, schema]) => `${name} ${echo(name, given[name])}: write ${schema.description}.`)
    .join('\n');
}

/** Variables that hold a password, or may hold one by mistake, are never echoed. */
function echo(name: string, value = ''): string {
  const secret = /^(PUBLIC_KEY|DATABASE_URL)$/.test(name) || value.includes('@');
  return secret ? 'has a value that cannot be used' : `is ${JSON.stringify(value)}`;
}

const wholeNumber = (from: number, to: number, otherwise: number, note = '') =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(from).max(to))
    .default(otherwise)
    .describe(`a whole number from ${from}${note} to ${to}`);

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
  CONTACT_EMAIL: z
    .email({ pattern: z.regexes.html5Email })
    .optional()
    .describe('an email address, such as hello@company.com'),
  PUBLIC_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,2048}$/)
    .refine((key) => !isSecretKey(key))
    .default('public-client-key')
    .describe(
      'the public client key (anon or publishable): every visitor can read it, so never a service_role or secret key',
    ),
  BACKEND_URL: z
    .string()
    .transform((url) => url.replace(/\/+$/, ''))
    .refine(isBackend)
    .default('/rest/v1')
    .describe(
      'the base of the data interface: a path such as /rest/v1, or an address such as https://project.supabase.co/rest/v1',
    ),
  SEND_IDEMPOTENCY_KEY: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .default(true)
    .describe('true or false'),
  DATABASE_URL: z
    .never()
    .optional()
    .describe('nothing (remove it): this version keeps bookings in SQLite, in DATA_DIR'),
  DATA_DIR: z.string().default('data').describe("a folder's path"),
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

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

function isBackend(value: string): boolean {
  if (/^(\/[a-zA-Z0-9._~-]+)+$/.test(value)) return true;
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

/** Supabase's keys that pass by all access rules: `sb_secret_…`, or a JWT with the role service_role. */
function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true;
  const payload = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString();
  return key.startsWith('eyJ') && /"role"\s*:\s*"service_role"/.test(payload);
}
