import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import { findFirefox } from '../../scripts/test-browsers.ts';
import type { Engine } from './visitor.ts';

/** Starts Firefox with its own profile, driven by Puppeteer. */
export async function startFirefox(): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'lodemark-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    userDataDir: home,
    env: { ...process.env, HOME: home },
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1,
      // Firefox must not use the network on its own.
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
    },
    defaultViewport: null,
    // Only the test's own time limit counts, because a slow machine reaches the library's limits.
    timeout: 0,
    protocolTimeout: 0,
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  const { keyboard } = page;
  return {
    version: (await browser.version()).replace('firefox/', 'Firefox '),
    open: async (url) => void (await page.goto(url)),
    resize: (width, height) => page.setViewport({ width, height }),
    run: (expression) => page.evaluate(expression),
    tap: (x, y) => page.mouse.click(x, y),
    type: (text) => keyboard.type(text),
    press: (key) => keyboard.press(key),
    async paste() {
      await keyboard.down('Control');
      await keyboard.press('v');
      await keyboard.up('Control');
    },
    async stop() {
      await browser.close();
      // The browser's processes may still write for a moment.
      await rm(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
