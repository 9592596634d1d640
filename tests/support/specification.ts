import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Booking } from '../../booking/booking.ts';
import { copyProgramInto } from './copied-program.ts';
import { test as engineTest } from './engine-test.ts';
import { placeOf } from './layout.ts';
import { type programAt, startProgram } from './program.ts';
import { expect, fillForm, someBooking } from './visit.ts';
import type { Visitor } from './visitor.ts';

export { expect };

/**
 * A test of the specification, on a copy of the program without its desk. `page` is in Chromium, `visitor` in the
 * project's engine, and `landing` is a visitor on `/`. `shown` is `/` in Chromium, opened once for all tests that only
 * read it. A title that ends in @main runs in every engine.
 */
export const test = engineTest.extend<
  Record<'visitor' | 'landing', Reader>,
  { program: ReturnType<typeof programAt>; shown: Page }
>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'core-'));
      copyProgramInto(folder, { more: ['dist'], less: 'server/desk' });
      const program = await startProgram({ RATE_LIMIT_REQUESTS: '0' }, folder);
      await use(program);
      await program.stop();
      rmSync(folder, { recursive: true });
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

    /** Waits until the window's path has this value. */
    arrivesAt: (path: string) =>
      visitor.until(() => visitor.evaluate(() => location.pathname), path),

    /** Waits until the section is this far below the window's upper edge, in px. */
    scrollsTo: (id: string, px: number) => visitor.until(() => visitor.evaluate(placeOf, id), px),

    /** Opens the form and types the booking. */
    async types({ name, company_name, email }: Booking): Promise<void> {
      await visitor.open('/book');
      await visitor.evaluate(() => {
        console.error = (...all) => {
          document.documentElement.dataset.said = all.join(' ');
        };
      });
      await visitor.click('label', 'Name');
      await visitor.press(...name, 'Tab', ...company_name, 'Tab', ...email);
    },

    async sends(booking: Booking): Promise<void> {
      await reader.types(booking);
      await visitor.press('Enter');
    },

    /** The last error that the page has written to the console since the booking was typed. */
    console: () => visitor.evaluate(() => document.documentElement.dataset.said ?? ''),

    /** Whether each of the three fields and the button is disabled. */
    disabled: () =>
      visitor.evaluate(
        (controls) =>
          [...document.querySelectorAll(controls)].map((control) => control.matches(':disabled')),
        `${fields}, ${submitButton}`,
      ),

    async isIdle(): Promise<void> {
      await reader.sees(submitButton, ['Submit Request']);
      expect(await reader.disabled()).toEqual([false, false, false, false]);
    },

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
