import { expect, test } from 'vitest';
import { simulate } from '../simulation/run.ts';

const seeds = Array.from({ length: 200 }, (_, index) => index + 1);

test.each(seeds)('run %i with crashes and faults keeps all rules', async (seed) => {
  expect(await simulate(seed)).toMatchObject({ broken: undefined });
});

test('the same seed gives the same run', async () => {
  expect(await simulate(7)).toEqual(await simulate(7));
});
