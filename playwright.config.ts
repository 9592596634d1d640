import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserArguments, type EngineName } from './tests/support/browser.ts';

/** Set by the global set-up before a browser is started. */
const executablePath = process.env.CHROMIUM_PATH;

// The tests start the built server themselves. One tagged @desktop or @phone runs at that width alone.
export default defineConfig<object, { engineName: EngineName }>({
  testDir: 'tests/browser',
  globalSetup: './tests/support/browser.ts',
  fullyParallel: true,
  // They wait more than they compute: three keep two cores at work.
  workers: Math.max(3, availableParallelism() - 1),
  retries: 0,
  // As in vitest.config.ts: only a test that hangs gets here.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    launchOptions: {
      args: browserArguments,
      // Scrollbars take room, as they do for many visitors; a phone's lie over the page.
      ignoreDefaultArgs: ['--hide-scrollbars'],
      ...(executablePath && { executablePath }),
    },
  },
  projects: [
    ...(['webkit', 'firefox', 'chromium'] as const).map((engineName) => ({
      name: engineName,
      testMatch: 'journeys.spec.ts',
      use: { engineName },
    })),
    {
      name: 'desktop',
      testIgnore: 'journeys.spec.ts',
      grepInvert: /@phone/,
      // Motion is drawn by the processor here, and takes half of what a visit costs: the phone has it.
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'phone',
      testIgnore: 'journeys.spec.ts',
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
