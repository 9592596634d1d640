import { legal } from '../../content/de/legal.ts';
import { bookingForm, controls } from '../../content/de/messages.ts';
import { sales } from '../support/inbox.ts';
import { startProgram } from '../support/program.ts';
import { expect, fillForm, someBooking, test as visit } from '../support/visit.ts';
import { webhookSecret } from '../support/webhook-receiver.ts';

const contact = 'security@provider.org';

const test = visit.extend<object, object>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const program = await startProgram({
        LANGUAGES: 'de',
        CONTACT_EMAIL: contact,
        INBOX_USERS: sales,
        WEBHOOK_URL: 'https://crm.example/hooks',
        WEBHOOK_SECRET: webhookSecret,
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

// One server for all tests.
test.describe.configure({ mode: 'default' });

test('the page states the rule, and the thank-you dialog the exact deadline in the visitor’s time', async ({
  page,
}) => {
  // It is the evening before two days off and a weekend in Berlin.
  await page.clock.setFixedTime(Date.UTC(2026, 11, 23, 20));
  await page.goto('/book');
  const rule = page.locator('.contact-rule');
  await expect(rule.filter({ visible: true })).toHaveText(/4 Arbeitsstunden/);
  const booking = someBooking();
  await fillForm(page, booking, bookingForm.labels);
  await page.locator('.booking-form [type=submit]').click();
  await expect(rule.filter({ visible: true }).last()).toHaveText(/Montag, 21:00/);
  const link = page.locator('#booked .schedule-link');
  const values = { duration: '30', name: booking.name, email: booking.email };
  const url = new URL((await link.getAttribute('href')) ?? '');
  expect(Object.fromEntries(url.searchParams)).toEqual(values);
  await page.getByRole('alertdialog').getByRole('link', { name: controls.close }).click();
  await expect(page).toHaveURL('/');
});

test('the first language of LANGUAGES has its pages at /, and no other one leaves a trace', async ({
  request,
}) => {
  for (const path of ['/en', '/en/book']) expect((await request.get(path)).status()).toBe(404);
  const trace = /hreflang=|\/en["/]|-en\.|lang="en"/i;
  for (const path of ['/', '/book', '/nowhere', '/sitemap.xml', '/robots.txt'])
    expect(await (await request.get(path)).text(), path).not.toMatch(trace);
  expect(await (await request.get('/book')).text()).toContain('<html lang="de"');
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });
  test('the thank-you dialog states the rule', async ({ page }) => {
    await page.goto('/#booked');
    await expect(page.locator('#booked .contact-rule')).toHaveText(/4 Arbeitsstunden/);
    const link = page.locator('#booked .schedule-link');
    await expect(link).toHaveAttribute('href', 'https://cal.com/company/call?duration=30');
  });
});

test('inbox and webhook have their points in the privacy notice, and the page no link to the inbox', async ({
  page,
}) => {
  const { points } = legal.privacy;
  const term = points.find((one) => 'when' in one && one.when === 'inbox')?.term ?? '';
  await page.goto('/book');
  await expect(page.locator('.privacy dt').filter({ hasText: term })).toHaveCount(1);
  await expect(page.locator('.privacy').getByText('crm.example')).toHaveCount(1);
  expect(await page.content()).not.toContain('/inbox');
});

test('security.txt names the contact and has not expired', async ({ request }) => {
  const response = await request.get('/.well-known/security.txt');
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  for (const line of [
    `Contact: mailto:${contact}`,
    `Canonical: ${response.url()}`,
    'Preferred-Languages: de',
  ])
    expect(text.split('\n')).toContain(line);
  const left = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '') - Date.now();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(366 * 24 * 3600 * 1000);
});
