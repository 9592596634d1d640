import { expect, test } from 'vitest';
import { spamSignalsOf } from '../../booking/spam.ts';
import { suspiciousWords } from '../support/spam-examples.ts';

test.each(suspiciousWords)('%j of %j: %j', (name, company_name, codes) => {
  const found = spamSignalsOf({ name, company_name }, false);
  expect(found.length === 0 ? null : found.join(' ')).toBe(codes);
});

test('the trap is enough, whatever the words are, and stands first', () => {
  expect(spamSignalsOf({ name: 'Ada', company_name: 'Bakery' }, true)).toEqual(['trap']);
  expect(spamSignalsOf({ name: 'Ada', company_name: 'Ada' }, true)).toEqual(['trap', 'same-words']);
});

test('hundreds of long fields made against the rules are read at once', () => {
  const began = performance.now();
  for (const part of [
    'a ',
    '<a ',
    'www.',
    'a',
    ' ',
    '<a a',
    '<a a-',
    '[url',
    'a.com/',
    'https://linkedin.com/in/',
    'http:',
  ]) {
    const text = part.repeat(200).slice(0, 200);
    for (let i = 0; i < 100; i++) spamSignalsOf({ name: text, company_name: text }, false);
  }
  expect(performance.now() - began).toBeLessThan(1_000);
});
