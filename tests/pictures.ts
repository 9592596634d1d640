// npm run pictures: takes the pictures for README.md and docs/content-reference.md from the built site.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import UPNG from 'upng-js';
import { drawingNames } from '../scripts/content/rules.ts';
import { findChromium } from '../scripts/test-browsers.ts';
import { colours } from '../site/colours.ts';
import { browserArguments } from './support/browser.ts';
import { startProgram } from './support/program.ts';

const folder = path.resolve(import.meta.dirname, '../docs/pictures');

/** With two inks and a paper, more colours make no visible difference. */
const palette = 32;

const browser = await chromium.launch({ executablePath: findChromium(), args: browserArguments });
const program = await startProgram();
try {
  await takeLanding(browser, 'first-view-1440', false);
  await takeLanding(browser, 'landing-1440', true);
  await takeIcons(browser);
} finally {
  await browser.close();
  await program.stop();
}

async function takeLanding(browser: Browser, name: string, whole: boolean) {
  const viewport = { width: 1440, height: 900 };
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  await page.goto(program.url);
  await loadAll(page);
  await save(name, await screenshot(page, whole));
}

/** The sheet of all icons with their names, in the size of cards and larger. */
async function takeIcons(browser: Browser) {
  const { paper, ink, tint } = colours.light;
  const sizes = [64, 44].map((size) => `<div style="width: ${size}px; height: ${size}px">`);
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
    svg { stroke-width: 0.82 }
  </style>${(await Promise.all(figures)).join('')}`);
  await save('icons', await screenshot(page, true));
}

async function screenshot(page: Page, whole: boolean): Promise<Uint8Array> {
  const taken = await page.screenshot({ fullPage: whole, animations: 'disabled', caret: 'hide' });
  await page.close();
  return taken;
}

/** Reduces the number of colours. */
async function save(name: string, taken: Uint8Array): Promise<void> {
  const { width, height, ...image } = UPNG.decode(Uint8Array.from(taken).buffer);
  const frames = UPNG.toRGBA8({ width, height, ...image });
  const file = path.join(folder, `${name}.png`);
  const bytes = Buffer.from(UPNG.encode(frames, width, height, palette));
  await writeFile(file, bytes);
  console.log(`${file}: ${width} x ${height}, ${Math.round(bytes.length / 1000)} KB`);
}

/** Scrolls, because pictures far below load only when they are near. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Playwright hides the scrollbar, but not the space for it.
    document.documentElement.style.scrollbarGutter = 'auto';
    for (const image of document.images) {
      image.loading = 'eager';
      await image.decode();
    }
    await document.fonts.ready;
  });
}
