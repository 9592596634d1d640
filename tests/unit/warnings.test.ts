import { expect, test } from 'vitest';
import { checkConfig, type Environment } from '../../server/config/config.ts';
import { warningsOf } from '../../server/config/warnings.ts';

/** The warnings about these settings, except those about empty details in content/. */
function warnings(environment: Environment): string[] {
  const found = Object.values(warningsOf(checkConfig(environment, '/project')));
  return found.filter((text) => !text.startsWith('content/'));
}

test('a local site, and a public one with SITE_URL, give no warning', () => {
  expect(warnings({})).toEqual([]);
  expect(warnings({ HOST: '0.0.0.0', SITE_URL: 'https://www.example.com' })).toEqual([]);
});

test('a local address behind a public host or a proxy gives a warning', () => {
  const unset = [expect.stringMatching(/^SITE_URL is not set: .*http:\/\/localhost:3000/)];
  expect(warnings({ HOST: '0.0.0.0' })).toEqual(unset);
  expect(warnings({ TRUST_PROXY: 'loopback' })).toEqual(unset);
  expect(warnings({ TRUST_PROXY: 'loopback', SITE_URL: 'http://127.0.0.1:3000' })).toEqual([
    expect.stringMatching(/^SITE_URL is http:\/\/127\.0\.0\.1:3000, /),
  ]);
});

test('a data interface without https for an https site gives a warning, except on loopback', () => {
  const SITE_URL = 'https://www.example.com';
  const [warning, ...more] = warnings({ SITE_URL, BACKEND_URL: 'http://postgrest:3000' });
  expect(warning).toMatch(/^SITE_URL is https:\/\/ and BACKEND_URL is http:\/\//);
  expect(more).toEqual([]);
  expect(warnings({ SITE_URL, BACKEND_URL: 'http://127.0.0.1:3000' })).toEqual([]);
  expect(warnings({ BACKEND_URL: 'http://postgrest:3000' })).toEqual([]);
});

test('a hosted project without its key gives a warning', () => {
  const BACKEND_URL = 'https://project.supabase.co/rest/v1';
  expect(warnings({ BACKEND_URL })).toEqual([expect.stringMatching(/^PUBLIC_KEY is not set/)]);
  expect(warnings({ BACKEND_URL, PUBLIC_KEY: 'sb_publishable_1' })).toEqual([]);
});
