import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../scripts/test-browsers.ts';
import { browserArguments } from '../support/browser.ts';
import { barePage } from './paints.ts';
import { type Comparison, compare } from './ratio.ts';
import { startBare, startBuilt } from './servers.ts';
import { openSlowPhone } from './slow-phone.ts';

const units = { work: 'ms', 'style recalculations': 'times', layouts: 'times' };

/**
 * Measures the main thread's time for each page until four seconds after its load, compared with a bare page. The
 * simulated phone's processor is four times slower.
 */
export async function compareMainThread(paths: readonly string[], runs: number) {
  const executablePath = findChromium();
  await using browser = await chromium.launch({ executablePath, args: browserArguments });
  await using built = await startBuilt();
  await using bare = await startBare(barePage);
  const comparisons: Comparison[] = [];
  for (const path of paths) {
    const page = () => workOf(browser, built.url + path);
    const compared = await compare(units, runs, page, () => workOf(browser, bare.url));
    comparisons.push(...compared.map((one) => ({ ...one, what: `${path} ${one.what}` })));
  }
  return comparisons;
}

/** By Chromium's own counters (https://chromedevtools.github.io/devtools-protocol/tot/Performance/). */
async function workOf(browser: Browser, url: string) {
  const { context, page, devtools } = await openSlowPhone(browser);
  await devtools.send('Performance.enable');
  await page.goto(url);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  const { metrics } = await devtools.send('Performance.getMetrics');
  await context.close();
  const figureOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    work: figureOf('TaskDuration') * 1_000,
    'style recalculations': figureOf('RecalcStyleCount'),
    layouts: figureOf('LayoutCount'),
  };
}
