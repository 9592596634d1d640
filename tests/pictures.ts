// npm run pictures: takes those in docs/pictures/ from the built site, as a visitor sees it.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { type Browser, chromium, type Page } from '@playwright/test';
import UPNG from 'upng-js';
import { colours } from '../content/colours.ts';
import { drawingNames } from '../scripts/content/rules.ts';
import { families, groupsOf, serialOf } from '../site/illustrations/specimen.ts';
import { browserArguments, findBrowser } from './support/browser.ts';
import { pauseMotionAt } from './support/motion.ts';
import { startProgram } from './support/program.ts';

const folder = path.resolve(import.meta.dirname, '../docs/pictures');

/** The widths are those at which the browser tests visit. */
const desktop = { width: 1440, height: 900 };
const tablet = { width: 768, height: 1024 };
const phone = { width: 390, height: 844 };

const pictures = [
  { name: 'first-view-1440', at: '/', viewport: desktop, whole: false },
  { name: 'landing-1440', at: '/', viewport: desktop, whole: true },
  { name: 'landing-768', at: '/', viewport: tablet, whole: true },
  { name: 'landing-390', at: '/', viewport: phone, whole: true },
  { name: 'book-1440', at: '/book', viewport: desktop, whole: false },
  { name: 'book-768', at: '/book', viewport: tablet, whole: false },
  { name: 'book-390', at: '/book', viewport: phone, whole: false },
];

/** Films of a first visit: on Lighthouse's slow phone, and on a phone and a desktop with a fast line. In milliseconds. */
const films = [
  {
    name: 'first-seconds-slow-phone',
    viewport: phone,
    // https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
    network: { latency: 562.5, kilobits: 1474.56 },
    slowdown: 4,
    moments: [600, 750, 900, 1100, 1400, 1600, 1900, 2500],
  },
  {
    name: 'first-seconds-fast-phone',
    viewport: phone,
    network: { latency: 20, kilobits: 20_000 },
    slowdown: 2,
    moments: [100, 200, 250, 300, 400, 500, 700, 1000],
  },
  {
    name: 'first-seconds-fast-desktop',
    viewport: desktop,
    network: { latency: 20, kilobits: 20_000 },
    slowdown: 1,
    moments: [100, 150, 200, 250, 300, 350, 400, 600],
  },
];

/** Of the way of a record, in milliseconds after a driver is chosen. */
const moments = [450, 1350, 2000, 2300, 3200, 4000];

/** Of the way of the token from page to page, which takes a quarter of a second. */
const travelMoments = [0, 15, 30, 45, 60, 90, 130, 249];

/** What is typed on /book, a frame each: the name, then the company. */
const typed = [
  ['', ''],
  ['A', ''],
  ['Ada', ''],
  ['Ada Lovelace', ''],
  ['Ada Lovelace', 'Analytical'],
  ['Ada Lovelace', 'Analytical Engine'],
  ['Ada Lovelace', 'Analytical Engines'],
  ['Ada Lovelace', 'Analytical Engines!'],
] as const;

/** Of two inks and a paper no eye tells more. */
const palette = 32;

const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments });
const program = await startProgram({ LOG_LEVEL: 'fatal' });
try {
  for (const picture of pictures) await take(browser, picture);
  for (const film of films) await takeFilm(browser, film);
  await takeRosettes(browser);
  await takeIcons(browser);
  await takeFrames(browser);
  await takeTravel(browser);
  await takeCertificate(browser);
} finally {
  await browser.close();
  await program.stop();
}

async function take(browser: Browser, { name, at, viewport, whole }: (typeof pictures)[number]) {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  await page.goto(program.url + at);
  await loadAll(page);
  await save(name, await screenshot(page, whole));
}

/** What a visitor sees of `/` and of `/book` at each moment, a row for each page. */
async function takeFilm(browser: Browser, film: (typeof films)[number]) {
  const rows: Image[][] = [];
  for (const at of ['/', '/book']) {
    const isMobile = film.viewport === phone;
    const context = await browser.newContext({
      viewport: film.viewport,
      hasTouch: isMobile,
      isMobile,
    });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const { latency, kilobits } = film.network;
    const throughput = (kilobits * 1024) / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: film.slowdown });
    const empty = await page.screenshot();
    const frames = [{ time: 0, data: empty.toString('base64') }];
    session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      frames.push({ time: (metadata.timestamp ?? 0) * 1000, data });
      void session.send('Page.screencastFrameAck', { sessionId });
    });
    // In PNG the taking itself would slow the page.
    await session.send('Page.startScreencast', { format: 'jpeg', quality: 85 });
    await page.goto(program.url + at);
    const begin = await page.evaluate(() => performance.timeOrigin);
    const end = Math.max(...film.moments);
    await page.waitForFunction((time) => performance.now() > time, end);
    await session.send('Page.stopScreencast');
    const row = film.moments.map((moment) => {
      const shown = frames.findLast(({ time }) => time <= begin + moment);
      return loadImage(Buffer.from(shown?.data ?? '', 'base64'));
    });
    rows.push(await Promise.all(row));
    await context.close();
  }
  await saveSheet(film.name, rows);
}

/** One rosette of each family, as the thanks show it, in three schemes of colour. */
async function takeRosettes(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 1360, height: 900 } });
  const drawings: string[] = [];
  for (let family = 0; family < families; family += 1) {
    const serial = (family + families * (family * 1_234_567 + 89)).toString(16).toUpperCase();
    await page.goto(program.url);
    await page.evaluate(
      (submitted) => Object.assign(sessionStorage, { submitted }),
      serial.padStart(10, '0'),
    );
    await page.evaluate(() => location.assign('#booked'));
    const drawing = page.locator('.kept-certificate');
    await drawing.waitFor();
    // Ids are unique in a document.
    drawings.push(
      (await drawing.evaluate((svg) => svg.outerHTML)).replaceAll('kept-', `k${family}-`),
    );
  }
  const styles = await page.locator('style').evaluateAll((all) => all.map((one) => one.outerHTML));
  const sheet = '<style>svg{float:left;width:12.5%;aspect-ratio:1}</style>';
  // On a page of its own, without the site's policy; cut to the rosette, without the paper round it.
  const cut = drawings.map((drawing) =>
    drawing.replace(/viewBox="[^"]*"/, 'viewBox="-1000 -1000 2000 2000"'),
  );
  await page.goto('about:blank');
  await page.setContent(styles.join('') + sheet + cut.join(''));
  await save('rosettes', await screenshot(page, true));
}

/** The sheet of all icons by their names, as large as in a card and as small as in the text. */
async function takeIcons(browser: Browser) {
  const { paper, ink, tint } = colours.light;
  const sizes = [64, 32, 24].map((size) => `<div style="width: ${size}px; height: ${size}px">`);
  const figures = drawingNames('icons').map(async (name) => {
    const file = path.resolve(import.meta.dirname, `../site/illustrations/icons/${name}.svg`);
    const drawing = await readFile(file, 'utf8');
    const drawings = sizes.map((box) => `${box}${drawing}</div>`).join('');
    return `<figure><div class="row">${drawings}</div>${name}</figure>`;
  });
  const page = await browser.newPage({ viewport: { width: 1000, height: 100 } });
  await page.setContent(`<style>
    body { display: grid; grid-template-columns: repeat(5, 1fr); gap: 28px 16px; margin: 32px;
      background: ${paper}; color: ${ink}; font: 14px monospace }
    figure { margin: 0 }
    .row { display: flex; align-items: end; gap: 12px; margin-bottom: 8px; color: ${tint} }
    .row > :first-child { --at-small: none; --at-large: currentColor }
    .row > :first-child svg { stroke-width: 0.9 }
  </style>${(await Promise.all(figures)).join('')}`);
  await save('icons', await screenshot(page, true));
}

async function screenshot(page: Page, whole: boolean): Promise<Uint8Array> {
  const taken = await page.screenshot({ fullPage: whole, animations: 'disabled', caret: 'hide' });
  await page.close();
  return taken;
}

/** The moments on one sheet: of the wide drawing in two rows, of the narrow one below in one. */
async function takeFrames(browser: Browser): Promise<void> {
  const rows: Image[][] = [];
  for (const viewport of [desktop, { ...phone, height: 2300 }]) {
    const page = await browser.newPage({ viewport, reducedMotion: 'no-preference' });
    await page.goto(program.url);
    await loadAll(page);
    const flow = page.locator('.flow');
    await flow.evaluate((it) => it.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await page.getByRole('radio').nth(4).click();
    await page.locator('.traveller').first().waitFor({ state: 'attached' });
    const frames: Image[] = [];
    for (const moment of moments) {
      await pauseMotionAt(page, moment);
      frames.push(await loadImage(await flow.screenshot()));
    }
    await page.close();
    rows.push(...(viewport === desktop ? [frames.slice(0, 3), frames.slice(3)] : [frames]));
  }
  await saveSheet('follow-a-record', rows);
}

/** The token on its way from / to /book, stopped at the moments, in two rows. */
async function takeTravel(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: desktop, reducedMotion: 'no-preference' });
  await page.goto(program.url);
  await loadAll(page);
  // The entrance is over.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline instanceof DocumentTimeline)
        .map(({ finished }) => finished),
    ).then(() => {}),
  );
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
  await page.locator('.hero .button').first().click();
  await page.waitForURL('**/book');
  const frames: Image[] = [];
  for (const moment of travelMoments) {
    await page.waitForFunction((time) => {
      const travelling = document.getAnimations().filter(({ effect }) => {
        const part = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
        return part?.startsWith('::view-transition');
      });
      for (const animation of travelling) {
        animation.pause();
        animation.currentTime = time;
      }
      return travelling.length;
    }, moment);
    // Not Playwright's own, which waits until the page may be changed.
    const { data } = await session.send('Page.captureScreenshot');
    frames.push(await loadImage(Buffer.from(data, 'base64')));
  }
  await page.close();
  await saveSheet('token-travels', [frames.slice(0, 4), frames.slice(4)]);
}

/** The certificate beside the form as its words are typed, in two rows. */
async function takeCertificate(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: desktop, reducedMotion: 'reduce' });
  await page.goto(`${program.url}/book`);
  await loadAll(page);
  const frames: Image[] = [];
  for (const words of typed) {
    const [name, company] = words;
    await page.locator('#name').fill(name);
    await page.locator('#company_name').fill(company);
    const serial = name && groupsOf((await serialOf(words)) ?? '');
    await page.locator(serial ? `.certificate[aria-label*="${serial}"]` : '.token').waitFor();
    await page.evaluate(
      () => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))),
    );
    frames.push(await loadImage(await page.screenshot({ caret: 'hide' })));
  }
  await page.close();
  await saveSheet('certificate', [frames.slice(0, 4), frames.slice(4)]);
}

/** Frames in rows on one sheet. */
async function saveSheet(name: string, rows: Image[][]): Promise<void> {
  const margin = 24;
  const scaled = rows.map((frames) => {
    const width = (2000 - margin) / frames.length - margin;
    return frames.map((image) => ({ image, width, height: (image.height / image.width) * width }));
  });
  const heights = scaled.map(([first]) => (first?.height ?? 0) + margin);
  const sheet = createCanvas(2000, margin + heights.reduce((sum, height) => sum + height, 0));
  const context = sheet.getContext('2d');
  context.fillStyle = colours.light.paper;
  context.fillRect(0, 0, sheet.width, sheet.height);
  let top = margin;
  for (const [row, frames] of scaled.entries()) {
    for (const [column, { image, width, height }] of frames.entries())
      context.drawImage(image, margin + column * (width + margin), top, width, height);
    top += heights[row] ?? 0;
  }
  await save(name, sheet.toBuffer('image/png'));
}

/** With few colours. */
async function save(name: string, taken: Uint8Array): Promise<void> {
  const { width, height, ...image } = UPNG.decode(Uint8Array.from(taken).buffer);
  const frames = UPNG.toRGBA8({ width, height, ...image });
  const file = path.join(folder, `${name}.png`);
  const bytes = Buffer.from(UPNG.encode(frames, width, height, palette));
  await writeFile(file, bytes);
  console.log(`${file}: ${width} x ${height}, ${Math.round(bytes.length / 1000)} KB`);
}

/** What is far below the first view is loaded only when it is near. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) {
      image.loading = 'eager';
      await image.decode();
    }
    await document.fonts.ready;
  });
}
