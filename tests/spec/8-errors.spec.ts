import { faultsOn } from '../support/axe.ts';
import { soon, submit, submitButton } from '../support/network.ts';
import { expect, leaveOpen, realReason, shareButton, test } from '../support/specification.ts';
import { fillForm, openBrokenForm, someBooking, textsIn } from '../support/visit.ts';

const failed = 'Failed to submit form. Please try again later.';

test("Booking submission fails | Banner: 'Failed to submit form. Please try again later.' The real error goes to the console only. @main", ({
  journey,
}) => {
  const { banner, console, text } = journey.failed;
  expect(banner).toEqual([failed]);
  expect(console).toContain('the real reason');
  expect(text).not.toContain('the real reason');
});

test("Booking submission succeeds | Alert: 'Thank you for your interest. We will contact you shortly.' Then navigation to /. @main", ({
  journey: { thanked, path },
}) => {
  const alerts = ['Thank you for your interest. We will contact you shortly.'];
  expect([thanked, path]).toEqual([{ alerts, path: '/book' }, '/']);
});

test("Instagram share | Alert: 'URL copied to clipboard. Open Instagram to share.'", async ({
  page,
}) => {
  await page.goto('/');
  await page.locator(shareButton).click();
  await page.getByRole('button', { name: 'Instagram' }).click();
  const name = 'URL copied to clipboard. Open Instagram to share.';
  await expect(page.getByRole('alertdialog', { name })).toBeVisible();
});

test("Unhandled routing or render error | Default screen titled 'Unexpected Application Error!' showing the status text @main", async ({
  visitor,
}) => {
  await visitor.open('/nowhere');
  expect(await visitor.shown('h1')).toEqual(['Unexpected Application Error!']);
  expect(await visitor.text('main')).toContain('404 not found');
});

test("Unhandled routing or render error | Default screen titled 'Unexpected Application Error!' showing the status text or message and a stack.", async ({
  page,
}) => {
  const site = await openBrokenForm(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await expect(page.locator('.error-message')).toHaveText('The page has no .booking-form .status');
  await expect(page.locator('pre')).toContainText(/\n\s*at /);
  expect(await faultsOn(page)).toEqual([]);
  await site.stop();
});

test.describe('The backend client has its own error kinds, which the product does not surface:', () => {
  const kinds = {
    'database error (code, details, hint, message)': realReason.database,
    'storage error with status': realReason.storage,
    'functions errors': realReason.functions,
    "'Auth session missing!', invalid credentials, weak password, invalid token": realReason.auth,
  };
  for (const [sentence, kind] of Object.entries(kinds)) {
    test(sentence, ({ journey }) => {
      const { text, console } = journey.failed;
      expect(textsIn(kind).filter((value) => text.includes(value.toLowerCase()))).toEqual([]);
      expect(console).toContain(JSON.stringify(kind));
    });
  }

  test('a retryable fetch error on statuses 502, 503, 504 or a network failure', async ({
    page,
    network,
  }) => {
    await page.clock.install();
    await page.goto('/book');
    await fillForm(page, someBooking());
    // The form makes three attempts for each submission.
    network.outcomes = [{ status: 502 }, { status: 503 }, { status: 504 }];
    network.otherwise = 'cut before';
    for (const attempts of [3, 6]) {
      await submit(page);
      await expect(submitButton(page)).toBeDisabled();
      await soon(page, network, failed);
      expect(network.posts).toHaveLength(attempts);
      await expect(page.getByText(/50[234]|fetch/i).filter({ visible: true })).toHaveCount(0);
    }
  });
});

leaveOpen({
  'Other product-specific messages: not shown.':
    'The form also reports a long wait. After two failures it shows an email address.',
});
