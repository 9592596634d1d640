import { brand } from '../../content/brand.ts';
import {
  expect,
  leaveOpen,
  shareButton,
  submitted,
  test,
  watchCalls,
} from '../support/specification.ts';

test.describe('Booking submission', () => {
  test("Method and path: POST to the backend's data interface, on the booking_requests table.", ({
    sent: { request },
    program,
  }) => {
    const address = `${program.url}/rest/v1/booking_requests`;
    expect([request.method(), request.url()]).toEqual(['POST', address]);
  });

  test('It inserts one row.', ({ sent: { booking }, program }) => {
    expect(program.bookingsFrom(booking.email)).toMatchObject([booking]);
  });

  test('Payload: an object with name, company_name and email, all text.', ({ sent }) => {
    const { name, company_name, email } = sent.booking;
    expect(sent.request.postDataJSON()).toEqual({ name, company_name, email });
  });

  test('The response is read only to detect an error.', async ({ page, network }) => {
    network.otherwise = { status: 201, body: 'no JSON' };
    await submitted(page);
    expect(network.posts).toHaveLength(1);
  });

  test('A failure shows the banner and a console log (see section 8).', ({ journey }) => {
    expect(journey.failed.banner).toEqual(['Failed to submit form. Please try again later.']);
    expect(journey.failed.console).toContain('the real reason');
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
    test(sentence, async ({ page, program }) => {
      const context = page.context();
      await context.route('https://**', (route) => route.fulfill({ body: 'elsewhere' }));
      await page.goto(program.url);
      await page.locator(shareButton).click();
      const calls = watchCalls(page);
      const [name = ''] = sentence.split(' ');
      const option = page.locator('#share').getByRole('link', { name });
      const href = (await option.getAttribute('href')) ?? '';
      expect(decodeURIComponent(href)).toBe(`${address}${program.url}/`);
      if (sentence.includes('new window')) {
        const [, request] = await Promise.all([
          page.waitForEvent('popup'),
          context.waitForEvent('request', (one) => one.isNavigationRequest()),
          option.click(),
        ]);
        expect(request.url()).toBe(href);
      } else await option.click();
      await expect(page.locator('#share')).toBeHidden();
      expect(calls).toEqual([]);
    });
  }

  test("Instagram | Copies the page URL to the clipboard and alerts 'URL copied to clipboard. Open Instagram to share.' @main", async ({
    landing,
    network,
  }) => {
    await landing.click(shareButton);
    await landing.click('#share button', 'Instagram');
    const message = 'URL copied to clipboard. Open Instagram to share.';
    await landing.until(landing.alerts, [message]);
    // No page may read the clipboard, so the test pastes it like a person.
    await landing.open('/book');
    await landing.click('#name');
    await landing.paste();
    await landing.sees('#name', [`${network.url}/`]);
  });
});

test('The product makes no other calls.', ({ sent }) => {
  expect(sent.calls).toEqual([sent.request.url()]);
});

test("The backend client library it carries can also reach an authentication service, a functions service, storage and realtime channels, but none of these is used by the product's screens.", async ({
  sent,
  request,
}) => {
  const services = ['auth', 'functions', 'storage', 'realtime'].map((name) => `/${name}/v1`);
  const paths = sent.requested.map((url) => new URL(url).pathname);
  const used = paths.filter((path) => services.some((service) => path.startsWith(service)));
  expect(used).toEqual([]);
  for (const path of services) expect((await request.get(path)).status()).toBe(404);
});

leaveOpen({
  'The shape of a success body: not shown.':
    'The data interface answers 201 with an empty body, as PostgREST does.',
  "The product's own request paths beyond the insert above: not shown.":
    'The browser requests the two pages and their files. Monitors may request /healthz and /readyz.',
});
