import { legal as germanLegal } from '../../content/de/legal.ts';
import { legal } from '../../content/en/legal.ts';
import { sales } from '../support/inbox.ts';
import { startProgram } from '../support/program.ts';
import { allLanguages, expect, test, testInAllLanguages } from '../support/visit.ts';

test('@desktop shows what is filled in alone, and once that it is a sample', async ({ page }) => {
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

testInAllLanguages(
  '@desktop the pages are the same with an inbox, to the byte, but for a point of the privacy notice',
  async ({ program }) => {
    const withInbox = await startProgram({
      ...allLanguages,
      SITE_URL: program.url,
      INBOX_USERS: sales,
    });
    const [point] = legal.privacy.points.filter((one) => 'when' in one);
    const [germanPoint] = germanLegal.privacy.points.filter((one) => 'when' in one);
    for (const [path, added] of [
      ['/', undefined],
      ['/book', point],
      ['/de/book', germanPoint],
      ['/robots.txt', undefined],
      ['/sitemap.xml', undefined],
    ] as const) {
      const before = await sent(program.url + path);
      const after = await sent(withInbox.url + path);
      const parts = after.text.split(`<div><dt>${added?.term}</dt><dd>${added?.text}</dd></div>`);
      expect(parts.length, path).toBe(added ? 2 : 1);
      expect(after.text, path).not.toContain('/inbox');
      expect({ ...after, text: parts.join('') }, path).toEqual(before);
    }
    await withInbox.stop();
  },
);

/** What a server sends, and its policy. */
async function sent(address: string) {
  const response = await fetch(address);
  return { policy: response.headers.get('content-security-policy'), text: await response.text() };
}
