import { legal } from '../../content/en/legal.ts';
import { expect, test } from '../support/visit.ts';

test('@desktop shows nothing that is not filled in, and says once that it is a sample', async ({
  page,
}) => {
  for (const address of ['/', '/book', '/nowhere']) {
    await page.goto(address);
    await expect(page.getByRole('contentinfo').getByText(legal.sample)).toBeVisible();
    await expect(page.getByText(legal.sample)).toHaveCount(1);
    await expect(page.locator('.contact, .reference, [href^="tel:"]')).toHaveCount(0);
    // biome-ignore lint/performance/useDomNodeTextContent: not what scripts and styles say
    const shown = await page.locator('body').innerText();
    expect(shown, address).not.toMatch(/\[\[|\]\]|\{|\}|undefined|null/);
  }
  await page.goto('/book');
  await page.getByText(legal.privacy.title).click();
  const terms = legal.privacy.points.filter(
    (point) => !('when' in point) && !/\{(legalName|webhook|storagePeriod)\}/.test(point.text),
  );
  await expect(page.locator('.privacy dt')).toHaveText(terms.map(({ term }) => term));
});
