import { expect, it } from 'vitest';
import { compareAll, percentile } from '../bench/ratio.ts';

it('measures two things in turn, and begins no other run when the time is up', async () => {
  const turns: string[] = [];
  const runs = { count: 3, end: Number.POSITIVE_INFINITY };
  const first = async () => ({ wait: turns.push('first') });
  const second = async () => {
    if (turns.push('second') === 4) runs.end = 0;
    return { wait: turns.length };
  };
  expect(await compareAll({ wait: 'ms' }, runs, first, second)).toEqual([
    { what: 'wait', unit: 'ms', first: [1, 3], second: [2, 4] },
  ]);
  expect(turns).toEqual(['first', 'second', 'first', 'second']);
});

it('gives the figure within which so many of a hundred are', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 50)).toBe(50);
  expect(percentile(hundred, 99)).toBe(99);
  expect(percentile([7], 99)).toBe(7);
});
