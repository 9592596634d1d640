import { expect, test } from 'vitest';
import { type Run, simulate } from '../simulation/run.ts';

test('200 runs with crashes, faults and set clocks keep every promise', async () => {
  const broken: Run[] = [];
  for (let seed = 1; seed <= 200; seed += 1) {
    const run = await simulate(seed);
    if (run.broken !== undefined) broken.push(run);
  }
  expect(broken).toEqual([]);
});

test('the same seed gives the same run', async () => {
  expect(await simulate(7)).toEqual(await simulate(7));
});
