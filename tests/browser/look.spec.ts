import type { Page } from '@playwright/test';
import { brand } from '../../content/brand.ts';
import { architecture, join, questions } from '../../content/en/landing.ts';
import { alerts, bookingForm, share } from '../../content/en/messages.ts';
import { brokenWords, coveringHeads, cutOff } from '../support/layout.ts';
import { expect, test, thank } from '../support/visit.ts';

/** German words are the longest. */
const pages = ['/de', '/de/book', '/nowhere'];

/** What visitors change, its style, and window widths in px. */
const changes = [
  ['scrollbars', '', [320, 390, 768, 1920]],
  ['200 % text', ':root { font-size: 200% }', [1440, 320]],
  [
    'the text spacing of WCAG 1.4.12',
    `* { line-height: 1.5 !important; letter-spacing: .12em !important;
      word-spacing: .16em !important } p { margin-bottom: 2em !important }`,
    [390],
  ],
] as const;

test('keeps everything in the window from 320 to 1920 px, with scrollbars and larger text', async ({
  page,
}) => {
  for (const address of pages) {
    await page.goto(address);
    for (const [change, style, widths] of changes) {
      await setStyle(page, style);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 600 });
        const visible = await page.evaluate(() => document.documentElement.clientWidth);
        if (address === '/de') expect(visible).toBeLessThan(width);
        expect(await cutOff(page), `${address} at ${width} px with ${change}`).toEqual([]);
      }
    }
  }
  for (const address of ['/', '/book']) {
    await page.setViewportSize({ width: 320, height: 600 });
    await page.goto(address);
    await setStyle(page, changes.map(([, style]) => style).join(' '));
    expect(await cutOff(page), `${address} with all changes`).toEqual([]);
  }
});

test('covers no part of a section with its heading, wherever the page is scrolled', async ({
  page,
}) => {
  await page.goto('/');
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await coveringHeads(page), `at ${width} px`).toEqual([]);
  }
});

test('breaks no word at 200 % text, under a header of at most 72 px', async ({ page }) => {
  for (const address of ['/book', '/']) {
    await page.goto(address);
    await setStyle(page, ':root { font-size: 200% }');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await brokenWords(page), `${address} at ${width} px`).toEqual([]);
    }
  }
  const header = await page.getByRole('banner').boundingBox();
  expect(header?.height).toBeLessThanOrEqual(72);
  // At these sizes the menu has the link to the form, as at 390 px with larger browser text.
  await page.setViewportSize({ width: 320, height: 900 });
  const mark = await page.getByRole('banner').locator('.seal').boundingBox();
  expect(mark?.width).toBeGreaterThanOrEqual(16);
});

test('opens the thank-you dialog at its heading, even if it is longer than the window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/');
  await thank(page);
  await expect(page.getByRole('heading', { name: alerts.booked })).toBeInViewport();
});

test('nothing moves on its own for more than five seconds, or at all with reduced motion', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // Paused at the first frame, because on a busy machine they would end before they are
  // counted.
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
  await page.goto('/');
  expect(await running(page)).not.toEqual([]);
  for (const seconds of await running(page)) expect(seconds).toBeLessThanOrEqual(5);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => running(page)).toEqual([]);
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
});

test('prints a leaflet with every answer and the booking address, without controls', async ({
  page,
  baseURL,
}) => {
  await page.goto('/');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner').getByRole('link')).toHaveText([brand.name]);
  await expect(page.getByText(join.action, { exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: share.button })).toBeHidden();
  await expect(page.getByText(`${bookingForm.title}: ${baseURL}/book`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: architecture.title })).toBeVisible();
  const answered = questions.entries.filter(({ answer }) => answer !== '');
  const answers = page.locator('.questions details p');
  await expect(answers).toHaveCount(answered.length);
  for (const answer of await answers.all()) await expect(answer).toBeVisible();

  await page.goto('/book');
  await expect(page.getByText(`${baseURL}/book`, { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByText(`${baseURL}/book`, { exact: true })).toBeHidden();
});

test('every fallback font that a style names has its rule', async ({ page }) => {
  await page.goto('/');
  const [named, ruled] = await page.evaluate(() => {
    const styles = getComputedStyle(document.documentElement);
    const families = ['--display', '--text', '--mono'].map((name) => styles.getPropertyValue(name));
    const faces = [...document.fonts].map(({ family }) => family.replaceAll('"', ''));
    return [families.join().match(/[^",]*Fallback[^",]*/g) ?? [], faces];
  });
  expect(named.length).toBeGreaterThan(0);
  expect(ruled).toEqual(expect.arrayContaining(named));
});

/** Applies a style to the open page, instead of the one before. The page's policy allows it. */
async function setStyle(page: Page, style: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, style);
}

/** The length of each time-based animation, in seconds. */
async function running(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ timeline }) => timeline instanceof DocumentTimeline)
      .map(({ effect }) => Number(effect?.getComputedTiming().endTime) / 1000),
  );
}
