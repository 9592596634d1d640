import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentPolicy } from '../../site/policy.ts';

const own = { foreignOrigin: undefined };
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('a page allows only the scripts and styles that it is served with', async () => {
  const html = '<style>p{}</style><script type="speculationrules">{}</script><script>go()</script>';
  expect((await contentPolicy(html, own)).split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hash('{}')} ${hash('go()')}`,
    `style-src 'self' ${hash('p{}')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
});

test('a page with the form may insert its islands, and send only to the data interface', async () => {
  const html = '<style></style><script></script><div data-island="form"><form></form></div>';
  const policy = await contentPolicy(html, own);
  expect(policy).toContain(`script-src ${hash('')} 'strict-dynamic'; `);
  expect(policy).toContain('trusted-types islands');
  expect(policy).toContain("connect-src 'self'; ");
  expect(policy).toContain("form-action 'self'");
  const foreign = { foreignOrigin: 'https://project.supabase.co' };
  expect(await contentPolicy(html, foreign)).toContain(
    "connect-src 'self' https://project.supabase.co; ",
  );
  expect(await contentPolicy(html, foreign)).toContain("form-action 'none'");
});

test('a page without a script runs none', async () => {
  const policy = await contentPolicy('<style></style><p>', own);
  expect(policy).toContain("script-src 'none'");
  expect(policy).toContain("trusted-types 'none'");
});
