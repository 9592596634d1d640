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
        SCHEDULING_URL: 'https://cal.com/company/call?duration=30',
      });
      await use(program);
      await program.stop();
    },
    { scope: 'worker' },
  ],
});

test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-US' });

test('the page states the rule, and the thank-you dialog the exact deadline in the visitor’s time', async ({
  page,
}) => {
  // It is the evening before two days off and a weekend in Berlin.
  await page.clock.setFixedTime(Date.UTC(2026, 11, 23, 20));
  await page.goto('/book');
  const rule = page.locator('.contact-rule');
  await expect(rule.filter({ visible: true })).toHaveText(/4 working hours/);
  const booking = someBooking();
  await fillForm(page, booking);
  await page.locator('.booking-form [type=submit]').click();
  await expect(rule.filter({ visible: true }).last()).toHaveText(/Monday, 21:00/);
  const link = page.locator('#booked .schedule-link');
  const values = { duration: '30', name: booking.name, email: booking.email };
  const url = new URL((await link.getAttribute('href')) ?? '');
  expect(Object.fromEntries(url.searchParams)).toEqual(values);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });
  test('the thank-you dialog states the rule', async ({ page }) => {
    await page.goto('/#booked');
    await expect(page.locator('#booked .contact-rule')).toHaveText(/4 working hours/);
    const link = page.locator('#booked .schedule-link');
    await expect(link).toHaveAttribute('href', 'https://cal.com/company/call?duration=30');
  });
});
