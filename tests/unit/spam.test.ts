import { expect, test } from 'vitest';
import { spamSignalsOf } from '../../booking/spam.ts';
import { spamExamples } from '../support/spam-examples.ts';

test.each(spamExamples)('%j of %j: %j', (name, company_name, codes) => {
  const found = spamSignalsOf({ name, company_name }, false);
  expect(found.length === 0 ? null : found.join(' ')).toBe(codes);
});

test('a filled honeypot alone quarantines a booking, and is named first', () => {
  expect(spamSignalsOf({ name: 'Ada', company_name: 'Bakery' }, true)).toEqual(['honeypot']);
  expect(spamSignalsOf({ name: 'Ada', company_name: 'Ada' }, true)).toEqual([
    'honeypot',
    'same-values',
  ]);
});
