import { expect, leaveOpen, menuButton, shareButton, test } from '../support/specification.ts';

test.describe('Booking form', () => {
  test('Idle.', ({ journey: { idle } }) => {
    expect(idle).toMatchObject({ button: ['Submit Request'], values: ['', '', ''], banner: [] });
  });

  test('On submit, any previous error is cleared and the form becomes submitting. @main', ({
    journey: { again },
  }) => {
    expect(again).toMatchObject({ button: ['Submitting...'], banner: [] });
  });

  test("The inputs and button are disabled and the label is 'Submitting...'.", ({ journey }) => {
    const disabled = [true, true, true, true];
    expect(journey.sending).toMatchObject({ button: ['Submitting...'], disabled });
  });

  test('On success, an alert with the success message is shown and the user is sent to /.', ({
    journey: { thanked, path },
  }) => {
    const message = 'Thank you for your interest. We will contact you shortly.';
    expect([thanked.alerts, path]).toEqual([[message], '/']);
  });

  test('On failure, the form returns to idle and the error banner is shown. @main', ({
    journey: { idle, failed, booking },
  }) => {
    const { button, disabled } = idle;
    expect(failed).toMatchObject({ button, disabled, values: Object.values(booking) });
    expect(failed.banner).toHaveLength(1);
  });

  test('The real error is logged to the console.', ({ journey }) => {
    expect(journey.failed.console).toContain('the real reason');
  });
});

test.describe('Interface states', () => {
  test('The mobile menu is open or closed.', async ({ visitor }) => {
    await visitor.resize(390, 844);
    await visitor.open('/');
    await visitor.toggles(menuButton, '#menu');
  });

  test('It closes after a scroll choice.', async ({ visitor }) => {
    await visitor.resize(390, 844);
    await visitor.open('/');
    await visitor.click(menuButton);
    await visitor.click('#menu a', 'Security');
    await visitor.sees('#menu', []);
  });

  test('The share menu is open or closed. @main', async ({ landing }) => {
    await landing.toggles(shareButton, '#share');
  });

  test('It closes after an option is chosen.', async ({ page }) => {
    await page.goto('/');
    const options = page.locator('#share :is(a, button)');
    const names = [/Email/, /WhatsApp/, /SMS/, /Instagram/, /Twitter/, /LinkedIn/, /Facebook/];
    await expect(options).toHaveText(names);
    // A link and the button. The tests of section 7 choose the others.
    for (const option of [options.nth(2), options.nth(3)]) {
      await page.locator(shareButton).click();
      await option.click();
      await expect(page.locator('#share')).toBeHidden();
    }
  });
});

leaveOpen({
  "A sign-in session mechanism exists in the backend client, but the product's own use of it: not shown.":
    'The site uses a plain fetch. It has no backend client and no session.',
});
