import { chromium, type Page } from '@playwright/test';
import { bookingFields, fieldRules } from '../../booking/booking.ts';
import { alerts, bookingForm, controls, nextSteps } from '../../content/en/messages.ts';
import { expect, fillForm, someBooking, test, thank } from '../support/visit.ts';

const submit = (page: Page) => page.getByRole('button', { name: bookingForm.submit });
const field = (page: Page, name: keyof typeof bookingForm.labels) =>
  page.getByLabel(bookingForm.labels[name], { exact: true });

test('@desktop says its offer and books where pictures and fonts are blocked', async ({
  page,
  faults,
}) => {
  // Of every kind and address, `data:` too.
  await page.route(/\/(book)?$/, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    headers['content-security-policy'] += ", img-src 'none'; font-src 'none'";
    await route.fulfill({ response, headers });
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('term').first()).toBeInViewport();
  const token = page.locator('.token-ring').first();
  expect(await token.evaluate((ring: HTMLImageElement) => ring.naturalWidth)).toBe(0);
  await page.getByRole('main').getByRole('link', { name: bookingForm.title }).first().click();
  await fillForm(page, someBooking());
  await submit(page).click();
  await expect(page.getByText(alerts.booked)).toBeVisible();
  expect(faults.filter((fault) => !/(img|font)-src/.test(fault))).toEqual([]);
  faults.length = 0;
});

test('thanks in a dialog over the still page, closed by its button, by Escape and by a click beside it', async ({
  page,
}) => {
  await page.goto('/');
  const dialog = page.getByRole('alertdialog', { name: alerts.booked });
  const ways = [
    () => dialog.getByRole('link', { name: controls.close }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 300),
  ];
  for (const close of ways) {
    await thank(page);
    await expect(dialog.getByRole('listitem')).toHaveText(
      nextSteps.steps.map(({ title }, index) => (index === 0 ? nextSteps.arrived : title)),
    );
    await page.mouse.wheel(0, 500);
    await page.keyboard.press('PageDown');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await close();
    await expect(dialog).toBeHidden();
  }
});

test('@desktop thanks nobody who only opened the address, but where nothing can be stored', async ({
  page,
}) => {
  await page.goto('/#booked');
  await expect(page).toHaveURL('/');
  await expect(page.locator('#booked')).toBeHidden();

  await page.addInitScript(() => Object.defineProperty(window, 'sessionStorage', { value: null }));
  await page.goto('about:blank');
  await page.goto('/#booked');
  await expect(page.getByText(alerts.booked)).toBeVisible();
});

test('@desktop counts characters as the server does, and cuts none', async ({ page, program }) => {
  const { email } = someBooking();
  const { max } = fieldRules.company_name;
  await page.goto('/book');
  const long = { name: '🪙'.repeat(fieldRules.name.max), company_name: 'é'.repeat(max + 1) };
  const invisible = '\u200b\u3164';
  await fillForm(page, { ...someBooking(), ...long, name: invisible, email: 'not an address' });
  await submit(page).click();
  await expect(page.locator('input:invalid')).toHaveCount(3);
  await field(page, 'name').fill(long.name);
  await field(page, 'email').fill(email);
  await submit(page).click();
  await expect(page.locator('input:invalid')).toHaveAttribute('name', 'company_name');
  await expect(field(page, 'company_name')).toHaveAttribute(
    'title',
    bookingForm.length.replace('{max}', String(max)),
  );
  await expect(field(page, 'company_name')).toHaveValue(long.company_name);

  await field(page, 'company_name').fill(`  ${'é'.repeat(max)} `);
  await submit(page).click();
  await expect(page.getByText(alerts.booked)).toBeVisible();
  expect(program.bookingsFrom(email)).toMatchObject([
    { name: long.name, company_name: 'é'.repeat(max) },
  ]);
});

test('@whole comes back from the bfcache as it was left, idle and empty after a success', async ({
  program,
  launchOptions,
}) => {
  const browser = await chromium.launch({
    ...launchOptions,
    // Playwright turns the cache off unless told otherwise.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const page = await browser.newPage({ baseURL: program.url });
  await page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset.persisted = '';
    }),
  );
  await page.goto('/');
  await page.goto('/book');
  await back(page);
  await expect(page.locator('html')).toHaveAttribute('data-persisted');
  await page.goto('/book');
  const booking = someBooking();
  await fillForm(page, booking);
  await submit(page).click();
  await expect(page.getByText(alerts.booked)).toBeVisible();
  await back(page);
  await expect(page.locator('html')).toHaveAttribute('data-persisted');
  await expect(submit(page)).toBeEnabled();
  for (const name of bookingFields) await expect(field(page, name)).toHaveValue('');
  expect(program.bookingsFrom(booking.email)).toHaveLength(1);
  await browser.close();
});

/** Playwright waits for a load that a page from the bfcache does not have. */
async function back(page: Page) {
  await page.evaluate(() => history.back()).catch(() => {});
}
