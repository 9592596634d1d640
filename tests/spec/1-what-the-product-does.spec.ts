import {
  expect,
  expectText,
  leaveOpen,
  shareButton,
  submitButton,
  test,
} from '../support/specification.ts';

test('Audience: businesses that want to turn company data into digital assets.', ({ shown }) =>
  expectText(shown.locator('.hero'), /company data .*digital asset/));

test("Every visitor is anonymous; there is no login in the product's own screens.", async ({
  page,
}) => {
  for (const address of ['/', '/book']) {
    await page.goto(address);
    await expect(page.locator('[type=password], [autocomplete*=password]')).toHaveCount(0);
    await expect(page.getByText(/\b(log|sign)[ -]?(in|up)\b|password/i)).toHaveCount(0);
    expect(await page.context().cookies()).toEqual([]);
  }
});

/** The page's words for the sentences of each group. A group names its place on the page. */
const groups: [lead: string, place: string, wordings: Record<string, RegExp>][] = [
  [
    'The landing page makes these claims:',
    '.hero',
    {
      'It turns industry data into digital value.': /turn industry data into digital value/,
      'It collects auditable company data.': /we collect auditable company data/,
      'It converts that data into a new digital asset class.':
        /convert it into a new digital asset/,
      'It creates balance-sheet value.': /create balance-sheet value/,
      'It monetizes dormant data.': /monetize dormant data/,
    },
  ],
  [
    'The described flow:',
    '#architecture',
    {
      'Input comes through 12 different drivers, and an ERP processes master data.':
        /comes in through 12 different drivers.* erp system processes the master data/,
      'Processing covers price, quantity and metadata.':
        /price, quantity and metadata are processed/,
      'Output is a token created on two blockchains, BTC and ETH.':
        /on two blockchains.* btc .* eth/,
    },
  ],
  [
    'Revenue themes:',
    '#revenue',
    {
      'market cap growth': /market cap growth/,
      'cross-border payments': /cross-border payments/,
      'a 60-day recalculation cycle for token pricing':
        /every 60 days the price is recalculated.* 60-day recalculation cycle/,
      'new asset value': /new asset value/,
      'six-level data encryption': /six-level data encryption/,
      'increased profitability': /increased profitability/,
    },
  ],
  [
    'Security themes:',
    '#security',
    {
      'decentralized private nodes': /decentralized private nodes/,
      'multi-layer protection': /multi-layer protection/,
      'data integrity': /data integrity/,
      'compliant token architecture': /compliant token architecture/,
      'auditable transactions': /auditable transactions/,
      'wallet functionality with cross-industry token swaps':
        /wallet with cross-industry token swaps/,
      'global access': /global access/,
      'USSD operator support': /USSD operator support/,
    },
  ],
];
for (const [lead, place, wordings] of groups) {
  test.describe(lead, () => {
    for (const [sentence, wording] of Object.entries(wordings))
      test(sentence, ({ shown }) => expectText(shown.locator(place), wording));
  });
}

test('The page also states 20+ years of experience.', ({ shown }) =>
  expectText(shown.locator('main'), /20\+ years of experience/));

test('Three sample success stories are shown: a boxing asset, a bakery asset and a real-estate asset.', async ({
  shown,
}) => {
  const titles = ['Boxing asset', 'Bakery asset', 'Real-estate asset'];
  await expect(shown.locator('#cases h3')).toHaveText(titles);
  await expectText(shown.locator('#cases'), /sample/);
});

test("A 'Join the club' section offers a license agreement, growth and industry leadership.", async ({
  shown,
}) => {
  await expect(shown.locator('#join h2')).toHaveText('Join the club');
  const offers = ['License agreement', 'Growth', 'Industry leadership'];
  await expect(shown.locator('#join h3')).toHaveText(offers);
});

test('It has a call-booking button and a share menu.', async ({ shown }) => {
  await expect(shown.locator('#join a[href="/book"]')).toHaveText('BOOK A CALL');
  await expect(shown.locator(`#join:has(#share) ${shareButton}`)).toBeVisible();
});

test('The second function is the Book a Call form.', ({ form }) =>
  expect(form.locator(`form ${submitButton}`)).toBeVisible());

test('A prospective business customer leaves a name, a company name and an email address so the provider can contact them. @main', ({
  journey: { booking },
  program,
}) => {
  expect(program.bookingsFrom(booking.email)).toMatchObject([booking]);
});

leaveOpen({
  'How the provider follows up on requests: not shown.':
    'The desk sends each request on and lists it as a lead. The core works without it.',
});
