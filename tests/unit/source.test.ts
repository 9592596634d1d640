import { expect, test } from 'vitest';
import { queryOf, sourceOf } from '../../booking/source.ts';
import { pickSource } from '../../server/store/sources.ts';

const site = 'https://site.example';

test.each([
  ['/?from=fair-2026', '', 'fair-2026'],
  ['/book?from=FAIR-2026', 'https://www.google.de/', 'fair-2026'],
  ['/?from=stranger', 'https://www.google.de/', 'other'],
  ['/?from=%00<b>', '', 'other'],
  ['/?from=constructor', '', 'other'],
  ['/?utm_source=fair-2026', 'https://www.bing.com/', 'fair-2026'],
  ['/?utm_source=stranger', 'https://www.bing.com/', 'bing'],
  ['/book?from=stranger--bing', '', 'bing'],
  [`/?utm_source=${'a'.repeat(25)}`, '', 'direct'],
  ['/book?site=www.google.de', `${site}/`, 'google'],
  ['/', '', 'direct'],
  ['/', `${site}/book`, 'direct'],
  ['/', `${site}/book?from=fair-2026`, 'fair-2026'],
  ['/', 'https://www.google.co.uk/', 'google'],
  ['/', 'android-app://com.linkedin.android/', 'linkedin'],
  ['/', 'https://lnkd.in/', 'linkedin'],
  ['/', 'https://t.co/', 'x'],
  ['/', 'https://fox.com/', 'other-site'],
])('a visit of %s from "%s" counts as %s', (address, referrer, source) => {
  const given = sourceOf(
    queryOf(new URL(address, site).search),
    referrer,
    referrer.startsWith(site),
  );
  expect(given).toMatch(/^[a-z0-9-]{1,40}$/);
  expect(pickSource(given, new Set(['fair-2026']))).toBe(source);
});
