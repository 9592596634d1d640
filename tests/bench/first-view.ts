import { type Browser, chromium } from '@playwright/test';
import { browserArguments, installedBrowser } from '../support/browser.ts';
import { emptyPage } from './answer.ts';
import { type Comparison, compare, type Runs } from './ratio.ts';
import { startBare, startBuilt, withServer } from './servers.ts';

/** What the first view of each page costs a visitor's main thread, against an empty page. */
export async function compareFirstViews(runs: Runs): Promise<Comparison[]> {
  const executablePath = installedBrowser();
  if (executablePath === undefined) {
    throw new Error('no Chromium was found: install one, or set CHROMIUM_PATH to one');
  }
  const browser = await chromium.launch({ executablePath, args: browserArguments });
  try {
    return await withServer(startBuilt, (built) =>
      withServer(
        () => startBare(emptyPage),
        async (bare) => {
          const comparisons: Comparison[] = [];
          for (const path of ['/', '/book']) {
            comparisons.push(
              await compare(
                `first view of ${path}`,
                'ms of processor',
                runs,
                () => view(browser, built.url + path),
                () => view(browser, bare.url),
              ),
            );
          }
          return comparisons;
        },
      ),
    );
  } finally {
    await browser.close();
  }
}

/**
 * Milliseconds of processor that the main thread took until the network was still, with nothing
 * in the cache: what others do on the machine does not count, as it would by the clock.
 */
async function view(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // https://chromedevtools.github.io/devtools-protocol/tot/Performance/
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  // biome-ignore lint/suspicious/noPlaywrightNetworkidle: what a page loads when idle belongs to its cost, and nothing in an empty page tells when that is over
  await page.goto(url, { waitUntil: 'networkidle' });
  const { metrics } = await devtools.send('Performance.getMetrics');
  await context.close();
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  return (seconds ?? Number.NaN) * 1000;
}
