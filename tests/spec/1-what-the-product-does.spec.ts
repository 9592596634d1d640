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

/** A group, its place on the page, and its sentences. */
const groups: [lead: string, place: string, ...sentences: string[]][] = [
  [
    'The landing page makes these claims:',
    '.hero',
    'It turns industry data into digital value.',
    'It collects auditable company data.',
    'It converts that data into a new digital asset class.',
    'It creates balance-sheet value.',
    'It monetizes dormant data.',
  ],
  [
    'The described flow:',
    '#architecture',
    'Input comes through 12 different drivers, and an ERP processes master data.',
    'Processing covers price, quantity and metadata.',
    'Output is a token created on two blockchains, BTC and ETH.',
  ],
  [
    'Revenue themes:',
    '#revenue',
    'market cap growth',
    'cross-border payments',
    'a 60-day recalculation cycle for token pricing',
    'new asset value',
    'six-level data encryption',
    'increased profitability',
  ],
  [
    'Security themes:',
    '#security',
    'decentralized private nodes',
    'multi-layer protection',
    'data integrity',
    'compliant token architecture',
    'auditable transactions',
    'wallet functionality with cross-industry token swaps',
    'global access',
    'USSD operator support',
  ],
];
/** The page's own wording, where it differs. */
const wordings: Record<string, RegExp> = {
  'It turns industry data into digital value.': /turn industry data into digital value/,
  'It collects auditable company data.': /we collect auditable company data/,
  'It converts that data into a new digital asset class.': /convert it into a new digital asset/,
  'It creates balance-sheet value.': /create balance-sheet value/,
  'It monetizes dormant data.': /monetize dormant data/,
  'Input comes through 12 different drivers, and an ERP processes master data.':
    /comes in through 12 different drivers.* erp system processes the master data/,
  'Processing covers price, quantity and metadata.': /price, quantity and metadata are processed/,
  'Output is a token created on two blockchains, BTC and ETH.': /on two blockchains.* btc .* eth/,
  'a 60-day recalculation cycle for token pricing': /token’s price is recalculated every 60 days/,
  'wallet functionality with cross-industry token swaps': /wallet with cross-industry token swaps/,
};
for (const [lead, place, ...sentences] of groups) {
  test.describe(lead, () => {
    for (const sentence of sentences) {
      test(sentence, ({ shown }) =>
        expectText(shown.locator(place), wordings[sentence] ?? new RegExp(sentence)),
      );
    }
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

test('It has a call-booking button and a share menu.', async ({ landing }) => {
  expect(await landing.shown('#join a[href="/book"]')).toEqual(['BOOK A CALL']);
  await landing.click(`#join ${shareButton}`);
  await landing.counts('#join #share', 1);
});

test('The second function is the Book a Call form.', async ({ visitor }) => {
  await visitor.open('/book');
  expect(await visitor.shown('h1')).toEqual(['Book a Call']);
  expect(await visitor.shown(`form ${submitButton}`)).toHaveLength(1);
});

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
