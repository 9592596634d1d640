import {
  expect,
  fields,
  leaveOpen,
  menuButton,
  shareButton,
  submitButton,
  test,
} from '../support/specification.ts';
import { someBooking } from '../support/visit.ts';

const failed = { status: 400, body: '{"message":"the real reason"}' };

test.describe('Booking form', () => {
  test('Idle.', async ({ visitor }) => {
    await visitor.open('/book');
    await visitor.isIdle();
    expect(await visitor.shown('.banner')).toEqual([]);
    expect(await visitor.shown(fields)).toEqual(['', '', '']);
  });

  test('On submit, any previous error is cleared and the form becomes submitting. @main', async ({
    visitor,
    network,
  }) => {
    network.outcomes = [failed, 'hang'];
    await visitor.sends(someBooking());
    await visitor.counts('.banner', 1);
    await visitor.click(submitButton);
    await visitor.sees(submitButton, ['Submitting...']);
    expect(await visitor.shown('.banner')).toEqual([]);
  });

  test("The inputs and button are disabled and the label is 'Submitting...'.", async ({
    visitor,
    network,
  }) => {
    network.otherwise = 'hang';
    await visitor.sends(someBooking());
    await visitor.until(() => visitor.disabled(), [true, true, true, true]);
    expect(await visitor.shown(submitButton)).toEqual(['Submitting...']);
  });

  test('On success, an alert with the success message is shown and the user is sent to /.', async ({
    visitor,
  }) => {
    await visitor.sends(someBooking());
    await visitor.isAlerted('Thank you for your interest. We will contact you shortly.');
    await visitor.closesAlert();
    await visitor.arrivesAt('/');
  });

  test('On failure, the form returns to idle and the error banner is shown. @main', async ({
    visitor,
    network,
  }) => {
    network.otherwise = failed;
    const booking = someBooking();
    await visitor.sends(booking);
    await visitor.counts('.banner', 1);
    await visitor.isIdle();
    expect(await visitor.shown(fields)).toEqual(Object.values(booking));
  });

  test('The real error is logged to the console.', async ({ visitor, network }) => {
    network.otherwise = failed;
    await visitor.sends(someBooking());
    await visitor.counts('.banner', 1);
    expect(await visitor.console()).toContain('the real reason');
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
    // The tests of section 7 check where the options lead.
    await options.evaluateAll((all) => {
      for (const option of all) option.removeAttribute('href');
    });
    const names = [/Email/, /WhatsApp/, /SMS/, /Instagram/, /Twitter/, /LinkedIn/, /Facebook/];
    await expect(options).toHaveText(names);
    for (const option of await options.all()) {
      await page.locator(shareButton).click();
      await option.click();
      await expect(page.locator('#share')).toBeHidden();
      if (!(await option.textContent())?.includes('Instagram')) continue;
      // Its alert appears after the address is copied.
      const alert = page.getByRole('alertdialog');
      await expect(alert).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(alert).toBeHidden();
    }
  });
});

leaveOpen({
  "A sign-in session mechanism exists in the backend client, but the product's own use of it: not shown.":
    'The site uses a plain fetch. It has no backend client and no session.',
});
