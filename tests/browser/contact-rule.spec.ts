import { startProgram } from '../support/program.ts';
import { expect, fillForm, someBooking, test as visit } from '../support/visit.ts';

const test = visit.extend<object, object>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const program = await startProgram({
        INBOX_USERS: 'sales@example.com',
        CONTACT_WITHIN: '4h',
        OPENING_HOURS: 'Mo-Fr 09:00-17:00, -2026-12-24, -2026-12-25',
        TIME_ZONE: 'Europe/Berlin',
      });
      await use(program);
      await program.stop();
    },
    { scope: 'worker' },
  ],
});

test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-US' });

test('the page gives the rule, and the thanks the moment in the visitor’s time', async ({
  page,
}) => {
  // In Berlin the evening before two days off and a weekend.
  await page.clock.setFixedTime(Date.UTC(2026, 11, 23, 20));
  await page.goto('/book');
  const rule = page.locator('.contact-rule');
  await expect(rule.filter({ visible: true })).toHaveText(/4 working hours/);
  await fillForm(page, someBooking());
  await page.locator('.booking-form [type=submit]').click();
  await expect(rule.filter({ visible: true }).last()).toHaveText(/Monday, 21:00/);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });
  test('the thanks give the rule', async ({ page }) => {
    await page.goto('/#booked');
    await expect(page.locator('#booked .contact-rule')).toHaveText(/4 working hours/);
  });
});
