import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { localUrl } from '../../server/config/addresses.ts';
import {
  type Config,
  checkConfig,
  type Environment,
  siteSettingsOf,
} from '../../server/config/config.ts';
import { warningsOf } from '../../server/config/warnings.ts';
import { temporaryFolder } from '../support/database.ts';

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

const project = 'https://project.supabase.co/rest/v1';
const socket = 'postgres:///lodemark?host=/run/postgresql';
const mail = {
  url: 'smtps://a:b@c',
  from: 'a@company.com',
  to: ['Sales@company.com', 'b@company.com'],
  siteUrl: 'http://localhost:3000',
};
const webhook: NonNullable<Config['webhook']> = {
  url: 'https://crm.example.com/hooks',
  secrets: [secret],
};
const encrypted = 'postgres://a:b@[::1]:5433/e?sslmode=verify-full&sslrootcert=/ca.pem';

const chats: [string, Config['chat']][] = (
  [
    ['slack', '', 'https://hooks.slack.com/services/T0/B0/x'],
    ['teams', '', 'https://x.4a.environment.api.powerplatform.com:443/powerautomate/a?sig=b'],
    ['teams', '', 'https://prod-1.westeurope.logic.azure.com/workflows/a?sig=b'],
    ['discord', '', 'https://discordapp.com/api/webhooks/1/x'],
    ['ntfy', '', 'https://ntfy.sh/lodemark'],
    ['slack', 'slack+', 'https://mattermost.company.com/hooks/x'],
    ['discord', 'discord+', 'http://localhost:8/x'],
  ] as const
).map(([service, prefix, url]) => [`${prefix}${url}`, { service, url }]);

test.each<[Environment, Partial<Config>]>([
  [{ LOG_LEVEL: '' }, { host: 'localhost', port: 3000, logLevel: 'info', misspelled: [] }],
  [{ LANGUAGES: 'de, en,de' }, { languages: ['de', 'en'] }],
  [
    { SITE_URL: 'https://a.example/' },
    { siteUrl: 'https://a.example', publicUrl: 'https://a.example' },
  ],
  [{ BACKEND_URL: '/rest/v1/' }, { backendUrl: '/rest/v1' }],
  [{ BACKEND_URL: `${project}/` }, { backendUrl: project }],
  [{ BACKEND_URL: 'http://postgrest:3000/' }, { backendUrl: 'http://postgrest:3000' }],
  [{ DATABASE_URL: socket }, { databaseUrl: socket }],
  [{ DATABASE_URL: encrypted }, { databaseUrl: encrypted }],
  [{ DATA_DIR: './rows' }, { dataFolder: '/project/rows' }],
  [{ RATE_LIMIT_SECONDS: '60' }, { rateLimit: { requests: 20, seconds: 60 } }],
  [{ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }, { trustProxy: ['loopback', '10.0.0.0/8', '::1'] }],
  [
    {
      SMTP_URL: mail.url,
      MAIL_FROM: mail.from,
      NOTIFY_EMAIL: 'Sales@company.com, b@company.com,sales@company.com',
    },
    { mail },
  ],
  [
    { WEBHOOK_URL: webhook.url, WEBHOOK_SECRET: `${secret} ${secret}` },
    { webhook: { ...webhook, secrets: [secret, secret] } },
  ],
  ...chats.map(([url, chat]): [Environment, Partial<Config>] => [{ CHAT_URL: url }, { chat }]),
  [
    { CONTACT_WITHIN: '30m', INBOX_USERS: 'sales@company.com' },
    { contactPromise: { count: 30, unit: 'm', hours: undefined, timeZone: 'UTC' } },
  ],
  [
    { OPENING_HOURS: 'Mo-Tu 09:00-12:00, -2026-12-24', TIME_ZONE: 'Asia/Tokyo' },
    {
      calendar: {
        timeZone: 'Asia/Tokyo',
        hours: {
          week: [[], [[540, 720]], [[540, 720]], [], [], [], []],
          daysOff: ['2026-12-24'],
        },
      },
    },
  ],
])('takes %j', (environment, config) => {
  expect(checkConfig(environment, '/project')).toMatchObject(config);
});

test('gives the site on port 80 an address without a port', () => {
  expect(checkConfig({ PORT: '80' }, '/project').siteUrl).toBe('http://localhost');
  expect(localUrl('::1', 3000)).toBe('http://[::1]:3000');
});

test('passes each host that receives bookings to the privacy notice', () => {
  const hostOf = (environment: Environment) =>
    siteSettingsOf(checkConfig(environment, '/project')).webhookHost;
  const hook = { WEBHOOK_URL: 'https://crm.company.com/hooks', WEBHOOK_SECRET: secret };
  const chat = { CHAT_URL: 'ntfy+https://chat.company.com/topic' };
  expect(hostOf({})).toBeUndefined();
  expect(hostOf(chat)).toBe('chat.company.com');
  expect(hostOf({ ...hook, ...chat })).toBe('crm.company.com, chat.company.com');
});

test('prefers the environment to .env', () => {
  const envFile = 'export PORT=80\nHOST="::1" # mine\n';
  const hosts = { host: '::1', hostIsFromShell: false };
  expect(checkConfig({ PORT: '2' }, '/project', envFile)).toMatchObject({ ...hosts, port: 2 });
  const shell = { host: 'laptop', hostIsFromShell: true };
  expect(checkConfig({ HOST: 'laptop' }, '/project', envFile)).toMatchObject(shell);
});

test('reads a secret from a file, whose path in .env begins at the project', async () => {
  const folder = await temporaryFolder();
  writeFileSync(path.join(folder, 'chat'), 'https://ntfy.sh/topic\n');
  const chat = { service: 'ntfy', url: 'https://ntfy.sh/topic' };
  expect(checkConfig({ CHAT_URL_FILE: path.join(folder, 'chat') }, '/').chat).toEqual(chat);
  expect(checkConfig({}, folder, 'CHAT_URL_FILE=chat').chat).toEqual(chat);
});

const secure = { SITE_URL: 'https://www.example.com' };
const hosted = { BACKEND_URL: 'https://project.supabase.co/rest/v1' };
const plain = { BACKEND_URL: 'http://postgrest:3000' };

test.each<[string, Environment, ...warnings: string[]]>([
  ['a local site', {}],
  ['a public site with SITE_URL', { HOST: '0.0.0.0', ...secure }],
  ['a local address behind a public host', { HOST: '0.0.0.0' }, 'address'],
  ['a local address behind a proxy', { TRUST_PROXY: 'loopback' }, 'address'],
  [
    'the same with SITE_URL',
    { TRUST_PROXY: 'loopback', SITE_URL: 'http://127.0.0.1:3000' },
    'address',
  ],
  ['a data interface without https for an https site', { ...secure, ...plain }, 'data interface'],
  ['the same on loopback', { ...secure, BACKEND_URL: 'http://127.0.0.1:3000' }],
  ['the same for an http site', plain],
  ['a hosted project without its key', hosted, 'data interface'],
  ['a hosted project with its key', { ...hosted, PUBLIC_KEY: 'sb_publishable_1' }],
])('the warnings of %s', (_, environment, ...warnings) => {
  const found = Object.keys(warningsOf(checkConfig(environment, '/project')));
  const aboutContent = ['name', 'legal texts', 'mail address'];
  expect(found.filter((name) => !aboutContent.includes(name))).toEqual(warnings);
});
