import type { Request } from '@playwright/test';
import { alerts, bookingForm } from '../../content/en/messages.ts';
import { expect, soon, submit, submitButton, test } from '../support/network.ts';
import { startProgram } from '../support/program.ts';
import { fillForm, someBooking } from '../support/visit.ts';

const script = '**/assets/islands-*.js';

test('@desktop the script comes when the page is idle, and with the first touch where it never is', async ({
  page,
}) => {
  await Promise.all([page.waitForRequest(script), page.goto('/book')]);
  await page.addInitScript(() => {
    const requestIdleCallback = () => Object.assign(window, { wished: true });
    Object.assign(window, { requestIdleCallback });
  });
  for (const touch of [
    () => page.locator('#email').focus(),
    () => page.locator('#name').dispatchEvent('keydown'),
    () => page.locator('#company_name').dispatchEvent('pointerover'),
  ]) {
    const asked: string[] = [];
    const note = (request: Request) => asked.push(request.url());
    page.on('request', note);
    await page.goto('/book');
    await page.waitForFunction(() => 'wished' in window);
    expect(asked.filter((url) => url.includes('/islands-'))).toEqual([]);
    page.off('request', note);
    await Promise.all([page.waitForRequest(script), touch()]);
  }
});

test('@desktop a form that is submitted before its script comes posts itself', async ({
  page,
  network,
  program,
}) => {
  const booking = someBooking();
  const { promise, resolve } = Promise.withResolvers<void>();
  network.island = promise;
  await page.goto('/book', { waitUntil: 'domcontentloaded' });
  await fillForm(page, booking);
  await submitButton(page).click();
  await expect(page.getByText(alerts.booked)).toBeVisible();
  resolve();
  expect(network.posts).toHaveLength(1);
  expect(program.bookingsFrom(booking.email)).toHaveLength(1);
});

const broken: [how: string, fault: { body: string } | undefined][] = [
  ['is blocked', undefined],
  ['cannot be parsed', { body: '}{' }],
];
for (const [how, fault] of broken) {
  test(`@desktop posts itself if the script ${how}`, async ({ page, network, program, faults }) => {
    await page.route(script, (route) =>
      fault ? route.fulfill({ ...fault, contentType: 'text/javascript' }) : route.abort(),
    );
    const booking = someBooking();
    await page.goto('/book');
    await fillForm(page, booking);
    await submitButton(page).click();
    await expect(page.getByText(alerts.booked)).toBeVisible();
    expect(network.posts).toHaveLength(1);
    expect(program.bookingsFrom(booking.email)).toHaveLength(1);
    expect(faults.every((fault) => fault.includes('Unexpected token'))).toBe(true);
    faults.length = 0;
  });
}

test('@desktop in front of another data interface the mail link replaces the form without a script', async ({
  page,
  browser,
  program,
}) => {
  const BACKEND_URL = `${program.url}/rest/v1`;
  const site = await startProgram({ BACKEND_URL });
  const booking = someBooking();
  await page.goto(`${site.url}/book`);
  await fillForm(page, booking);
  await submit(page);
  await expect(page).toHaveURL(`${site.url}/`);
  expect(program.bookingsFrom(booking.email)).toHaveLength(1);

  const withoutScript = await browser.newContext({ javaScriptEnabled: false });
  const plain = await withoutScript.newPage();
  await plain.goto(`${site.url}/book`);
  await expect(plain.locator('form')).toBeHidden();
  await expect(plain.getByText(bookingForm.withoutScript).getByRole('link')).toBeVisible();
  await withoutScript.close();

  await page.route(script, (route) => route.abort());
  await page.goto(`${site.url}/book`);
  await expect(page.getByRole('group', { name: bookingForm.withoutScript })).toBeVisible();
  await expect(submitButton(page)).toBeDisabled();
  await site.stop();
});

test('@desktop a page that came with a failure is hydrated with its values exactly, and takes no focus', async ({
  page,
  network,
}) => {
  const values = {
    ...someBooking(),
    name: `"'></script><!-- &quot; \\u003c \\" \\`,
    company_name: "$& $1 $' {name} \u2028 \u0001 🏳️‍🌈",
    email: '"'.repeat(300),
  };
  await page.goto('/book');
  await fillForm(page, values);
  const { promise, resolve } = Promise.withResolvers<void>();
  network.island = promise;
  // Past the island and the browser's own checks.
  await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByRole('group', { name: bookingForm.failed })).toBeFocused();
  await page.locator('#name').fill(`${values.name}!`);
  resolve();
  await expect(page.locator('[data-island=booking-form]')).toHaveAttribute('data-hydrated');
  await expect(page.locator('#name')).toBeFocused();
  await expect(page.locator('#name')).toHaveValue(`${values.name}!`);
  await expect(page.locator('#company_name')).toHaveValue(values.company_name);
  await expect(page.locator('#email')).toHaveValue(values.email);
});

test.describe('@desktop an old browser', () => {
  // A browser without Trusted Types does not enforce them either.
  test.use({ bypassCSP: true });

  test('books without an error', async ({ page, network, program }) => {
    await page.addInitScript(forgetNewApis);
    network.outcomes = ['cut after'];
    await page.goto('/book', { waitUntil: 'domcontentloaded' });
    const booking = someBooking();
    await fillForm(page, booking);
    await submit(page);
    await soon(page, network, alerts.booked);
    expect(program.bookingsFrom(booking.email)).toHaveLength(1);
  });
});

/** What came to browsers after 2020, and what plain HTTP takes away. */
function forgetNewApis() {
  const gone: [object, string[]][] = [
    [window, ['trustedTypes', 'requestIdleCallback']],
    [Navigator.prototype, ['clipboard', 'onLine']],
    [Crypto.prototype, ['randomUUID', 'subtle']],
    [AbortSignal, ['timeout', 'any']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover', 'inert']],
    [HTMLFormElement.prototype, ['requestSubmit']],
  ];
  for (const [object, names] of gone) {
    for (const name of names) Reflect.deleteProperty(object, name);
  }
}

test.describe('whatever script the markup names', () => {
  test.use({ bypassCSP: true });

  for (const trusts of [true, false])
    test(`@desktop the page runs its own alone, ${trusts ? 'with' : 'without'} Trusted Types`, async ({
      page,
    }) => {
      await page.addInitScript((keeps) => {
        if (!keeps) Reflect.deleteProperty(window, 'trustedTypes');
        const { trustedTypes } = window;
        const createPolicy = trustedTypes?.createPolicy.bind(trustedTypes);
        if (trustedTypes && createPolicy)
          trustedTypes.createPolicy = (name, rules) => {
            Object.assign(window, { rules });
            return createPolicy(name, rules);
          };
      }, trusts);
      await page.goto('/');
      await page.evaluate(() => {
        for (const root of document.querySelectorAll('[data-island]'))
          root.setAttribute('data-script', '/assets/../evil.js');
      });
      await Promise.all([
        page.waitForRequest(script),
        page.locator('[data-island]').first().dispatchEvent('pointerover'),
      ]);
      const inserted = page.locator('script[src]');
      await expect(inserted).toHaveCount(1);
      await expect(inserted).toHaveAttribute('src', /^\/assets\/islands-[\w-]+\.js$/);
      const own = await inserted.getAttribute('src');
      const admitted = await page.evaluate(
        (paths) => {
          const rules = Reflect.get(window, 'rules');
          return paths.map((path) => rules?.createScriptURL(path) ?? null);
        },
        [own ?? '', '/assets/../x', `${own}?x`, `${own}/../x.js`, '/assets/x.js'],
      );
      expect(admitted).toEqual(trusts ? [own, '', '', '', ''] : Array(5).fill(null));
    });
});
