import type { Page } from '@playwright/test';
import axe from 'axe-core';

const options = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'color-contrast-enhanced': { enabled: true } },
};

/** A reference to a missing id. axe only reports it for review. */
const judged = 'aria-valid-attr-value';

/**
 * Runs axe in the page: all rules of WCAG 2.0 to 2.2 at A and AA, also target size and label in name, best practices,
 * and the text contrast of AAA.
 */
export async function faultsOn(page: Page, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const faults =
    await page.evaluate(`axe.run('${part}', ${JSON.stringify(options)}).then(({ violations, incomplete }) =>
    JSON.stringify([...violations, ...incomplete.filter(({ id }) => id === '${judged}')]
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html))))`);
  return JSON.parse(String(faults));
}
