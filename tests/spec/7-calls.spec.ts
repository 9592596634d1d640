import { brand } from '../../content/brand.ts';
import {
  expect,
  leaveOpen,
  shareButton,
  submitted,
  test,
  watchCalls,
} from '../support/specification.ts';
import { someBooking } from '../support/visit.ts';

test.describe('Booking submission', () => {
  test("Method and path: POST to the backend's data interface, on the booking_requests table.", async ({
    page,
    network,
  }) => {
    const { method, url } = await submitted(page);
    expect([method, url]).toEqual(['POST', `${network.url}/rest/v1/booking_requests`]);
  });

  test('It inserts one row.', async ({ page, program }) => {
    const { booking } = await submitted(page);
    await expect.poll(() => program.bookingsFrom(booking.email)).toMatchObject([booking]);
  });

  test('Payload: an object with name, company_name and email, all text.', async ({ page }) => {
    const { payload, booking } = await submitted(page);
    const { name, company_name, email } = booking;
    expect(payload).toEqual({ name, company_name, email });
  });

  test('The response is read only to detect an error.', async ({ visitor, network }) => {
    for (const body of ['', '{}', 'no JSON']) {
      network.outcomes = [{ status: 201, body }];
      await visitor.sends(someBooking());
      await visitor.isAlerted('Thank you for your interest. We will contact you shortly.');
      await visitor.closesAlert();
    }
  });

  test('A failure shows the banner and a console log (see section 8).', async ({
    visitor,
    network,
  }) => {
    network.otherwise = { status: 400, body: 'the real reason' };
    await visitor.sends(someBooking());
    await visitor.sees('.banner', ['Failed to submit form. Please try again later.']);
    expect(await visitor.console()).toContain('the real reason');
  });
});

test.describe("Share actions (no calls to the product's server)", () => {
  const title = 'Turn industry data into digital value.';
  const addresses = {
    "Email | Opens a mail draft to {email}. The subject is 'Check out' plus the brand; the body is the page URL.": `mailto:${brand.mail}?subject=Check out ${brand.name}&body=`,
    'WhatsApp | Opens a share link with text and URL.': `https://wa.me/?text=${title} `,
    'SMS | Opens a text draft with a body.': `sms:?&body=${title} `,
    'Twitter | Opens its share-intent page in a new window with URL and text.': `https://twitter.com/intent/tweet?text=${title}&url=`,
    'LinkedIn | Opens its share-intent page in a new window with the URL.':
      'https://www.linkedin.com/sharing/share-offsite/?url=',
    'Facebook | Opens its share-intent page in a new window with the URL.':
      'https://www.facebook.com/sharer/sharer.php?u=',
  };
  for (const [sentence, address] of Object.entries(addresses)) {
    test(sentence, async ({ page, network }) => {
      await page.context().route('https://**', (route) => route.fulfill({ body: 'elsewhere' }));
      await page.goto('/');
      await page.locator(shareButton).click();
      const calls = watchCalls(page);
      const [name = ''] = sentence.split(' ');
      const option = page.locator('#share').getByRole('link', { name });
      const href = (await option.getAttribute('href')) ?? '';
      expect(decodeURIComponent(href)).toBe(`${address}${network.url}/`);
      const windows = sentence.includes('new window') ? [page.waitForEvent('popup')] : [];
      const leaves = windows.map(() =>
        page.context().waitForEvent('request', (request) => request.isNavigationRequest()),
      );
      await option.click();
      for (const request of await Promise.all(leaves)) expect(request.url()).toBe(href);
      await Promise.all(windows);
      expect(calls).toEqual([]);
    });
  }

  test("Instagram | Copies the page URL to the clipboard and alerts 'URL copied to clipboard. Open Instagram to share.' @main", async ({
    landing,
    network,
  }) => {
    await landing.click(shareButton);
    await landing.click('#share button', 'Instagram');
    await landing.isAlerted('URL copied to clipboard. Open Instagram to share.');
    // No page may read the clipboard, so the test pastes it like a person.
    await landing.open('/book');
    await landing.click('#name');
    await landing.press('Control+v');
    await landing.sees('#name', [`${network.url}/`]);
  });
});

test('The product makes no other calls.', async ({ page }) => {
  const calls = watchCalls(page);
  await page.goto('/');
  await page.locator(shareButton).click();
  await page.getByRole('button', { name: 'Instagram' }).click();
  await page.getByRole('link', { name: 'Close' }).click();
  const { url } = await submitted(page);
  expect(calls).toEqual([url]);
});

test("The backend client library it carries can also reach an authentication service, a functions service, storage and realtime channels, but none of these is used by the product's screens.", async ({
  page,
  request,
}) => {
  const services = ['auth', 'functions', 'storage', 'realtime'].map((name) => `/${name}/v1`);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/');
  await submitted(page);
  const used = requested.filter((path) => services.some((service) => path.startsWith(service)));
  expect(used).toEqual([]);
  for (const path of services) expect((await request.get(path)).status()).toBe(404);
});

leaveOpen({
  'The shape of a success body: not shown.':
    'The data interface answers 201 with an empty body, as PostgREST does.',
  "The product's own request paths beyond the insert above: not shown.":
    'The browser requests the two pages and their files. Monitors may request /healthz and /readyz.',
});
