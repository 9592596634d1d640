import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type OpeningHours, parseOpeningHours } from '../../booking/deadline.ts';
import { isTimeZone } from '../../booking/zones.ts';
import { brand } from '../../content/brand.ts';
import {
  blockedPorts,
  chatServices,
  comparable,
  hasBlockedPort,
  isBackendUrl,
  readChatUrl,
} from './addresses.ts';

/** The part of a description about the ports that `addresses.ts` refuses. */
const openPort = '; not a port that browsers block, such as 6000 or 10080';

const emailAddress = z.email({ pattern: z.regexes.html5Email }).max(254);

/**
 * Every setting: the accepted values, the default, and a description, which error messages quote.
 * docs/settings.md explains the settings. The value of a `secret` setting is never shown. Settings that
 * may contain a password by mistake are `secret` too.
 */
export const settings = z.object({
  HOST: z
    .string()
    .regex(/^[a-zA-Z0-9.:_-]+$/)
    .default('localhost')
    .describe('a host name or an address without scheme or port, such as localhost or 0.0.0.0'),
  PORT: number(0, 65_535)
    .refine((port) => !blockedPorts.includes(port))
    .default(3000)
    .describe(`a whole number from 0 to 65535${openPort}`),
  SITE_URL: optional(
    `the public origin without a path, such as https://www.company.com${openPort}`,
    z
      .url({ protocol: /^https?$/, abort: true })
      .refine((url) => `${new URL(url).origin}/` === new URL(url).href && !hasBlockedPort(url))
      .transform((url) => new URL(url).origin),
  ),
  LANGUAGES: separated(z.enum(brand.languages))
    .default([brand.languages[0]])
    .describe(
      `one or more of the folders in content/, separated by commas: ${brand.languages.join(', ')}`,
    ),
  CONTACT_EMAIL: optional('an email address, such as hello@company.com', emailAddress),
  PUBLIC_KEY: secret(
    'the public client key (anon or publishable): every visitor can read it, so never a service_role or secret key',
    z
      .string()
      .regex(/^[\x21-\x7e]{1,2048}$/)
      .refine((key) => !isSecretKey(key)),
  ),
  BACKEND_URL: z
    .string()
    .transform((url) => url.replace(/\/+$/, ''))
    .refine(isBackendUrl)
    .default('/rest/v1')
    .describe(
      `the path or address of the data interface, without table, query, fragment or password, such as /rest/v1, https://project.supabase.co/rest/v1 or http://postgrest:3000${openPort}`,
    ),
  DATABASE_URL: secret(
    'the address of a PostgreSQL database on one host, such as postgres://user:password@host:5432/database?sslmode=verify-full&sslrootcert=/path/ca.pem (sslmode as in psql; in a password write @ : / ? # % as %40 %3A %2F %3F %23 %25)',
    z.url({ protocol: /^postgres(ql)?$/, abort: true }).refine(isPostgres),
  ),
  DATA_DIR: z
    .string()
    .refine((path) => !/^[a-z][a-z0-9+.-]*:\/\//i.test(path))
    .default('data')
    .describe("a folder's path; a database address belongs in DATABASE_URL")
    .meta({ secret: true }),
  SMTP_URL: secret(
    'the address of your mail server, such as smtps://user:password@mail.company.com or smtp://localhost:1025; in the user and the password write @ : / ? # % as %40 %3A %2F %3F %23 %25',
    z.url({ protocol: /^smtps?$/, abort: true }).refine(isMailServer),
  ),
  EXTRA_CA_FILE: optional(
    'the absolute path of a file that the server can read, with certificates in PEM',
    z.string().refine(holdsCertificates),
  ),
  MAIL_FROM: optional(
    'one address of your own domain, from which emails are sent, such as website@company.com',
    emailAddress,
  ),
  NOTIFY_EMAIL: addressList('the addresses that receive new requests'),
  WEBHOOK_URL: webhookUrl('https://crm.company.com/hooks/bookings'),
  WEBHOOK_SECRET: secret(
    'whsec_ followed by 24 to 64 random bytes in base64, for example from openssl rand -base64 32. While you rotate it: the old and the new secret, separated by a space',
    z
      .string()
      .transform((secrets) => secrets.split(' '))
      .pipe(z.array(z.string().refine(isWebhookSecret)).max(2)),
  ),
  CHAT_URL: secret(
    'the address of an incoming webhook of Slack, Teams or Discord, or of an ntfy topic such as https://ntfy.sh/topic. It must not contain a user or a password. For another host, put the service in front: slack+, teams+, discord+ or ntfy+https://chat.company.com/…' +
      openPort,
    z
      .string()
      .transform(readChatUrl)
      .pipe(z.object({ service: z.enum(chatServices), url: z.string() })),
  ),
  ALERT_EMAIL: optional(
    'one address, of the person who runs the server, such as admin@company.com',
    emailAddress,
  ),
  HEARTBEAT_URL: webhookUrl('https://hc-ping.com/…'),
  INBOX_USERS: addressList('the addresses that may sign in at /inbox'),
  CONTACT_WITHIN: optional(
    'a time in minutes, hours or days, such as 30m, 4h or 1d, with a number from 1 to 999',
    z
      .string()
      .regex(/^[1-9]\d{0,2}[mhd]$/)
      .transform((time) => ({
        count: Number(time.slice(0, -1)),
        unit: z.enum(['m', 'h', 'd']).parse(time.at(-1)),
      })),
  ),
  OPENING_HOURS: optional(
    'opening days and hours, separated by commas; -DATE is a day off, such as Mo-Th 09:00-12:30, 13:30-17:00, Fr 09:00-15:00, -2026-12-24',
    z.string().transform(parseOpeningHours).pipe(z.custom<OpeningHours>(Boolean)),
  ),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone)
    .default('UTC')
    .describe('a time zone by its name in the IANA database, such as Europe/Berlin'),
  SCHEDULING_URL: optional(
    'the https:// address of the page where a visitor chooses a time, such as https://cal.com/company/call',
    z.url({ protocol: /^https$/, abort: true }).refine((url) => !hasBlockedPort(url)),
  ),
  RECEIPTS: optional(
    'true or false',
    z.enum(['true', 'false']).transform((value) => value === 'true' || undefined),
  ),
  REPORT_EMAIL: optional('one address, of the person who reads the weekly report', emailAddress),
  RETENTION_DAYS: optional('a whole number from 1 to 36500', number(1, 36_500)),
  RATE_LIMIT_REQUESTS: wholeNumber(0, 1_000_000, 20, ' (no limit)'),
  RATE_LIMIT_SECONDS: wholeNumber(1, 86_400, 600),
  TRUST_PROXY: list(
    'addresses, CIDR ranges or loopback, separated by commas, such as loopback,10.0.0.0/8',
    z.union([z.literal('loopback'), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]),
  ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent'),
});

export type Settings = z.infer<typeof settings>;

/** An optional setting. `what` describes its value. */
function optional<T extends z.ZodType>(what: string, schema: T) {
  return schema.optional().describe(what);
}

/** An optional setting whose value is never shown. */
function secret<T extends z.ZodType>(what: string, schema: T) {
  return optional(what, schema).meta({ secret: true });
}

function list<T extends z.ZodType<unknown, string>>(what: string, item: T) {
  return optional(what, separated(item));
}

function separated<T extends z.ZodType<unknown, string>>(item: T) {
  const texts = z.string().transform((text) => text.split(',').map((one) => one.trim()));
  const items = z.array(item).transform((all) => {
    const keys = all.map((one) => comparable(String(one)));
    return all.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
  });
  return texts.pipe(items);
}

function addressList(what: string) {
  const example = 'sales@company.com,office@company.com';
  return list(`${what}, separated by commas, such as ${example}`, emailAddress);
}

function number(from: number, to: number) {
  const digits = z.string().regex(/^\d{1,9}$/);
  return digits.transform(Number).pipe(z.number().min(from).max(to));
}

function wholeNumber(from: number, to: number, otherwise: number, note = '') {
  const schema = number(from, to).default(otherwise);
  return schema.describe(`a whole number from ${from}${note} to ${to}`);
}

/** fetch refuses an address with a user or a password. If a password contains a `/`, the @ after it is in the path. */
function webhookUrl(example: string) {
  return secret(
    `the address to call, without a user or a password, such as ${example}; in its path and query write %40 for @${openPort}`,
    z
      .url({ protocol: /^https?$/, abort: true })
      .refine((url) => !url.includes('@') && !hasBlockedPort(url)),
  );
}

/** Requires one host or socket, and a database. An @ after a `/` or `?` means that a password contains that character. */
function isPostgres(value: string): boolean {
  if (/%(?![0-9a-f]{2})|:\/\/.*[/?].*@/i.test(value)) return false;
  const { hostname, pathname, searchParams: query, hash } = new URL(value);
  const host = hostname || query.get('host') || '';
  const isOne = host !== '' && !host.includes(',');
  return isOne && /^\/[^/]+$/.test(pathname) && hash === '' && isSslMode(query);
}

/** https://www.postgresql.org/docs/current/libpq-ssl.html: `system` requires verify-full. */
function isSslMode(query: URLSearchParams): boolean {
  const mode = query.get('sslmode') ?? 'prefer';
  const root = query.get('sslrootcert');
  if (mode === 'verify-ca' && root === null) return false;
  if (root === 'system' && mode !== 'verify-full') return false;
  return ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'].includes(mode);
}

/** Refuses an unescaped `/` or `?` in a password, because the URL parser would take the user for the host. */
function isMailServer(value: string): boolean {
  const { hostname, pathname, search, hash } = new URL(value);
  const rest = pathname + hash;
  return hostname !== '' && /^\/?$/.test(rest) && !search.includes('@');
}

function holdsCertificates(file: string): boolean {
  try {
    const text = path.isAbsolute(file) ? readFileSync(file, 'utf8') : '';
    const blocks = text.match(/-----BEGIN .*?-----END [^-]*-----/gs) ?? [];
    return blocks.length > 0 && blocks.every((one) => new X509Certificate(one).subject !== '');
  } catch {
    return false;
  }
}

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme */
function isWebhookSecret(value: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? [];
  const { length } = Buffer.from(base64, 'base64');
  return base64.length % 4 === 0 && length >= 24 && length <= 64;
}

/** Supabase's keys that bypass all access rules: `sb_secret_…`, or a JWT with the role service_role. */
function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true;
  const payload = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString();
  return key.startsWith('eyJ') && /"role"\s*:\s*"service_role"/.test(payload);
}
