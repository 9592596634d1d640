import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { type Booking, bookingFields } from '../../booking/booking.ts';
import { bookingForm, share } from '../../content/en/messages.ts';
import { ada } from './ada.ts';
import { type FaultyNetwork, startFaultyNetwork } from './faulty-network.ts';
import { programAt, startProgram } from './program.ts';

/** The built server that the set-up has started for all workers: in all languages, without a limit on bookings. */
const shared = programAt(process.env.SHARED_URL ?? '', process.env.SHARED_DATA ?? '');

/** A test with the shared server. A test file can extend it with another server. */
export const withProgram = base.extend<object, { program: typeof shared }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  program: [async ({}, use) => use(shared), { scope: 'worker' }],
});

/** A network in front of the program, for one test. */
export async function provideNetwork(
  { program }: { program: typeof shared },
  use: (network: FaultyNetwork) => Promise<void>,
) {
  const network = await startFaultyNetwork(program.url);
  await use(network);
  await network.stop();
}

/**
 * A test that visits the built site and fails if there are `faults`, such as policy violations, errors and requests to
 * other hosts.
 */
export const test = withProgram.extend<{ faults: string[] }>({
  baseURL: async ({ program }, use) => use(program.url),
  faults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      watch(page, faults);
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

function watch(page: Page, faults: string[]) {
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted|Refused/i.test(message.text())) {
      faults.push(`console: ${message.text()}`);
    }
  });
  page.on('request', (request) => {
    // The test's other programs are also on localhost.
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== 'mailto:' && hostname !== 'localhost')
      faults.push(`foreign: ${request.url()}`);
  });
}

/** A phone, with touch. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A booking that is unique in this run. It has no digits, because tests search pages for digits. */
export function someBooking() {
  const digits = /\d/g;
  const letterOf = (digit: string) => 'ghijklmnop'.charAt(Number(digit));
  const unique = crypto.randomUUID().slice(0, 8).replaceAll(digits, letterOf);
  return {
    ...ada,
    name: `Visitor ${unique}`,
    company_name: `Bakery ${unique}`,
    email: `${unique}@bakery.example`,
  };
}

export async function fillForm(page: Page, booking: Booking, labels: Booking = bookingForm.labels) {
  for (const field of bookingFields)
    await page.getByLabel(labels[field], { exact: true }).fill(booking[field]);
}

/** Opens the thank-you dialog on the open page `/`, as after a native post. */
export async function thank(page: Page) {
  await page.evaluate(() => {
    location.hash = 'booked';
  });
  await expect(page.locator('#booked')).toBeFocused();
}

/** Stops the open page from copying, as in some browsers. */
export async function refuseToCopy(page: Page) {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
}

/** Holds back the islands' script until the returned function is called. */
export async function holdIslands(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/islands-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Records every text of the element from now on. The returned function reads them. */
export async function noteTexts(live: Locator): Promise<() => Promise<string[]>> {
  await live.evaluate((element) => {
    const told: string[] = [];
    Object.assign(window, { told });
    const note = () => told.push(element.textContent ?? '');
    const options = { childList: true, characterData: true, subtree: true };
    new MutationObserver(note).observe(element, options);
  });
  return () => live.page().evaluate(() => Reflect.get(window, 'told'));
}

export function shareName(id: (typeof share.options)[number]['id']): string {
  return share.options.find((option) => option.id === id)?.name ?? '';
}

/** Serves the form for another data interface, and damages it as a rewriting proxy could. */
export async function openBrokenForm(page: Page) {
  const site = await startProgram({ BACKEND_URL: 'https://data.example/rest/v1' });
  await page.route(`${site.url}/book`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('class="status soft"', '');
    await route.fulfill({ response: answer, body });
  });
  await page.goto(`${site.url}/book`);
  return site;
}

/** Every string of the content, except properties with a name in `besides`. */
export function textsIn(content: unknown, besides = /^$/): string[] {
  if (typeof content === 'string') return [content];
  return Object.entries(content ?? {}).flatMap(([key, part]) =>
    besides.test(key) ? [] : textsIn(part, besides),
  );
}
