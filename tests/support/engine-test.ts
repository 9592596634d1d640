import type { Browser } from '@playwright/test';
import { type EngineName, explainMissing, isMissing } from '../../scripts/test-browsers.ts';
import type { FaultyNetwork } from './faulty-network.ts';
import { startFirefox } from './firefox.ts';
import { provideNetwork, withProgram } from './visit.ts';
import { type Engine, type Visitor, visitorIn } from './visitor.ts';
import { startWebKit } from './webkit.ts';

interface Started {
  engineName: EngineName;
  /** Started once for all tests. */
  engine: Engine;
}

/** A test of a visitor in the project's engine, through a network that the test controls. */
export const test = withProgram.extend<
  { present: undefined; visitor: Visitor; network: FaultyNetwork },
  Started
>({
  // Not a hook, because a hook would belong only to the first file that imports this one.
  present: [
    async ({ engineName }, use, { skip }) => {
      skip(engineName !== 'chromium' && isMissing(engineName), explainMissing([engineName]));
      await use(undefined);
    },
    { auto: true },
  ],
  baseURL: async ({ network }, use) => use(network.url),
  engineName: ['chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName, playwright, launchOptions }, use) => {
      const start = {
        chromium: async () => inChromium(await playwright.chromium.launch(launchOptions)),
        firefox: startFirefox,
        webkit: startWebKit,
      };
      const engine = await start[engineName]();
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker' },
  ],
  network: provideNetwork,
  visitor: async ({ engine, network }, use, { annotations }) => {
    annotations.push({ type: 'engine', description: engine.version });
    await use(visitorIn(engine, network.url));
    // If the network stopped while a page is loading, the next test's visit would fail too.
    await engine.open('about:blank');
  },
});

async function inChromium(browser: Browser): Promise<Engine> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-write']);
  const page = await context.newPage();
  return {
    version: `Chromium ${browser.version()}`,
    open: async (url) => void (await page.goto(url)),
    resize: (width, height) => page.setViewportSize({ width, height }),
    run: (expression) => page.evaluate(expression),
    tap: (x, y) => page.mouse.click(x, y),
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
    stop: () => browser.close(),
  };
}
