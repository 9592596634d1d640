import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { EngineName } from './scripts/test-browsers.ts';
import { browserArguments } from './tests/support/browser.ts';

/** Set by the global set-up before a browser is started: the whole browser, and a lighter one. */
const { CHROMIUM_PATH, HEADLESS_PATH } = process.env;

const launchOptions = (executablePath: string | undefined, ...unwanted: string[]) => ({
  args: browserArguments,
  // Scrollbars take up space, as on many desktops. On a phone they overlay the page.
  ignoreDefaultArgs: ['--hide-scrollbars', ...unwanted],
  ...(executablePath && { executablePath }),
});

// Without motion, because without a GPU it takes half of a visit's time.
const desktop = {
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: 'reduce' as const },
};

/** These tests change a copy of the sources. They run one after the other. */
const development = ['development.spec.ts'];

/** These tests start a separate server for each file. They run one after the other. */
const servers = [
  'demo.spec.ts',
  'other-data-interface.spec.ts',
  'settings.spec.ts',
  'rehearse.spec.ts',
];

/** One file for each section of the specification. Its main sentences are tagged @main. */
const specification = ['tests/spec/*.spec.ts', 'tests/browser/changed-page.spec.ts'];

/** These tests share one server with an inbox. */
const inbox = ['inbox-*.spec.ts'];

const apart = [...development, ...servers, ...inbox, ...specification];

// The tests start the built server themselves. A test tagged @main runs in every engine. A test tagged @whole runs
// in the full browser, for its bfcache, autofill or paints.
export default defineConfig<object, { engineName: EngineName }>({
  testMatch: 'tests/browser/**/*.spec.ts',
  globalSetup: './tests/support/browser.ts',
  fullyParallel: true,
  // Three tests keep two cores busy, because they mostly wait.
  workers: Math.max(3, availableParallelism() - 1),
  // docs/decisions/0038-one-retry-in-ci.md
  retries: process.env.CI ? 1 : 0,
  // As in vitest.config.ts, only a test that hangs reaches this limit.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: { launchOptions: launchOptions(HEADLESS_PATH) },
  projects: [
    // The longest projects come first, each in one worker, so that no worker runs one of them alone at the end.
    { name: 'development', testMatch: development, use: desktop },
    // The whole specification in Chromium. Each engine is started once.
    { name: 'specification', testMatch: specification, workers: 1, use: desktop },
    ...(['webkit', 'firefox'] as const).map((engineName) => ({
      name: engineName,
      testMatch: specification,
      grep: /@main/,
      workers: 1,
      use: { engineName },
    })),
    { name: 'inbox', testMatch: inbox, workers: 1, use: desktop },
    { name: 'servers', testMatch: servers, use: desktop },
    {
      name: 'whole',
      testIgnore: apart,
      grep: /@whole/,
      workers: 1,
      use: {
        ...desktop,
        // Playwright turns the bfcache off by default.
        launchOptions: launchOptions(CHROMIUM_PATH, '--disable-back-forward-cache'),
      },
    },
    // Last, because these can use any number of workers.
    {
      name: 'desktop',
      testIgnore: apart,
      grepInvert: /@whole/,
      use: desktop,
    },
  ],
});
