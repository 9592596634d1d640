import { expect, test } from 'vitest';
import { suspicionOf } from '../../booking/suspicion.ts';
import { suspiciousWords } from '../support/suspicious-words.ts';

const email = 'ada@example.com';

test.each(suspiciousWords)('%j of %j: %j', (name, company_name, codes) => {
  const found = suspicionOf({ name, company_name, email }, false);
  expect(found.length === 0 ? null : found.join(' ')).toBe(codes);
});

test('the trap is enough, whatever the words are, and stands first', () => {
  expect(suspicionOf({ name: 'Ada', company_name: 'Bakery', email }, true)).toEqual(['trap']);
  expect(suspicionOf({ name: 'Ada', company_name: 'Ada', email }, true)).toEqual([
    'trap',
    'same-words',
  ]);
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
    for (let i = 0; i < 100; i++) suspicionOf({ name: text, company_name: text, email }, false);
  }
  expect(performance.now() - began).toBeLessThan(1_000);
});
