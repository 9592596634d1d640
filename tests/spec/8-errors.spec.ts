import { faultsOn } from '../support/axe.ts';
import { soon, submit, submitButton } from '../support/network.ts';
import { expect, leaveOpen, shareButton, test } from '../support/specification.ts';
import { fillForm, openBrokenForm, someBooking } from '../support/visit.ts';

const failed = 'Failed to submit form. Please try again later.';

test("Booking submission fails | Banner: 'Failed to submit form. Please try again later.' The real error goes to the console only. @main", async ({
  visitor,
  network,
}) => {
  network.otherwise = { status: 400, body: '{"message":"the real reason"}' };
  await visitor.sends(someBooking());
  await visitor.sees('.banner', [failed]);
  expect(await visitor.console()).toContain('the real reason');
  expect(await visitor.text('body')).not.toContain('the real reason');
});

test("Booking submission succeeds | Alert: 'Thank you for your interest. We will contact you shortly.' Then navigation to /. @main", async ({
  visitor,
}) => {
  await visitor.sends(someBooking());
  await visitor.isAlerted('Thank you for your interest. We will contact you shortly.');
  await visitor.arrivesAt('/book');
  await visitor.closesAlert();
  await visitor.arrivesAt('/');
});

test("Instagram share | Alert: 'URL copied to clipboard. Open Instagram to share.'", async ({
  landing,
}) => {
  await landing.click(shareButton);
  await landing.click('#share button', 'Instagram');
  await landing.isAlerted('URL copied to clipboard. Open Instagram to share.');
  await landing.closesAlert();
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
  const answers = {
    'database error (code, details, hint, message)':
      '{"code":"23502","details":"a null value","hint":"no hint","message":"violates"}',
    'storage error with status': '{"statusCode":"40404","message":"no bucket"}',
    'functions errors': '{"name":"FunctionsHttpError","context":"non-2xx"}',
    "'Auth session missing!', invalid credentials, weak password, invalid token":
      '["Auth session missing!","invalid credentials","weak password","invalid token"]',
  };
  for (const [sentence, body] of Object.entries(answers)) {
    test(sentence, async ({ visitor, network }) => {
      network.otherwise = { status: 500, body };
      await visitor.sends(someBooking());
      await visitor.sees('.banner', [failed]);
      const shown = await visitor.text('body');
      const surfaced = Object.values<string>(JSON.parse(body.toLowerCase()));
      expect(surfaced.filter((value) => shown.includes(value))).toEqual([]);
      expect(await visitor.console()).toContain(body);
    });
  }

  test('a retryable fetch error on statuses 502, 503, 504 or a network failure', async ({
    page,
    network,
  }) => {
    await page.clock.install();
    await page.goto('/book');
    await fillForm(page, someBooking());
    for (const status of [502, 503, 504, 0]) {
      network.otherwise = status ? { status } : 'cut before';
      await submit(page);
      await expect(submitButton(page)).toBeDisabled();
      await soon(page, network, failed);
      await expect(page.getByText(/50[234]|fetch/i).filter({ visible: true })).toHaveCount(0);
    }
  });
});

leaveOpen({
  'Other product-specific messages: not shown.':
    'The form also reports a long wait. After two failures it shows an email address.',
});
