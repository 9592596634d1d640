import { join, revenue, security, solution } from '../../content/landing.ts';
import { sections } from '../../content/navigation.ts';
import { expect, test } from '../support/visit.ts';

test('@desktop shows the six sections in their order under one heading', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('h1')).toHaveText('Turn industry data into digital value');
  const ids = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids).toEqual(['solution', 'architecture', 'cases', 'revenue', 'security', 'join']);
});

test('@desktop makes the five claims', async ({ page }) => {
  await page.goto('/');
  const solution = page.locator('#solution');
  for (const acquired of [
    /industry data into digital value/i,
    /auditable company data/i,
    /new digital asset class/i,
    /balance-sheet value/i,
    /dormant data, monetized/i,
  ]) {
    await expect(solution.getByRole('heading', { level: 3, name: acquired })).toBeVisible();
  }
});

test('@desktop shows the flow from twelve drivers to a token on two chains', async ({ page }) => {
  await page.goto('/');
  const flow = page.locator('#architecture');
  await expect(flow).toContainText('12 different drivers');
  await expect(flow.locator('.drivers > li')).toHaveCount(12);
  await expect(flow).toContainText('ERP');
  await expect(flow).toContainText('master data');
  for (const part of ['Price', 'Quantity', 'Metadata', 'Token', 'BTC', 'ETH']) {
    await expect(flow.getByText(part, { exact: true })).toBeVisible();
  }
});

test('@desktop shows the three sample stories with their figures and pictures', async ({
  page,
}) => {
  await page.goto('/');
  const stories = page.locator('#cases').getByRole('article');
  const expected = [
    ['Boxing asset', '$1.45M', '300', '11'],
    ['Bakery asset', '$3.35M', '83', '5'],
    ['Real-estate asset', '$5.2M', '150', '8'],
  ];
  await expect(stories).toHaveCount(expected.length);
  for (const [index, [title, ...figures]] of expected.entries()) {
    const story = stories.nth(index);
    await story.scrollIntoViewIfNeeded();
    await expect(story.getByRole('heading')).toHaveText(title ?? '');
    await expect(story.getByText('Certificate of value')).toBeVisible();
    await expect(story.getByRole('definition')).toHaveText(figures);
    const picture = story.getByRole('img');
    await expect(picture).toHaveAccessibleName(/engraving/);
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
});

test('@desktop names the six revenue themes and the eight security themes', async ({ page }) => {
  await page.goto('/');
  const titles = (id: string) => page.locator(`#${id} .feature h3`);
  await expect(titles('revenue')).toHaveText([
    'Market cap growth',
    'Cross-border payments',
    '60-day recalculation cycle',
    'New asset value',
    'Six-level data encryption',
    'Increased profitability',
  ]);
  await expect(titles('security')).toHaveText([
    'Decentralized private nodes',
    'Multi-layer protection',
    'Data integrity',
    'Compliant token architecture',
    'Auditable transactions',
    'Wallet with cross-industry token swaps',
    'Global access',
    'USSD operator support',
  ]);
});

test('@desktop offers license agreement, growth and industry leadership, and a call', async ({
  page,
}) => {
  await page.goto('/');
  const club = page.locator('#join');
  await expect(club).toContainText('Join the club');
  await expect(club.locator('.feature h3')).toHaveText([
    'License agreement',
    'Growth',
    'Industry leadership',
  ]);
  await club.getByRole('link', { name: 'BOOK A CALL', exact: true }).click();
  await expect(page).toHaveURL('/book');
});

test('@desktop states 20+ years of experience and the other figures', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.figures dd')).toHaveText(['20+', '12', '60', '6', '2']);
  await expect(page.locator('#join')).toContainText('20+ years of experience');
});

test('@desktop gives every feature card a decorative icon, a title and a description', async ({
  page,
}) => {
  await page.goto('/');
  const cards = [solution.claims, revenue.themes, security.themes, join.offers].flat().length;
  await expect(page.locator('.feature')).toHaveCount(cards);
  await expect(
    page.locator('.feature:has(> .icon[aria-hidden="true"]):has(h3):has(p)'),
  ).toHaveCount(cards);
});

test('@desktop ends with quick links, the mail link, the year and the sub-brand', async ({
  page,
}) => {
  await page.goto('/');
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByRole('navigation').getByRole('link')).toHaveText(
    sections.map(({ name }) => name),
  );
  await expect(foot.getByRole('link', { name: '@' })).toHaveAttribute(
    'href',
    'mailto:hello@lodemark.example',
  );
  await expect(foot).toContainText(`© ${new Date().getUTCFullYear()}`);
  await expect(foot).toContainText('POWERED BY Lodemark Labs');
  await expect(foot).toContainText('Illustrative figures; not an offer or advice');
});

test('@desktop has no style attribute on any page', async ({ page }) => {
  for (const address of ['/', '/book', '/nowhere']) {
    await page.goto(address);
    await expect(page.locator('[style]')).toHaveCount(0);
  }
});
