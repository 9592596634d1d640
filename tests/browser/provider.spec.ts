import { legal } from '../../content/en/legal.ts';
import { expect, test } from '../support/visit.ts';

test('shows only the filled-in details, and marks the site as a sample once', async ({ page }) => {
  for (const address of ['/', '/book', '/nowhere']) {
    await page.goto(address);
    await expect(page.getByRole('contentinfo').getByText(legal.sample)).toBeVisible();
    await expect(page.getByText(legal.sample)).toHaveCount(1);
    await expect(
      page.locator(
        '.contact, .reference, .call-facts, .levels, .credentials, .on-chain, [href^="tel:"]',
      ),
    ).toHaveCount(0);
    // biome-ignore lint/performance/useDomNodeTextContent: without scripts and styles
    const shown = await page.locator('body').innerText();
    expect(shown, address).not.toMatch(/\[\[|\]\]|\{|\}|undefined|null/);
  }
  await page.goto('/book');
  await page.locator('summary').getByText(legal.privacy.title).click();
  const terms = legal.privacy.points.filter(
    (point) =>
      !('when' in point && point.when === 'inbox') &&
      !/\{(legalName|webhook|storagePeriod|receipt|scheduling)\}/.test(point.text),
  );
  await expect(page.locator('.privacy dt')).toHaveText(terms.map(({ term }) => term));
});
