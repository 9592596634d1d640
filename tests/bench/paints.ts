import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findChromium } from '../../scripts/test-browsers.ts';
import { browserArguments } from '../support/browser.ts';
import { type Comparison, compare } from './ratio.ts';
import { type Answer, startBare, startBuilt } from './servers.ts';

/** npm downloads it at the first use, because it needs two hundred more packages. */
const lighthouse = 'lighthouse@13.5.0';

/** A page with a button, a menu and a field, without styles. */
export const barePage: Answer = {
  headers: ['Content-Type', 'text/html; charset=utf-8'],
  body: Buffer.from(
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title>' +
      '<button popovertarget="menu">Menu</button><p id="menu" popover>Open</p><input aria-label="Name">',
  ).toString('base64'),
};

const units = {
  'first paint': 'ms',
  'largest paint': 'ms',
  'total blocking': 'ms',
  'lowest score': 'of 100',
};

/**
 * Measures each page on a phone with Lighthouse, compared with a bare page. Network and processor are really slowed
 * down, not calculated.
 */
export async function comparePaints(paths: readonly string[], runs: number) {
  await using built = await startBuilt();
  await using bare = await startBare(barePage);
  const comparisons: Comparison[] = [];
  for (const path of paths) {
    const page = () => audit(built.url + path);
    const compared = await compare(units, runs, page, () => audit(bare.url));
    comparisons.push(...compared.map((one) => ({ ...one, what: `${path} ${one.what}` })));
  }
  return comparisons;
}

/** The parts of Lighthouse's report that this file reads (https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md). */
interface Report {
  audits: Record<string, { numericValue?: number }>;
  categories: Record<string, { score: number | null }>;
}

/** Lighthouse sometimes misses the beginning of a load, and asks for another run. */
async function audit(url: string) {
  for (let tries = 1; ; tries++) {
    try {
      return await auditOnce(url);
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

/** Each run uses a new browser with an empty cache. */
async function auditOnce(url: string) {
  const args = ['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', url];
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      ...args,
      '--quiet',
      '--output=json',
      '--throttling-method=devtools',
      `--chrome-flags=${['--headless', ...sandbox, ...browserArguments].join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, maxBuffer: Number.POSITIVE_INFINITY },
  );
  const { audits, categories }: Report = JSON.parse(stdout);
  const time = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    'first paint': time('first-contentful-paint'),
    'largest paint': time('largest-contentful-paint'),
    'total blocking': time('total-blocking-time'),
    'lowest score': 100 * Math.min(...Object.values(categories).map(({ score }) => score ?? 0)),
  };
}
