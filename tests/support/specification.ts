import type { Locator, Page } from '@playwright/test';
import { type EngineName, explainMissing, isMissing } from '../../scripts/test-browsers.ts';
import { startChromium } from './chromium.ts';
import { type FaultyNetwork, startFaultyNetwork } from './faulty-network.ts';
import { startFirefox } from './firefox.ts';
import { programAt } from './program.ts';
import { expect, fillForm, provideNetwork, someBooking, withProgram } from './visit.ts';
import { type Engine, type Visitor, visitorIn } from './visitor.ts';
import { startWebKit } from './webkit.ts';

export { expect };

const starts = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };

interface Tools {
  present: undefined;
  /** A network that the test controls, in front of the program. */
  network: FaultyNetwork;
  /** A visitor in the project's engine. */
  visitor: Visitor;
  /** The same on `/`. */
  landing: Visitor;
}

/** Made once for all tests that only read them. */
interface Shared {
  engineName: EngineName;
  engine: Engine;
  /** `/` and `/book` in Chromium. */
  shown: Page;
  form: Page;
  /** What a page sends. */
  sent: Awaited<ReturnType<typeof visited>>;
  /** What the engine shows during a booking. */
  journey: Awaited<ReturnType<typeof journeyOf>>;
}

/**
 * A test of the specification, on a copy of the program without its desk. A title that ends in @main runs in every
 * engine; `page` is always in Chromium.
 */
export const test = withProgram.extend<Tools, Shared>({
  // Not a hook, because a hook would belong only to the first file that imports this one.
  present: [
    async ({ engineName }, use, { skip }) => {
      skip(engineName !== 'chromium' && isMissing(engineName), explainMissing([engineName]));
      await use(undefined);
    },
    { auto: true },
  ],
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) =>
      use(programAt(process.env.SPECIFIED_URL ?? '', process.env.SPECIFIED_DATA ?? '')),
    { scope: 'worker' },
  ],
  engineName: ['chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await starts[engineName]();
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker' },
  ],
  shown: [
    async ({ browser, program }, use) => {
      const page = await browser.newPage();
      await page.goto(program.url);
      await use(page);
    },
    { scope: 'worker' },
  ],
  form: [
    async ({ browser, program }, use) => {
      const page = await browser.newPage();
      await page.goto(`${program.url}/book`);
      await use(page);
    },
    { scope: 'worker' },
  ],
  sent: [
    async ({ browser, program }, use) => {
      const page = await browser.newPage({ baseURL: program.url });
      await use(await visited(page));
      await page.close();
    },
    { scope: 'worker' },
  ],
  journey: [
    async ({ engine, program }, use) => {
      const network = await startFaultyNetwork(program.url);
      const visitor = visitorIn(engine, network.url);
      await visitor.resize(1440, 900);
      await use(await journeyOf(visitor, network));
      await network.stop();
    },
    { scope: 'worker' },
  ],
  network: provideNetwork,
  baseURL: async ({ network }, use) => use(network.url),
  visitor: async ({ engine, network }, use, { annotations }) => {
    annotations.push({ type: 'engine', description: engine.version });
    await engine.resize(1440, 900);
    await use(visitorIn(engine, network.url));
    // If the network stopped while a page is loading, the next test's visit would fail too.
    await engine.open('about:blank');
  },
  landing: async ({ visitor }, use) => {
    await visitor.open('/');
    await use(visitor);
  },
});

/** Adds each point that a section leaves open, and the product's choice, to the report. There is nothing to test. */
export function leaveOpen(open: Record<string, string>): void {
  for (const [sentence, description] of Object.entries(open)) {
    // biome-ignore lint/suspicious/noSkippedTests: only listed in the report
    test.skip(sentence, { annotation: { type: 'open', description } }, () => {});
  }
}

export const submitButton = '[type=submit]';
export const fields = '.field input';
export const menuButton = '[popovertarget=menu]';
export const shareButton = '[popovertarget=share]';
const alert = 'dialog[role=alertdialog]';

/** Asserts that a part of a page shows this text. Letter case and line breaks are ignored. */
export async function expectText(part: Locator, text: RegExp): Promise<void> {
  // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
  const seen = await part.innerText();
  expect(seen.replace(/\s+/g, ' ')).toMatch(new RegExp(text, 'i'));
}

/** A refused booking, the same booking again, and what the page shows at each moment. */
async function journeyOf(visitor: Visitor, network: FaultyNetwork) {
  const booking = someBooking();
  await visitor.open('/book');
  await visitor.evaluate(() => {
    console.error = (...all) => {
      document.documentElement.dataset.said = all.join(' ');
    };
  });
  const disabled = () =>
    visitor.evaluate(
      (controls) => [...document.querySelectorAll(controls)].map((one) => one.matches(':disabled')),
      `${fields}, ${submitButton}`,
    );
  const moment = async () => ({
    button: await visitor.shown(submitButton),
    values: await visitor.shown(fields),
    disabled: await disabled(),
    banner: await visitor.shown('.banner'),
    text: await visitor.text('body'),
  });
  /** Sends the form, holds back the answer until the page shows that it waits, and returns that moment. */
  const send = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    network.hold = promise;
    await visitor.click(submitButton);
    await visitor.counts(`${submitButton}:disabled`, 1);
    const sending = await moment();
    resolve();
    return sending;
  };
  const idle = await moment();
  await visitor.types(booking);
  network.otherwise = { status: 400, body: JSON.stringify(realReason) };
  const sending = await send();
  await visitor.counts('.banner', 1);
  await visitor.counts(`${submitButton}:enabled`, 1);
  const failed = {
    ...(await moment()),
    console: await visitor.evaluate(() => document.documentElement.dataset.said ?? ''),
    isBannerAbove: await visitor.evaluate((inputs) => {
      const [banner, field] = ['.banner', inputs].map((selector) =>
        document.querySelector(selector)?.getBoundingClientRect(),
      );
      return Number(banner?.bottom) <= Number(field?.top);
    }, fields),
  };
  network.otherwise = 'pass';
  const again = await send();
  await visitor.counts(alert, 1);
  const thanked = { alerts: await visitor.alerts(), path: await visitor.path() };
  await visitor.click(`${alert} :is(a, button)`, 'Close');
  await visitor.sees(alert, []);
  await visitor.until(async () => (await visitor.path()) === thanked.path, false);
  return { booking, idle, sending, failed, again, thanked, path: await visitor.path() };
}

/** The refused booking's answer: errors of the data interface and of other services of its client library. */
export const realReason = {
  message: 'the real reason',
  database: { code: '23502', details: 'a null value', hint: 'no hint', message: 'violates' },
  storage: { statusCode: '40404', message: 'no bucket' },
  functions: { name: 'FunctionsHttpError', context: 'non-2xx' },
  auth: ['Auth session missing!', 'invalid credentials', 'weak password', 'invalid token'],
};

/** Sends the form, and returns the request. */
export async function submitted(page: Page) {
  const booking = someBooking();
  await page.goto('/book');
  await fillForm(page, booking);
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  const request = await posted;
  await expect(page.getByRole('alertdialog')).toBeVisible();
  return { booking, request };
}

/** Shares and books, and returns what the pages sent. */
async function visited(page: Page) {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const calls = watchCalls(page);
  await page.goto('/');
  await page.locator(shareButton).click();
  await page.getByRole('button', { name: 'Instagram' }).click();
  await page.getByRole('link', { name: 'Close' }).click();
  return { ...(await submitted(page)), requested, calls };
}

/** Records the requests of the page's scripts from now on. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const isCall = ['fetch', 'xhr', 'websocket', 'eventsource', 'ping'];
    if (isCall.includes(request.resourceType())) calls.push(request.url());
  });
  return calls;
}
