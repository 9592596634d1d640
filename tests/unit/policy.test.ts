import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentPolicy } from '../../site/policy.ts';

const siteSettings = {
  siteUrl: 'https://www.example.com',
  languages: ['en'],
  contactEmail: 'hello@example.com',
  publicKey: 'public-client-key',
  backendUrl: '/rest/v1',
  foreignOrigin: undefined,
  year: 2026,
};
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('a page admits the bytes that it is served with, and nothing else', async () => {
  const html = '<style>p{}</style><script type="speculationrules">{}</script><script>go()</script>';
  expect((await contentPolicy(html, siteSettings)).split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hash('{}')} ${hash('go()')}`,
    `style-src 'self' ${hash('p{}')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
});

test('a page with the form may insert its islands, and send to the data interface alone', async () => {
  const html = '<style></style><script></script><div data-island="form"><form></form></div>';
  const own = await contentPolicy(html, siteSettings);
  expect(own).toContain(`script-src ${hash('')} 'strict-dynamic'; `);
  expect(own).toContain('trusted-types islands');
  expect(own).toContain("connect-src 'self'; ");
  expect(own).toContain("form-action 'self'");
  const foreign = {
    ...siteSettings,
    backendUrl: 'https://project.supabase.co/rest/v1',
    foreignOrigin: 'https://project.supabase.co',
  };
  expect(await contentPolicy(html, foreign)).toContain(
    "connect-src 'self' https://project.supabase.co; ",
  );
  expect(await contentPolicy(html, foreign)).toContain("form-action 'none'");
});

test('a page without a script runs none', async () => {
  const policy = await contentPolicy('<style></style><p>', siteSettings);
  expect(policy).toContain("script-src 'none'");
  expect(policy).toContain("trusted-types 'none'");
});
