import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** All rules of WCAG 2.0 to 2.2 at A and AA, those of good practice, and AAA's contrast of text. */
export async function faultsIn(page: Page, part = 'html'): Promise<string[]> {
  // The legacy mode leaves out frames, of which there are none, and takes half the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .include(part)
    .options({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { 'color-contrast-enhanced': { enabled: true } },
    })
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
