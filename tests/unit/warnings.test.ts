import { expect, test } from 'vitest';
import { checkConfig, type Environment } from '../../server/config/config.ts';
import { warningsOf } from '../../server/config/warnings.ts';

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
])('%s', (_, environment, ...warnings) => {
  const found = Object.keys(warningsOf(checkConfig(environment, '/project')));
  const aboutContent = ['name', 'legal texts', 'mail address'];
  expect(found.filter((name) => !aboutContent.includes(name))).toEqual(warnings);
});
