import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserArguments } from './tests/support/browser.ts';

/** Set by the global set-up before a browser is started. */
const executablePath = process.env.CHROMIUM_PATH;

// The tests start the built server themselves. One tagged @desktop or @phone runs at that width alone.
export default defineConfig({
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
    {
      name: 'desktop',
      grepInvert: /@phone/,
      // Motion is drawn by the processor here, and takes half of what a visit costs: the phone has it.
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
