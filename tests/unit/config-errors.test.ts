import { expect, test } from 'vitest';
import { blockedPorts } from '../../server/config/addresses.ts';
import { ConfigError, checkConfig, type Environment } from '../../server/config/config.ts';

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

/** The lines of the error for these settings. */
function complaints(environment: Environment): string[] {
  try {
    checkConfig(environment, '/project');
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
  }
  return [];
}

test('lists all errors at once, each with the setting and the value', () => {
  const values = { PORT: '99999', SITE_URL: 'https://example.com/path', LOG_LEVEL: 'loud' };
  const lines = complaints(values);
  expect(lines).toEqual(
    Object.entries(values).map(([name, value]) =>
      expect.stringContaining(`${name} is "${value}": `),
    ),
  );
});

test('refuses the ports that fetch and browsers refuse', async () => {
  expect(blockedPorts).toHaveLength(82);
  for (const port of blockedPorts) {
    const url = `https://a.example:${port}`;
    await expect(fetch(url)).rejects.toMatchObject({ cause: { message: 'bad port' } });
    const settings = {
      ...{ PORT: `${port}`, SITE_URL: url, BACKEND_URL: url, SCHEDULING_URL: url },
      ...{ WEBHOOK_URL: url, CHAT_URL: `slack+${url}`, HEARTBEAT_URL: url },
    };
    const lines = complaints(settings).map((line) => line.split(' ')[0]);
    expect(lines.toSorted()).toEqual(Object.keys(settings).toSorted());
  }
});

test('names a misspelled setting in the environment, but no variable of another program', () => {
  const environment = {
    ...{ RATE_LIMIT_REQUEST: '5', smtp_url: 'x', NOTIFY_EMIAL: 'x', SITEURL: 'x' },
    ...{ LANGUAGE: 'en_US:en', HOME: '/root', PATH: '/bin', HOSTNAME: 'x', TZ: 'UTC', USER: 'x' },
  };
  const { misspelled } = checkConfig(environment, '/project');
  expect(misspelled.map((sentence) => sentence.split(' ')[0])).toEqual([
    ...['RATE_LIMIT_REQUEST', 'smtp_url', 'NOTIFY_EMIAL', 'SITEURL'],
  ]);
  expect(complaints({ ...environment, PORT: 'x' })[0]).toBe(misspelled[0]);
});

test.each([
  [{ CHAT_URL_FILE: 'chat', CHAT_URL: 'https://ntfy.sh/topic' }, ['CHAT_URL ', 'CHAT_URL_FILE']],
  [{ SMTP_URL_FILE: '/project/absent' }, ['SMTP_URL_FILE', '/project/absent']],
  [{ DATABASE_URL_FILE: '/dev/null' }, ['DATABASE_URL_FILE', '/dev/null']],
])('names the setting and the file of a secret that cannot be used: %j', (settings, parts) => {
  const [complaint, ...others] = complaints(settings);
  for (const part of parts) expect(complaint).toContain(part);
  expect(others).toEqual([]);
});

/** Values separated by a space. */
const wrong: Record<string, string> = {
  HOST: 'http://localhost',
  PORT: '3000.5 -1 0x10 65536',
  SITE_URL: 'www.example.com ftp://example.com https://example.com/?a',
  CONTACT_EMAIL: 'nobody',
  BACKEND_URL: [
    '/ rest/v1 /a/../b /book /healthz https://example.com/rest?x=1',
    'https://example.com/rest/v1? https://example.com/rest/v1#top',
    'https://anon:key@example.com/rest/v1 https://example.com/rest/v1/booking_requests',
    'https://project.supabase.co //example.com/rest/v1 postgres://example.com/rest/v1',
  ].join(' '),
  DATABASE_URL: [
    'mysql://db/lodemark postgres://db postgres:///lodemark db.example.com/lodemark',
    'postgres://booking_server:wo#rd@db/lodemark postgres://booking_server:12/secret@db',
    'postgres://one,two/lodemark postgres://one:1,two:2/a postgres://db/a?sslmode=no-verify',
    'postgres://db/a?sslmode=verify-ca postgres://db/a?sslmode=require&sslrootcert=system',
  ].join(' '),
  RATE_LIMIT_REQUESTS: 'many',
  RATE_LIMIT_SECONDS: '0',
  TRUST_PROXY: 'true 10.0.0.0/33 loopback,',
  SMTP_URL: 'mail.example.com https://mail.example.com smtps://outbox:wo@rd/s@mail.example.com',
  LANGUAGES: 'fr en,fr de, English',
  EXTRA_CA_FILE: `/nowhere/ca.pem package.json ${import.meta.filename} ${import.meta.dirname}`,
  NOTIFY_EMAIL: 'nobody a@company.com,nobody a@company.com,',
  WEBHOOK_URL: 'ftp://example.com https://user:word@example.com',
  CHAT_URL: [
    'https://company.com/hooks irc+https://company.com/hooks ntfy+company.com slack',
    'https://hooks.slack.com.company.com/x https://user:word@ntfy.sh/topic ftp://ntfy.sh/topic',
  ].join(' '),
  WEBHOOK_SECRET: 'password whsec_c2hvcnQ=',
  RETENTION_DAYS: '0',
  CONTACT_WITHIN: '24 0h 1000m 1w 1.5h',
  OPENING_HOURS: 'always Mo-Fr 9-17',
  TIME_ZONE: 'Nowhere/Town 01:00',
  SCHEDULING_URL: 'http://cal.com/company cal.com/company',
};

test.each<readonly [string, string]>([
  ...Object.entries(wrong).flatMap(([name, values]) =>
    values.split(' ').map((value) => [name, value] as const),
  ),
  ['HOST', 'a host'],
  ['PUBLIC_KEY', 'with blank'],
  ['BACKEND_URL', 'https://example.com/rest/v1 '],
  ['MAIL_FROM', 'Website <website@example.com>'],
])('%s cannot be %s', (name, value) => {
  const [line = '', ...more] = complaints({ [name]: value });
  expect(more).toEqual([]);
  expect(line.split(' ')[0]).toBe(name);
});

test.each([
  ['a secret key', 'sb_secret_abc'],
  [
    'a service_role token',
    `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"role": "service_role"}').toString('base64url')}.sig`,
  ],
])('refuses to publish %s, and does not repeat it in the error', (_, key) => {
  const [line] = complaints({ PUBLIC_KEY: key });
  expect(line).toContain('PUBLIC_KEY');
  expect(line).not.toContain(key);
});

test.each([
  ['SMTP_URL', 'http://outbox:hunter2@mail.example.com'],
  ['DATABASE_URL', 'postgres://booking_server:hunter2@db'],
  ['DATA_DIR', 'postgres://booking_server:hunter2@db/lodemark'],
  ['WEBHOOK_URL', 'ftp://example.com/hunter2'],
  ['CHAT_URL', 'https://company.com/hunter2'],
  ['WEBHOOK_SECRET', `${secret} hunter2`],
  ['WEBHOOK_SECRET', `${secret} ${secret} ${secret}`],
  ['SITE_URL', 'https://user:12/hunter2@host'],
  // In this address the host is `user`, with port 12.
  ...['12/hunter2', '12?hunter2', '12#hunter2', '/hunter2'].flatMap((password) => [
    ['BACKEND_URL', `https://user:${password}@host/rest/v1`],
    ['SMTP_URL', `smtps://user:${password}@host`],
    ['WEBHOOK_URL', `https://user:${password}@host`],
    ['DATABASE_URL', `postgres://user:${password}@host/database`],
    ['DATABASE_URL', `postgres://user:12/database?${password}@host/database`],
  ]),
  ['DATABASE_URL', 'postgres://user:hunter2%@host/database'],
])('never repeats the invalid value of %s in the error', (name, value) => {
  const complaint = complaints({ [name]: value }).join();
  expect(complaint.split(' ')[0]).toBe(name);
  expect(complaint).not.toContain('hunter2');
});

const smtp = { SMTP_URL: 'smtp://localhost' };

test.each<[Environment, ...missing: string[]]>([
  [smtp, 'MAIL_FROM', 'NOTIFY_EMAIL'],
  [{ MAIL_FROM: 'a@company.com' }, 'SMTP_URL'],
  [{ NOTIFY_EMAIL: 'b@company.com' }, 'SMTP_URL'],
  [{ ALERT_EMAIL: 'a@company.com' }, 'SMTP_URL'],
  [{ WEBHOOK_URL: 'https://example.com' }, 'WEBHOOK_SECRET'],
  [{ WEBHOOK_SECRET: secret }, 'WEBHOOK_URL'],
])('%j needs %s', (environment, ...missing) => {
  const lines = complaints(environment);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(missing);
  for (const line of lines) expect(line).toContain(String(Object.keys(environment)));
});

const notice = { ...smtp, MAIL_FROM: 'a@company.com', NOTIFY_EMAIL: 'b@company.com' };
const hook = { WEBHOOK_URL: 'https://example.com', WEBHOOK_SECRET: secret };
const users = 'sales@company.com';

test.each<[string, Environment, Environment[], ...refused: Environment[]]>([
  [
    'a promise of a contact only where a lead can be marked as contacted',
    { CONTACT_WITHIN: '4h' },
    [notice, { INBOX_USERS: users }],
    ...[{}, hook],
  ],
  [
    'opening hours only with a time zone',
    { OPENING_HOURS: 'Mo-Fr 09:00-17:00' },
    [{ TIME_ZONE: 'UTC' }],
    {},
  ],
  [
    'an inbox only on https or localhost',
    { INBOX_USERS: users },
    [{ SITE_URL: 'https://company.com', HOST: '::' }, { HOST: '::1' }, {}],
    ...[{ SITE_URL: 'http://company.com' }, { HOST: '0.0.0.0' }, { HOST: '::' }],
  ],
])('allows %s', (_, own, allowed, ...refused) => {
  for (const settings of allowed) expect(complaints({ ...own, ...settings })).toEqual([]);
  for (const settings of refused) {
    const lines = complaints({ ...own, ...settings });
    expect(lines).toEqual([expect.stringContaining(String(Object.keys(own)))]);
  }
});
