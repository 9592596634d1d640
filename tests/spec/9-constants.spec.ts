import { expect, expectText, leaveOpen, test } from '../support/specification.ts';

test('Scroll offset for in-page navigation: 80px.', async ({ visitor }) => {
  for (const [width, height] of [
    [390, 844],
    [3840, 2160],
  ] as const) {
    await visitor.resize(width, height);
    for (const id of ['solution', 'architecture', 'cases', 'revenue', 'security', 'join']) {
      await visitor.open(`/#${id}`);
      await visitor.scrollsTo(id, 80);
    }
  }
});

test.describe('Sample story figures, in the order boxing, bakery, real estate:', () => {
  const figures: [sentence: string, row: number, values: string[]][] = [
    ['supplies: $1.45M, $3.35M, $5.2M', 1, ['$1.45M', '$3.35M', '$5.2M']],
    ['holders: 300, 83, 150', 2, ['300', '83', '150']],
    ['markets: 11, 5, 8', 3, ['11', '5', '8']],
  ];
  for (const [sentence, row, values] of figures) {
    test(sentence, ({ shown }) =>
      expect(shown.locator(`#cases .ruled > :nth-child(${row}) dd`)).toHaveText(values),
    );
  }
});

test('Marketing figures: 20+ years of experience, 12 drivers, a 60-day recalculation cycle, six-level encryption, two blockchains (BTC, ETH).', async ({
  shown,
}) => {
  const figures =
    /12 different drivers.*two blockchains\. .*60-day recalculation cycle.*six-level data encryption.*20\+ years of experience/;
  await expectText(shown.locator('main'), figures);
  await expectText(shown.locator('#architecture'), /two blockchains.* btc .* eth/);
  await expect(shown.locator('.drivers li')).toHaveCount(12);
});

/** Constants of a library that the site does not use. */
leaveOpen({
  'realtime timeout 10000 ms': 'The site opens no realtime channel.',
  'heartbeat 30000 ms': 'The site opens no realtime channel.',
  'reconnect back-off 1s, 2s, 5s, 10s': 'The form retries a booking after 2 and 4 seconds.',
  'storage list limit 100, cache control 3600': 'The site uses no storage service.',
  'auth auto-refresh tick 30000 ms with a margin of 3 ticks': 'The site has no session.',
  'expiry margin 600000 ms': 'The site has no session.',
  'token refresh retry back-off starting at 200 ms and doubling': 'The site has no session.',
  'PKCE verifier of 56 random values': 'The site has no session.',
  'stale-URL warning after 120 s': 'The site has no session.',
});
