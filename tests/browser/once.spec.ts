import { chromium } from '@playwright/test';
import { expect, expectRows, submit, test, thanks } from '../support/network.ts';
import { fillForm, someBooking } from '../support/visit.ts';

test.describe('@desktop one row is stored', () => {
  test('for a double click, and for Enter pressed twice', async ({ page, network, program }) => {
    const [clicked, entered] = [someBooking(), someBooking()];
    await page.goto('/book');
    await fillForm(page, clicked);
    await page.getByRole('button', { name: 'Submit Request' }).dblclick();
    await expect(page.getByText(thanks)).toBeVisible();
    await page.goto('/book');
    await fillForm(page, entered);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page.getByText(thanks)).toBeVisible();
    expect(network.posts).toHaveLength(2);
    await expectRows(program, clicked.email, 1, 'double click');
    await expectRows(program, entered.email, 1, 'Enter twice');
  });

  test('for a reload while it is being sent, before the commit or after it', async ({
    page,
    network,
    program,
  }) => {
    for (const fate of ['hang', 'hang after'] as const) {
      const booking = someBooking();
      network.posts.length = 0;
      network.fates = [fate];
      await page.goto('/book');
      await fillForm(page, booking);
      await submit(page);
      await expect.poll(() => network.posts.length).toBe(1);
      await page.reload();
      await expect(page.getByRole('status')).toHaveText(thanks);
      await expect(page.getByLabel('Email Address')).toHaveValue('');
      expect(network.posts).toHaveLength(2);
      expect(network.posts[1]).toEqual(network.posts[0]);
      await expectRows(program, booking.email, 1, fate);
    }
  });

  test('for Back and Forward while it is being sent', async ({
    network,
    program,
    launchOptions,
  }) => {
    // Playwright turns the cache off unless told otherwise.
    const browser = await chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    const page = await browser.newPage({ baseURL: network.url });
    await page.clock.install();
    const booking = someBooking();
    network.fates = ['hang'];
    await page.goto('/');
    await page.goto('/book');
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => {
        document.title = persisted ? 'from the cache' : 'made anew';
      }),
    );
    await fillForm(page, booking);
    await submit(page);
    await expect.poll(() => network.posts.length).toBe(1);
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL('/');
    await page.evaluate(() => history.forward());
    await expect(page).toHaveURL('/book');
    await expect(page).toHaveTitle('from the cache');
    await page.clock.fastForward(10_000);
    await page.clock.fastForward(1_000);
    await expect(page.getByText(thanks)).toBeVisible();
    await expectRows(program, booking.email, 1);
    await browser.close();
  });
});
