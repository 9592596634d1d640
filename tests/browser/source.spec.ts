import { hero } from '../../content/en/landing.ts';
import { alerts } from '../../content/en/messages.ts';
import { submit } from '../support/network.ts';
import { expect, fillForm, someBooking, test } from '../support/visit.ts';

test('a request carries the source from the address or the previous site', async ({ page }) => {
  const visits: [address: string, referer: string | undefined, source: string][] = [
    ['/?from=fair-2026', undefined, 'fair-2026'],
    ['/?utm_source=fair-2026', 'https://www.google.de/', 'fair-2026--google'],
    ['/', undefined, 'direct'],
  ];
  for (const [address, referer, source] of visits) {
    await page.goto(address, referer === undefined ? {} : { referer });
    await page.getByRole('main').getByRole('link', { name: hero.secondAction }).first().click();
    await page.waitForURL(/\/book/);
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await fillForm(page, someBooking());
    await submit(page);
    expect((await posted).headers()['x-source']).toBe(source);
    await expect(page.getByText(alerts.booked)).toBeVisible();
  }
});

test('the source stays when the visitor changes the language', async ({ page }) => {
  await page.goto('/', { referer: 'https://www.google.de/' });
  await page.locator('a[hreflang="de"]').first().click();
  await page.waitForURL('/de?site=www.google.de');
  const link = page.getByRole('main').locator('[href*="/de/book"]').first();
  await expect(link).toHaveAttribute('href', /book\?site=www\.google\.de$/);
});
