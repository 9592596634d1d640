import type { Page } from '@playwright/test';
import axe from 'axe-core';

const options = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'color-contrast-enhanced': { enabled: true } },
};

/** A reference to an id that is missing, which axe leaves to people to judge. */
const judged = 'aria-valid-attr-value';

/**
 * All rules of WCAG 2.0 to 2.2 at A and AA (also the size of targets, and that controls are called
 * what they say), those of good practice, and AAA's contrast of text, in the page that runs this.
 */
export async function faultsOn(page: Page, part = 'html'): Promise<string[]> {
  await page.evaluate(axe.source);
  const faults =
    await page.evaluate(`axe.run('${part}', ${JSON.stringify(options)}).then(({ violations, incomplete }) =>
    JSON.stringify([...violations, ...incomplete.filter(({ id }) => id === '${judged}')]
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html))))`);
  return JSON.parse(String(faults));
}
