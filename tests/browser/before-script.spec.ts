import { expect, expectRows, failed, soon, submit, test, thanks } from '../support/network.ts';
import { fillForm, someBooking } from '../support/visit.ts';

test.describe('@desktop before the script', () => {
  test('submit waits for a slow one and is done once', async ({ page, network, program }) => {
    const booking = someBooking();
    const { promise, resolve } = Promise.withResolvers<void>();
    network.island = promise;
    await page.goto('/book', { waitUntil: 'domcontentloaded' });
    await fillForm(page, booking);
    await page.getByRole('button', { name: 'Submit Request' }).dblclick();
    await expect(page.locator('[data-held]')).toBeVisible();
    expect(network.posts).toEqual([]);
    resolve();
    await expect(page.getByText(thanks)).toBeVisible();
    expect(network.posts).toHaveLength(1);
    await expectRows(program, booking.email, 1);
  });

  test('a submit that waited has the focus again', async ({ page, network }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    network.island = promise;
    network.otherwise = 'hang';
    await page.goto('/book', { waitUntil: 'domcontentloaded' });
    await fillForm(page, someBooking());
    const button = page.locator('[type=submit]');
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('body')).toBeFocused();
    // Before React disables it, which is the browser's matter.
    await button.evaluate((element) => {
      element.addEventListener('focus', () => element.setAttribute('data-seen', ''), {
        once: true,
      });
    });
    resolve();
    await expect(button).toHaveText('Submitting...');
    await expect(button).toHaveAttribute('data-seen');
    await page.clock.runFor(5_000);
  });

  test('the time that a submit waited counts among the 30 seconds', async ({ page, network }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    network.island = promise;
    network.otherwise = 'hang';
    await page.goto('/book', { waitUntil: 'domcontentloaded' });
    await fillForm(page, someBooking());
    const start = await page.evaluate(() => performance.now());
    await submit(page);
    await page.clock.runFor(9_000);
    resolve();
    await expect.poll(() => network.posts.length).toBe(1);
    await page.clock.runFor(11_000);
    await expect.poll(() => network.posts.length).toBe(2);
    await page.clock.runFor(8_000);
    await expect(page.getByText(failed)).toBeVisible();
    expect(await page.evaluate((start) => performance.now() - start, start)).toBeLessThan(30_000);
  });

  test('the form posts itself where it never comes', async ({ page, network, program }) => {
    const booking = someBooking();
    network.island = 'hang';
    await page.goto('/book', { waitUntil: 'domcontentloaded' });
    await fillForm(page, booking);
    await page.getByRole('button', { name: 'Submit Request' }).dblclick();
    await page.clock.fastForward(10_000);
    await expect(page.getByText(thanks)).toBeVisible();
    expect(network.posts).toHaveLength(1);
    await expectRows(program, booking.email, 1);
  });
});

test('@desktop a form that is posting itself is not sent again by a script that comes late', async ({
  page,
  network,
  program,
}) => {
  const booking = someBooking();
  const { promise, resolve } = Promise.withResolvers<void>();
  network.island = promise;
  network.fates = ['hang after'];
  const awake = Promise.withResolvers<boolean>();
  await page.exposeFunction('tellAwake', awake.resolve);
  await page.addInitScript(() => {
    const tell = Reflect.get(window, 'tellAwake');
    const told = ({ target }: Event) =>
      queueMicrotask(() => tell(target instanceof HTMLElement && target.inert));
    addEventListener('awake', told, true);
  });
  await page.goto('/book', { waitUntil: 'domcontentloaded' });
  await fillForm(page, booking);
  await submit(page);
  await page.clock.fastForward(10_000);
  await expect.poll(() => network.posts.length).toBe(1);
  resolve();
  expect(await awake.promise).toBe(true);
  expect(network.posts).toHaveLength(1);
  await expectRows(program, booking.email, 1);
});

test.describe('@desktop an old browser', () => {
  // A browser without Trusted Types does not enforce them either.
  test.use({ bypassCSP: true });

  for (const island of ['pass', 'hang'] as const) {
    const how = island === 'pass' ? 'books' : 'posts the form itself without the script,';
    test(`${how} without an error`, async ({ page, network, program, faults }) => {
      await page.addInitScript(forgetNewApis);
      network.island = island;
      network.fates = island === 'pass' ? ['cut after'] : [];
      await page.goto('/');
      await page.getByRole('link', { name: 'BOOK A CALL', exact: true }).click();
      expect(await page.evaluate(() => 'locks' in navigator || 'randomUUID' in crypto)).toBe(false);
      const booking = someBooking();
      await fillForm(page, booking);
      await submit(page);
      await soon(page, thanks);
      expect(new Set(network.posts.map(({ key }) => key)).size).toBe(1);
      await expectRows(program, booking.email, 1);
      expect(faults).toEqual([]);
    });
  }
});

/** What came to browsers after 2020, and what plain HTTP or a refusal takes away. */
function forgetNewApis() {
  const gone: [object, string[]][] = [
    [window, ['trustedTypes', 'IntersectionObserver', 'requestIdleCallback', 'localStorage']],
    [Navigator.prototype, ['locks', 'clipboard', 'onLine']],
    [Crypto.prototype, ['randomUUID', 'subtle']],
    [AbortSignal, ['timeout', 'any']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover', 'inert']],
    [HTMLFormElement.prototype, ['requestSubmit']],
    [HTMLButtonElement.prototype, ['popoverTargetElement', 'popoverTargetAction']],
    [Document.prototype, ['prerendering']],
  ];
  for (const [object, names] of gone) {
    for (const name of names) Reflect.deleteProperty(object, name);
  }
}
