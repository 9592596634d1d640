import type { Locator } from '@playwright/test';
import { legal } from '../../content/legal.ts';
import { controls as labels } from '../../content/messages.ts';
import { share } from '../../content/share.ts';
import { expect, test, thank } from '../support/visit.ts';

const controls = 'a[href],button,input,summary';

for (const width of [320, 1440]) {
  test(`@desktop every control is a target of 24 px and is called what it says, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const address of ['/book', '/nowhere', '/']) {
      await page.goto(address);
      await check(page.locator(controls));
    }
    await page.getByRole('button', { name: share.button }).click();
    await check(page.locator('#share').locator(controls));
    if (width < 896) {
      await page.getByRole('button', { name: labels.menu }).click();
      await check(page.locator('#menu').locator(controls));
    }
    await thank(page);
    await check(page.locator('#booked').locator(controls));
    await page.goto('/book');
    await page.getByText(legal.privacy.title).click();
    await check(page.locator('details').locator(controls));
  });
}

/** WCAG 2.5.8, which spares links in a sentence, and 2.5.3. */
async function check(all: Locator) {
  for (const control of await all.all()) {
    // What is inert nobody meets: the field for those who fill in everything.
    const isInert = await control.evaluate((element) => element.closest('[inert]') !== null);
    if (isInert || !(await control.isVisible())) continue;
    const { width, height, inSentence, label } = await control.evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      const around = (element.parentElement?.textContent ?? '').trim();
      const inSentence =
        getComputedStyle(element).display === 'inline' && around !== element.textContent?.trim();
      const named = element instanceof HTMLInputElement ? element.labels?.[0] : element;
      const unseen = [...(named?.querySelectorAll('.visually-hidden') ?? [])];
      const label = (named?.textContent ?? '').replace(
        unseen.map(({ textContent }) => textContent).join(''),
        '',
      );
      return { width, height, inSentence, label: label.replace(/\s+/g, ' ').trim() };
    });
    if (!inSentence) expect(Math.min(width, height), label).toBeGreaterThanOrEqual(24);
    await expect(control).toHaveAccessibleName(/\S/);
    await expect(control).toHaveAccessibleName(new RegExp(RegExp.escape(label), 'i'));
  }
}
