import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/database.ts';
import { killUnderLoad } from '../support/kill.ts';
import { sharedProgram } from '../support/server-process.ts';

test('every acknowledged booking is stored once and delivered after 5 kills under load', async () => {
  const figures = await killUnderLoad({
    program: sharedProgram(),
    data: await temporaryFolder(),
    kills: 5,
    during: 'load',
    clients: 4,
    waitForLeases: false,
    helpers: 2,
  });
  expect(figures.acknowledged).toBeGreaterThan(0);
  expect(figures).toMatchObject({
    kills: 5,
    acknowledgedNotStored: 0,
    storedTwice: 0,
    acknowledgedNotMailed: 0,
    acknowledgedNotCalled: 0,
  });
  expect(figures.mostRepeatedMails).toBeLessThanOrEqual(5);
  expect(figures.mostRepeatedCalls).toBeLessThanOrEqual(5);
});
