import { expect, leaveOpen, test } from '../support/specification.ts';
import { someBooking } from '../support/visit.ts';

const apikey = 'public-client-key';

test.describe('Booking request, stored in a table named booking_requests:', () => {
  for (const field of ['name', 'company_name', 'email'] as const) {
    test(`${field} | text`, async ({ request, program }) => {
      const booking = someBooking();
      const send = (data: object) =>
        request.post('/rest/v1/booking_requests', { headers: { apikey }, data });
      expect((await send(booking)).status()).toBe(201);
      // Reads this table in the database's file.
      expect(program.bookingsFrom(booking.email)[0]?.[field]).toBe(booking[field]);
      expect((await send({ ...booking, [field]: 1 })).status()).toBe(400);
    });
  }
});

test.describe('Success story card (static display data):', () => {
  const parts = {
    title: ['h3', /^(Boxing|Bakery|Real-estate) asset$/],
    'value label': ['.eyebrow:first-of-type', /^\w+ value$/],
    'supply (text amount)': ['.ruled div:nth-child(1) dd', /^\$[\d.]+M$/],
    'holders (text)': ['.ruled div:nth-child(2) dd', /^\d+$/],
    'markets (text)': ['.ruled div:nth-child(3) dd', /^\d+$/],
  } as const;
  for (const [sentence, [selector, text]] of Object.entries(parts)) {
    test(sentence, ({ shown }) =>
      expect(shown.locator('#cases article').locator(selector)).toHaveText([text, text, text]),
    );
  }

  test('image', async ({ shown }) => {
    const images = shown.locator('#cases article').getByRole('img');
    await expect(images).toHaveCount(3);
    for (const image of await images.all()) {
      await image.scrollIntoViewIfNeeded();
      await expect(image).toHaveJSProperty('complete', true);
      expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    }
  });
});

test.describe('Feature card (static display data):', () => {
  const parts = {
    icon: 'svg.icon',
    title: 'h3',
    'description or features list': 'h3 ~ :is(p, ul)',
  };
  for (const [sentence, selector] of Object.entries(parts)) {
    test(sentence, async ({ shown }) => {
      const cards = shown.locator('li.feature');
      expect(await cards.count()).toBeGreaterThan(10);
      for (const card of await cards.all()) await expect(card.locator(selector)).toBeVisible();
    });
  }
});

test('No other product data tables appear.', async ({ request }) => {
  for (const table of ['deliveries', 'leads', 'users', 'stories', 'features'])
    for (const method of ['GET', 'POST']) {
      const answer = await request.fetch(`/rest/v1/${table}`, { method, headers: { apikey } });
      expect(answer.status(), `${method} ${table}`).toBe(404);
    }
});

leaveOpen({
  'Other columns such as an identifier or timestamps: not shown.':
    'A row also has a number, a time and data for the delivery. No visitor sees them.',
});
