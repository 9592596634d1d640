import { type Browser, chromium, type Page } from '@playwright/test';
import { alteredFigure, records } from '../../content/en/demonstrations.ts';
import { sections } from '../../content/en/landing.ts';
import { bookingForm, controls, share } from '../../content/en/messages.ts';
import { findChromium } from '../../scripts/test-browsers.ts';
import { browserArguments } from '../support/browser.ts';
import { fillForm, someBooking } from '../support/visit.ts';
import { barePage } from './paints.ts';
import { type Comparison, compareOne } from './ratio.ts';
import { startBare, startBuilt } from './servers.ts';
import { openSlowPhone } from './slow-phone.ts';

interface Press {
  what: string;
  path: string;
  prepare?: (page: Page) => Promise<void>;
  press: (page: Page) => Promise<void>;
}

const openMenu = (page: Page) => page.getByRole('button', { name: controls.menu }).tap();
const submit = (page: Page) => page.getByRole('button', { name: bookingForm.submit }).tap();
const moreButton = (page: Page) => page.getByRole('button', { name: alteredFigure.more.name });
const alter = (page: Page) => moreButton(page).tap();
const driver = (page: Page) => page.getByRole('radio').nth(4);
const nameField = (page: Page) => page.getByLabel(bookingForm.labels.name, { exact: true });

/** A popover that opens on the bare page. */
const popover: Press = { what: 'opens a popover', path: '/', press: openMenu };

const presses: Press[] = [
  { what: 'opens the menu', path: '/', press: openMenu },
  {
    what: 'chooses a section',
    path: '/',
    prepare: openMenu,
    press: (page) => page.locator('#menu').getByRole('link', { name: sections[2].name }).tap(),
  },
  {
    what: 'opens Share',
    path: '/',
    prepare: (page) => shareButton(page).scrollIntoViewIfNeeded(),
    press: (page) => shareButton(page).tap(),
  },
  {
    what: 'follows a driver’s record',
    path: '/',
    async prepare(page) {
      await page.getByRole('radio').nth(1).tap();
      await page.getByText(records.samples[1].record).first().waitFor();
    },
    press: (page) => driver(page).tap(),
  },
  {
    what: 'alters a figure',
    path: '/',
    async prepare(page) {
      await alter(page);
      await page.getByText(alteredFigure.broken).waitFor();
    },
    press: alter,
  },
  {
    what: 'touches a driver first',
    path: '/',
    prepare: (page) => driver(page).scrollIntoViewIfNeeded(),
    press: (page) => driver(page).tap(),
  },
  {
    what: 'touches the figure first',
    path: '/',
    prepare: (page) => moreButton(page).scrollIntoViewIfNeeded(),
    press: alter,
  },
  { what: 'submits the empty form', path: '/book', press: submit },
  {
    what: 'types a name',
    path: '/book',
    prepare: (page) => nameField(page).tap(),
    // Type at a person's speed. The seal is drawn after typing.
    async press(page) {
      await page.keyboard.type('Ada Lovelace', { delay: 60 });
      await page.getByRole('img', { name: 'Ada Lovelace' }).waitFor();
    },
  },
  {
    what: 'submits the form',
    path: '/book',
    async prepare(page) {
      await fillForm(page, someBooking());
      // Do not answer the request, so that the page stays open.
      await page.route('**/booking_requests*', () => {});
    },
    press: submit,
  },
];

/**
 * The longest of three times from a press or a key to the next paint, compared with a popover that opens on a bare
 * page. The simulated phone's processor is four times slower. Scrolling to the control, which draws that part of the
 * page, happens before the press.
 */
export async function comparePresses(runs: number): Promise<Comparison[]> {
  const executablePath = findChromium();
  await using browser = await chromium.launch({ executablePath, args: browserArguments });
  await using built = await startBuilt();
  await using bare = await startBare(barePage);
  const comparisons: Comparison[] = [];
  for (const press of presses) {
    const pressed = () => worstOf(browser, built.url, press);
    const opened = () => worstOf(browser, bare.url, popover);
    comparisons.push(...(await compareOne(press.what, 'ms', runs, pressed, opened)));
  }
  return comparisons;
}

async function worstOf(browser: Browser, url: string, press: Press): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 3; run++) times.push(await timeOf(browser, url, press));
  return Math.max(...times);
}

/** In milliseconds. The browser rounds to 8 (https://www.w3.org/TR/event-timing/). */
async function timeOf(browser: Browser, url: string, { path, prepare, press }: Press) {
  const { context, page } = await openSlowPhone(browser);
  await page.goto(url + path);
  await page.evaluate(() => document.fonts.ready);
  await prepare?.(page);
  await settled(page);
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    const note = ({ duration }: PerformanceEntry) => times.push(duration);
    const options = { type: 'event', durationThreshold: 16 };
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe(options);
  });
  await press(page);
  await settled(page);
  const times: number[] = await page.evaluate(() => Reflect.get(window, 'times') ?? []);
  await context.close();
  return Math.max(16, ...times);
}

/** Waits for two idle periods, each after a frame. The page has then finished and reported its work. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 2; turn++) {
      await new Promise(requestAnimationFrame);
      await new Promise((resolve) => requestIdleCallback(resolve));
    }
  });
}

const shareButton = (page: Page) => page.getByRole('button', { name: share.button, exact: true });
