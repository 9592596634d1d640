import type { Locator, Page } from '@playwright/test';
import type { Booking } from '../../booking/booking.ts';
import { test as engineTest } from './engine-test.ts';
import { type FaultyNetwork, startFaultyNetwork } from './faulty-network.ts';
import { placeOf } from './layout.ts';
import { programAt } from './program.ts';
import { expect, fillForm, someBooking } from './visit.ts';
import { type Visitor, visitorIn } from './visitor.ts';

export { expect };

/**
 * A test of the specification, on a copy of the program without its desk. `page` is in Chromium, `visitor` in the
 * project's engine, and `landing` is a visitor on `/`. These are made once for all tests that only read them: `shown`
 * is `/` in Chromium, `sent` is what a page sends, and `journey` is what the engine shows during a booking. A title
 * that ends in @main runs in every engine.
 */
export const test = engineTest.extend<
  Record<'visitor' | 'landing', Reader>,
  {
    program: ReturnType<typeof programAt>;
    shown: Page;
    sent: Awaited<ReturnType<typeof visited>>;
    journey: Awaited<ReturnType<typeof journeyOf>>;
  }
>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) =>
      use(programAt(process.env.SPECIFIED_URL ?? '', process.env.SPECIFIED_DATA ?? '')),
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
      const visitor = readerIn(visitorIn(engine, network.url));
      await visitor.resize(1440, 900);
      await use(await journeyOf(visitor, network));
      await network.stop();
    },
    { scope: 'worker' },
  ],
  visitor: async ({ visitor }, use) => {
    await visitor.resize(1440, 900);
    await use(readerIn(visitor));
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

export type Reader = ReturnType<typeof readerIn>;

/** Asserts that a part of a page shows this text. Letter case and line breaks are ignored. */
export async function expectText(part: Locator, text: RegExp): Promise<void> {
  // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
  const seen = await part.innerText();
  expect(seen.replace(/\s+/g, ' ')).toMatch(new RegExp(text, 'i'));
}

/** A visitor with the actions and checks of the specification. */
function readerIn(visitor: Visitor) {
  const reader = {
    ...visitor,

    /** The visible text, in lower case and without line breaks. */
    async text(selector: string): Promise<string> {
      const text = await visitor.evaluate((all) => {
        const parts = [...document.querySelectorAll<HTMLElement>(all)];
        // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
        return parts.map(({ innerText }) => innerText).join('\n');
      }, selector);
      return text.toLowerCase().replace(/\s+/g, ' ');
    },

    /** Waits until exactly these texts are visible. */
    sees: (selector: string, texts: string[]) =>
      visitor.until(() => visitor.shown(selector), texts),

    /** Waits until this number of matches is visible. */
    counts: (selector: string, count: number) =>
      visitor.until(async () => (await visitor.shown(selector)).length, count),

    path: () => visitor.evaluate(() => location.pathname),

    /** Waits until the window's path has this value. */
    arrivesAt: (path: string) => visitor.until(() => reader.path(), path),

    /** Waits until the section is this far below the window's upper edge, in px. */
    scrollsTo: (id: string, px: number) => visitor.until(() => visitor.evaluate(placeOf, id), px),

    /** Types the booking into the open form. */
    async types({ name, company_name, email }: Booking): Promise<void> {
      await visitor.click('label', 'Name');
      await visitor.press(...name, 'Tab', ...company_name, 'Tab', ...email);
    },

    /** Waits until the form is submitting or not. */
    submits: (isSubmitting: boolean) =>
      visitor.until(
        () =>
          visitor.evaluate((it) => document.querySelector(it)?.matches(':disabled'), submitButton),
        isSubmitting,
      ),

    /** Opens and closes the button's menu twice. */
    async toggles(button: string, menu: string): Promise<void> {
      for (const count of [0, 1, 0, 1]) {
        await reader.counts(menu, count);
        await visitor.click(button);
      }
    },

    /** Waits for a modal alert with exactly this message. */
    isAlerted: (message: string) =>
      visitor.until(() => visitor.evaluate(messagesOf, alert), [message]),

    async closesAlert(): Promise<void> {
      await visitor.click(`${alert} :is(a, button)`, 'Close');
      await visitor.until(() => visitor.shown(alert), []);
    },
  };
  return reader;
}

/** A refused booking, the same booking again, and what the page shows at each moment. */
async function journeyOf(visitor: Reader, network: FaultyNetwork) {
  const booking = someBooking();
  await visitor.open('/book');
  await visitor.evaluate(() => {
    console.error = (...all) => {
      document.documentElement.dataset.said = all.join(' ');
    };
  });
  const moment = async () => ({
    button: await visitor.shown(submitButton),
    values: await visitor.shown(fields),
    disabled: await visitor.evaluate(
      (controls) => [...document.querySelectorAll(controls)].map((one) => one.matches(':disabled')),
      `${fields}, ${submitButton}`,
    ),
    banner: await visitor.shown('.banner'),
    text: await visitor.text('body'),
  });
  /** Sends the form, holds back the answer until the page shows that it waits, and returns that moment. */
  const send = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    network.hold = promise;
    await visitor.click(submitButton);
    await visitor.submits(true);
    const sending = await moment();
    resolve();
    return sending;
  };
  const idle = await moment();
  await visitor.types(booking);
  network.otherwise = { status: 400, body: JSON.stringify(realReason) };
  const sending = await send();
  await visitor.counts('.banner', 1);
  await visitor.submits(false);
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
  const thanked = { alerts: await visitor.evaluate(messagesOf, alert), path: await visitor.path() };
  await visitor.closesAlert();
  await visitor.until(async () => (await visitor.path()) === thanked.path, false);
  const path = await visitor.path();
  return { booking, idle, sending, failed, again, thanked, path };
}

/** The refused booking's answer: errors of the data interface and of other services of its client library. */
export const realReason = {
  message: 'the real reason',
  database: { code: '23502', details: 'a null value', hint: 'no hint', message: 'violates' },
  storage: { statusCode: '40404', message: 'no bucket' },
  functions: { name: 'FunctionsHttpError', context: 'non-2xx' },
  auth: ['Auth session missing!', 'invalid credentials', 'weak password', 'invalid token'],
};

/** Sends the form, and returns what the page sent. */
export async function submitted(page: Page) {
  const booking = someBooking();
  await page.goto('/book');
  await fillForm(page, booking);
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  const request = await posted;
  await expect(page.getByRole('alertdialog')).toBeVisible();
  const payload: unknown = request.postDataJSON();
  return {
    booking,
    payload,
    method: request.method(),
    url: request.url(),
    headers: request.headers(),
  };
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

/** The messages of the open modal dialogs among these. Runs in the page. */
function messagesOf(selector: string): (string | null | undefined)[] {
  return [...document.querySelectorAll(selector)]
    .filter((dialog) => dialog.matches(':modal'))
    .map((dialog) => document.getElementById(dialog.getAttribute('aria-labelledby') ?? ''))
    .map((message) => message?.textContent);
}
