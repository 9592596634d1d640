import type { Page, Request } from '@playwright/test';
import { chromium } from '@playwright/test';
import { startProgram } from '../support/program.ts';
import { expect, fillForm, someBooking, test } from '../support/visit.ts';

const thanks = 'Thank you for your interest. We will contact you shortly.';
const island = '**/assets/islands-*.js';

test.describe('@desktop what the form sends', () => {
  test('is the three fields, the public key, and a key that belongs to its words', async ({
    page,
  }) => {
    const limited = await startProgram({ RATE_LIMIT_REQUESTS: '1' });
    const posts = watchPosts(page);
    const booking = someBooking();
    await page.goto(`${limited.url}/book`);
    await fillForm(page, booking);
    await submit(page);
    await expect(page.getByText(thanks)).toBeVisible();

    const second = someBooking();
    await page.goto(`${limited.url}/book`);
    await fillForm(page, second);
    await failToSubmit(page);
    await failToSubmit(page);
    await page.getByLabel('Company Name').fill('Another Bakery');
    await failToSubmit(page);

    const [first, tried, triedAgain, corrected] = posts;
    expect(first?.postDataJSON()).toEqual(booking);
    expect(first?.headers()).toMatchObject({ apikey: 'public-client-key' });
    expect(first?.headers()).not.toHaveProperty('authorization');
    const key = (request: Request | undefined) => request?.headers()['idempotency-key'];
    expect(key(first)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(key(triedAgain)).toBe(key(tried));
    expect(key(tried)).not.toBe(key(first));
    expect(key(corrected)).not.toBe(key(tried));
    await limited.stop();
  });

  test('goes to another data interface, with a bearer where the key is a token', async ({
    page,
    browser,
  }) => {
    const PUBLIC_KEY = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmF0dXJl';
    const other = await startProgram({ PUBLIC_KEY });
    const front = await startProgram({
      PUBLIC_KEY,
      BACKEND_URL: `${other.url}/rest/v1`,
      SEND_IDEMPOTENCY_KEY: 'false',
    });
    const posts = watchPosts(page);
    const booking = someBooking();
    await page.goto(`${front.url}/book`);
    await expect(page.locator('form')).not.toHaveAttribute('action');
    await fillForm(page, booking);
    await submit(page);
    await expect(page).toHaveURL(`${front.url}/`);
    expect(await other.bookingsFrom(booking.email)).toMatchObject([booking]);
    expect(await front.bookingsFrom(booking.email)).toEqual([]);
    expect(posts[0]?.headers()).toMatchObject({ authorization: `Bearer ${PUBLIC_KEY}` });
    expect(posts[0]?.headers()).not.toHaveProperty('idempotency-key');

    const withoutScript = await browser.newContext({ javaScriptEnabled: false });
    const plain = await withoutScript.newPage();
    await plain.goto(`${front.url}/book`);
    await expect(plain.locator('form')).toBeHidden();
    await expect(plain.getByText('Please write to us instead').getByRole('link')).toBeVisible();
    await withoutScript.close();

    await page.route(island, (route) => route.abort());
    await page.goto(`${front.url}/book`);
    await fillForm(page, someBooking());
    await submit(page);
    const instead = page.getByRole('group', { name: 'Please write to us instead' });
    await expect(instead).toBeVisible();
    await expect(instead).toBeFocused();
    await front.stop();
    await other.stop();
  });
});

test('@desktop the island comes when the page is idle, and with the first touch where it never is', async ({
  page,
}) => {
  const woken = () => page.waitForRequest(island);
  await Promise.all([woken(), page.goto('/book')]);
  await page.addInitScript(() => {
    const requestIdleCallback = () => Object.assign(window, { wished: true });
    Object.assign(window, { requestIdleCallback });
  });
  for (const touch of [
    () => page.getByLabel('Email Address').focus(),
    () => page.getByLabel('Name', { exact: true }).dispatchEvent('keydown'),
    () => page.getByLabel('Company Name').dispatchEvent('pointerdown'),
  ]) {
    const asked: string[] = [];
    const note = (request: Request) => asked.push(request.url());
    page.on('request', note);
    await page.goto('/book');
    await page.waitForFunction(() => 'wished' in window);
    expect(asked.filter((url) => url.endsWith('.js'))).toEqual([]);
    page.off('request', note);
    await Promise.all([woken(), touch()]);
  }
});

test('@desktop holds a submit until a slow island wakes, and makes it once', async ({
  page,
  program,
}) => {
  const booking = someBooking();
  const posts = watchPosts(page);
  const gate = Promise.withResolvers<void>();
  await page.route(island, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto('/book', { waitUntil: 'domcontentloaded' });
  await fillForm(page, booking);
  await submit(page);
  await expect(page.locator('[data-island]')).toHaveAttribute('inert');
  expect(posts).toHaveLength(0);
  gate.resolve();
  await expect(page.getByText(thanks)).toBeVisible();
  expect(posts).toHaveLength(1);
  expect(await program.bookingsFrom(booking.email)).toHaveLength(1);
});

const broken: [how: string, island: { body: string } | undefined][] = [
  ['cannot be loaded', undefined],
  ['cannot be parsed', { body: '}{' }],
];
for (const [how, response] of broken) {
  test(`@desktop lets the form post itself where the island ${how}`, async ({
    page,
    program,
    faults,
  }) => {
    await page.route(island, (route) =>
      response ? route.fulfill({ ...response, contentType: 'text/javascript' }) : route.abort(),
    );
    const booking = someBooking();
    const tried = page.waitForRequest(island);
    await page.goto('/book');
    await tried;
    await fillForm(page, booking);
    await submit(page);
    await expect(page.getByText(thanks)).toBeVisible();
    expect(await program.bookingsFrom(booking.email)).toHaveLength(1);
    expect(faults.every((fault) => fault.includes('Unexpected token'))).toBe(true);
    faults.length = 0;
  });
}

test('@desktop leaves the focus with who types when the island wakes on a page that came with a failure', async ({
  page,
}) => {
  const limited = await startProgram({ RATE_LIMIT_REQUESTS: '1' });
  let gate: Promise<void> | undefined;
  await page.route(island, async (route) => {
    if (!gate) return route.abort();
    await gate;
    return route.continue();
  });
  await postNatively(page, limited.url);
  await expect(page).toHaveURL(`${limited.url}/`);

  await page.goto(`${limited.url}/book`);
  await fillForm(page, someBooking());
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  await submit(page);
  await expect(page.locator('.banner')).toBeFocused();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('');
  await name.pressSequentially('Zo');
  resolve();
  await expect
    .poll(() => page.locator('[data-island]').evaluate((root: HTMLElement) => root.onsubmit))
    .toBeNull();
  await page.keyboard.type('e');
  await expect(name).toHaveValue('Zoe');
  await limited.stop();
});

test('wakes on a page that came with a failure, with the words exactly as they were typed', async ({
  page,
  program,
}) => {
  const words = {
    name: `"'></script><!-- &quot; \\u003c \\" \\`,
    company_name: "$& $1 $' {name} \u2028 \u0001 🏳️‍🌈",
    email: '"'.repeat(1_000),
  };
  await page.goto(`${program.url}/book`);
  await fillForm(page, words);
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  // Past the island and the browser's own checks.
  await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
  expect((await answer).status()).toBe(400);
  const root = page.locator('[data-island]');
  await expect.poll(() => root.evaluate((island: HTMLElement) => island.onsubmit)).toBeNull();
  await expect(page.locator('.banner')).toBeFocused();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(words.name);
  await expect(page.getByLabel('Company Name')).toHaveValue(words.company_name);
  await expect(page.getByLabel('Email Address')).toHaveValue(words.email);
  const { failed } = JSON.parse((await root.getAttribute('data-props')) ?? '');
  expect(failed).toEqual(words);
});

test('@desktop comes back idle and empty from the bfcache after a success', async ({
  program,
  launchOptions,
}) => {
  // Playwright turns the cache off unless told otherwise.
  const browser = await chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const page = await browser.newPage();
  await page.goto(`${program.url}/book`);
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => {
      document.title = persisted ? 'from the cache' : 'made anew';
    }),
  );
  await fillForm(page, someBooking());
  await submit(page);
  await expect(page.getByText(thanks)).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveTitle('from the cache');
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled();
  await expect(page.getByLabel('Email Address')).toHaveValue('');
  const booking = someBooking();
  await fillForm(page, booking);
  await submit(page);
  await expect.poll(() => program.bookingsFrom(booking.email)).toHaveLength(1);
  await browser.close();
});

function watchPosts(page: Page): Request[] {
  const posts: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request);
  });
  return posts;
}

async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit Request' }).click();
}

async function postNatively(page: Page, url: string) {
  const tried = page.waitForEvent('requestfailed');
  await page.goto(`${url}/book`);
  await tried;
  await fillForm(page, someBooking());
  await submit(page);
}

async function failToSubmit(page: Page) {
  const refused = page.waitForResponse((response) => response.status() === 429);
  await submit(page);
  await refused;
  await expect(page.locator('.banner')).toBeVisible();
}
