import { expect, test } from 'vitest';
import { spamSignalsOf } from '../../booking/spam.ts';
import { spamExamples } from '../support/spam-examples.ts';

test.each(spamExamples)('%j of %j: %j', (name, company_name, codes) => {
  const found = spamSignalsOf({ name, company_name }, false);
  expect(found.length === 0 ? null : found.join(' ')).toBe(codes);
});

test('the honeypot is enough, whatever the other fields contain, and comes first', () => {
  expect(spamSignalsOf({ name: 'Ada', company_name: 'Bakery' }, true)).toEqual(['honeypot']);
  expect(spamSignalsOf({ name: 'Ada', company_name: 'Ada' }, true)).toEqual([
    'honeypot',
    'same-values',
  ]);
});

test.each([
  ...['a ', '<a ', 'www.', 'a', ' ', '<a a', '<a a-', '[url', 'a.com/', 'http:', 'aB'],
  'https://linkedin.com/in/',
])('a long field of %j does not make the rules backtrack for minutes', (part) => {
  const text = part.repeat(10_000).slice(0, 10_000);
  spamSignalsOf({ name: text, company_name: text }, false);
});
