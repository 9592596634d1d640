import type { Locator, Page } from '@playwright/test';
import { alerts, bookingForm } from '../../content/messages.ts';
import { expect, fillForm, someBooking, test } from '../support/visit.ts';

const controls = 'a[href],button,input,summary';

for (const width of [320, 1440]) {
  test(`@desktop every control is a target of 24 px and is called what it says, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const address of ['/', '/book', '/nowhere', '/#booked']) {
      await page.goto(address);
      await check(page.locator(controls));
    }
    await page.goto('/');
    await page.getByRole('button', { name: 'Share' }).click();
    await check(page.locator('#share').locator(controls));
    if (width < 896) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await check(page.locator('#menu').locator(controls));
    }
    await page.goto('/book');
    await page.getByText('How we use your details').click();
    await check(page.locator('details').locator(controls));
  });
}

test('@desktop the landmarks of each page', async ({ page }) => {
  for (const [address, header, navigation] of [
    ['/', 1, 2],
    ['/book', 0, 0],
    ['/nowhere', 0, 0],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page.getByRole('contentinfo')).toHaveCount(1);
    await expect(page.getByRole('banner')).toHaveCount(header);
    await expect(page.getByRole('navigation')).toHaveCount(navigation);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
});

test('@desktop the fields say what a browser may fill in', async ({ page }) => {
  await page.goto('/book');
  const tokens = { Name: 'name', 'Company Name': 'organization', 'Email Address': 'email' };
  for (const [label, token] of Object.entries(tokens)) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('autocomplete', token);
    await expect(field).toHaveAccessibleName(label);
  }
});

test('the browser itself says whether a menu is open', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('[aria-expanded],[aria-haspopup]')).toHaveCount(0);
  for (const name of ['Menu', 'Share']) {
    const button = page.getByRole('button', { name });
    if (!(await button.isVisible())) continue;
    expect(await property(page, name, 'expanded')).toBe(false);
    await button.click();
    expect(await property(page, name, 'expanded')).toBe(true);
    await button.click();
    expect(await property(page, name, 'expanded')).toBe(false);
  }
});

test('@desktop a failure and a success are announced by the focus, and not by a live region too', async ({
  page,
}) => {
  await page.route('**/booking_requests*', (route) => route.fulfill({ status: 400 }));
  await page.goto('/book');
  await fillForm(page, someBooking());
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('group', { name: bookingForm.failed })).toBeFocused();
  expect(await property(page, bookingForm.failed, 'focused')).toBe(true);
  expect(await property(page, bookingForm.failed, 'live')).toBeUndefined();

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('alertdialog', { name: alerts.booked })).toBeFocused();
  expect(await property(page, alerts.booked, 'focused')).toBe(true);
  expect(await property(page, alerts.booked, 'live')).toBeUndefined();
});

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
      const words = element instanceof HTMLInputElement ? element.labels?.[0] : element;
      const unseen = [...(words?.querySelectorAll('.visually-hidden') ?? [])];
      const label = (words?.textContent ?? '').replace(
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

/** A property of the one of this name in the tree that the browser gives to a screen reader. */
async function property(page: Page, name: string, wanted: string): Promise<unknown> {
  // The browser makes the tree anew while parts of the page are let in.
  let properties: Awaited<ReturnType<typeof propertiesOf>>;
  await expect
    .poll(async () => {
      properties = await propertiesOf(page, name);
      return properties;
    }, name)
    .toBeDefined();
  return properties?.find((one) => one.name === wanted)?.value.value;
}

async function propertiesOf(page: Page, name: string) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.find(
    (one) => !one.ignored && one.name?.value === name && one.role?.value !== 'StaticText',
  )?.properties;
}
