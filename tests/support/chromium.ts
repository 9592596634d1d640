import { chromium } from '@playwright/test';
import { findChromium } from '../../scripts/test-browsers.ts';
import { browserArguments } from './browser.ts';
import type { Engine } from './visitor.ts';

/** Starts Chromium, driven by Playwright. */
export async function startChromium(): Promise<Engine> {
  const browser = await chromium.launch({
    args: browserArguments,
    executablePath: process.env.HEADLESS_PATH ?? findChromium(),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-write']);
  const page = await context.newPage();
  return {
    version: `Chromium ${browser.version()}`,
    open: async (url) => void (await page.goto(url)),
    resize: (width, height) => page.setViewportSize({ width, height }),
    run: (expression) => page.evaluate(expression),
    tap: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    paste: () => page.keyboard.press('Control+v'),
    stop: () => browser.close(),
  };
}
