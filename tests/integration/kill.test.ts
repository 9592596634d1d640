import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/database.ts';
import { killUnderLoad } from '../support/kill.ts';
import { sharedProgram } from '../support/server-process.ts';

test.each([
  { kills: 5, during: 'load' },
  { kills: 3, during: 'checkpoint' },
] as const)(
  'every acknowledged booking is stored once and delivered after $kills kills during $during',
  async ({ kills, during }) => {
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
  },
);
