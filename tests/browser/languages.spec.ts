import { brand } from '../../content/brand.ts';
import { ada } from '../support/ada.ts';
import { expect, test } from '../support/visit.ts';

const [first, ...others]: readonly [string, ...string[]] = brand.languages;

for (const language of others) {
  test.describe(`in ${language}`, () => {
    test('both pages and the error screen use it, and each links to the first language and back', async ({
      page,
      baseURL,
    }) => {
      const { hero, bookingForm, errorScreen } = await textsIn(language);
      const pages: [path: string, original: string, heading: string][] = [
        [`/${language}`, '/', hero.title],
        [`/${language}/book`, '/book', bookingForm.title],
      ];
      for (const [path, original, heading] of pages) {
        await page.goto(original);
        const link = page.getByRole('contentinfo').getByRole('link', { name: nameOf(language) });
        await expect(link).toHaveAttribute('hreflang', language);
        await link.click();
        await expect(page).toHaveURL(`${baseURL}${path}`);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
        for (const [code, address] of Object.entries({
          [language]: path,
          [first]: original,
          'x-default': original,
        }))
          await expect(page.locator(`link[hreflang="${code}"]`)).toHaveAttribute(
            'href',
            `${baseURL}${address}`,
          );
        await page
          .getByRole('contentinfo')
          .getByRole('link', { name: nameOf(first) })
          .click();
        await expect(page).toHaveURL(`${baseURL}${original}`);
      }
      const missing = await page.goto(`/${language}/nowhere`);
      expect(missing?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(errorScreen.title);
      expect((await page.goto(`/${language}/`))?.url()).toBe(`${baseURL}/${language}`);
    });

    for (const javaScriptEnabled of [true, false]) {
      const how = javaScriptEnabled ? 'by script' : 'without a script';

      test.describe(how, () => {
        test.use({ javaScriptEnabled });

        test('a booking is refused and accepted in this language', async ({ page, baseURL }) => {
          const { bookingForm, alerts, controls } = await textsIn(language);
          await page.goto(`/${language}/book`);
          await page.getByLabel(bookingForm.labels.name, { exact: true }).fill(ada.name);
          await page.getByLabel(bookingForm.labels.email).fill(ada.email);
          // Turn off the browser's validation.
          await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
          await page.getByRole('button', { name: bookingForm.submit }).click();
          await expect(page.getByText(bookingForm.failed)).toBeVisible();
          await page
            .getByLabel(bookingForm.labels.company_name, { exact: true })
            .fill(ada.company_name);
          await page.getByRole('button', { name: bookingForm.submit }).click();
          const thanks = page.getByRole('alertdialog', { name: alerts.booked });
          await thanks.getByRole('link', { name: controls.close }).click();
          await expect.poll(() => page.url().replace(/#.*/, '')).toBe(`${baseURL}/${language}`);
        });
      });
    }
  });
}

/** The language's own name. */
function nameOf(language: string): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? '';
}

async function textsIn(language: string) {
  const landing: typeof import('../../content/en/landing.ts') = await import(
    `../../content/${language}/landing.ts`
  );
  const messages: typeof import('../../content/en/messages.ts') = await import(
    `../../content/${language}/messages.ts`
  );
  return { ...landing, ...messages };
}
