import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/database.ts';
import { killUnderLoad } from '../support/kill.ts';
import { canLimit } from '../support/resource-limits.ts';
import { sharedProgram } from '../support/server-process.ts';

async function expectNothingLost(kills: number, during: 'load' | 'cut checkpoint') {
  const figures = await killUnderLoad({
    program: sharedProgram(),
    data: await temporaryFolder(),
    kills,
    during,
    clients: 4,
    waitForLeases: false,
    helpers: 2,
  });
  expect(figures.acknowledged).toBeGreaterThan(0);
  expect(figures).toMatchObject({
    kills,
    acknowledgedNotStored: 0,
    storedTwice: 0,
    acknowledgedNotMailed: 0,
    acknowledgedNotCalled: 0,
  });
}

test('every acknowledged booking is stored once and delivered after 5 kills under load', () =>
  expectNothingLost(5, 'load'));

test.runIf(canLimit)(
  'every acknowledged booking is stored once and delivered after 3 kills in a checkpoint (needs prlimit)',
  () => expectNothingLost(3, 'cut checkpoint'),
);
