import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { brand } from '../../content/brand.ts';
import { alerts, bookingForm } from '../../content/de/messages.ts';
import * as landing from '../../content/en/landing.ts';
import { ada } from '../support/ada.ts';
import { faultsOn } from '../support/axe.ts';
import { test as onCopy } from '../support/copied-tree.ts';
import { brokenWords, cutOff } from '../support/layout.ts';
import { type MailCatcher, startMailCatcher } from '../support/mail-catcher.ts';
import { startProgram } from '../support/program.ts';
import { brand as second } from '../support/second-brand/brand.ts';
import { colours } from '../support/second-brand/colours.ts';
import { cases, hero } from '../support/second-brand/de/landing.ts';
import { legal } from '../support/second-brand/de/legal.ts';
import { sections } from '../support/second-brand/de/navigation.ts';
import { provider } from '../support/second-brand/provider.ts';
import { drawingOf, expect, fillForm, sizeOf, textsIn } from '../support/visit.ts';

const root = resolve(import.meta.dirname, '../..');
const pages = ['/', '/book', '/impressum', '/nowhere'];
const address = 'anrufe@muehle-laka.example';

/** The same tree with another provider's files in content/, checked, built and running. */
const test = onCopy.extend<object, { mail: MailCatcher }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const mail = await startMailCatcher();
      await use(mail);
      await mail.close();
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ folder, mail }, use) => {
      await writeContent(join(folder, 'content'));
      run(folder, 'scripts/build.ts', 'dist');
      const settings = { SMTP_URL: mail.url, MAIL_FROM: address, NOTIFY_EMAIL: address };
      const program = await startProgram({ CONTACT_EMAIL: address, ...settings }, folder);
      await use(program);
      await program.stop();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'serial' });

test('another brand passes the checks without a change outside content/', ({
  folder,
  program: _,
}) => {
  const said = run(folder, 'scripts/check.ts', 'content', 'types');
  expect(said).toMatch(/^ok {2}content$/m);
  expect(said).toMatch(/^ok {2}types$/m);
  expect(said).not.toContain('content/provider.ts');
});

test('says the first brand and its offer in no page, file or header', async ({ page }) => {
  const first = new RegExp(brand.name, 'i');
  // Another site may well have the same short texts.
  const offer = textsIn(landing).filter((text) => text.length >= 30);
  expect(offer.length).toBeGreaterThan(20);
  const seen = new Set<string>();
  const left = [...pages, '/sitemap.xml', '/robots.txt', '/.well-known/security.txt'];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const response = await page.request.get(path);
    const bytes = await response.body();
    const body = bytes.toString('latin1');
    expect(`${JSON.stringify(response.headers())}\n${body}`, path).not.toMatch(first);
    const said = bytes.toString().replaceAll('%20', ' ');
    expect(
      offer.filter((text) => said.includes(text)),
      path,
    ).toEqual([]);
    if (/^(text\/html|application\/manifest)/.test(response.headers()['content-type'] ?? ''))
      for (const [, found = ''] of body.matchAll(/["(](\/[^"()#?\s\\]*\.\w+)[")]/g))
        left.push(found);
  }
  expect([...seen].join(' ')).toMatch(/\.woff2.*\.svg.*\.png|island/);
  expect(seen.size).toBeGreaterThan(20);
});

test('shows its own name, order, stories, language and address', async ({ page }) => {
  await page.goto('/');
  const headline = `${hero.title} ${hero.titleAccent}`.replaceAll('\u00AD', '');
  await expect(page).toHaveTitle(`${headline} · ${second.name}`);
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', headline);
  await expect(page.locator('html')).toHaveAttribute('lang', second.languages[0]);
  expect(
    await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id)),
  ).toEqual(sections.map(({ id }) => id));
  await expect(page.getByRole('contentinfo')).toContainText(second.subBrand);
  await expect(page.getByRole('contentinfo').getByText(address)).toBeVisible();
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute(
    'content',
    colours.light.paper,
  );
  expect(await drawingOf(page.locator('.token-ring').last())).toContain(colours.light.tint);
  for (const picture of await page.locator('.vignette').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
});

test('shows its own logo for the seal, as a file that runs nothing', async ({ page }) => {
  for (const path of pages) {
    await page.goto(path);
    await expect(page.locator('svg.seal')).toHaveCount(0);
    const marks = await page.locator('img.seal').all();
    expect(marks.length, path).toBeGreaterThan(0);
    for (const mark of marks) {
      expect(await drawingOf(mark)).toBe(readFileSync(fileOf('zeichen.svg'), 'utf8'));
      expect(await mark.evaluate(shapeOf)).toBeCloseTo(120 / 100, 1);
    }
  }
  await page.goto('/');
  const icons = ['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png', '/social.png'];
  for (const path of [...icons, '/icon-192.png', '/icon-512.png', '/icon-maskable-512.png'])
    expect(await page.evaluate(shareOfOrange, path), path).toBeGreaterThan(0.0005);
  const file = await page.locator('img.seal').first().getAttribute('src');
  const alone = await page.context().newPage();
  await alone.goto(file ?? '');
  await expect(alone.locator('svg')).toBeVisible();
  await expect(alone.locator('#run')).toHaveCount(0);
});

test('shows its photograph in two widths and formats, in its frame’s shape', async ({ page }) => {
  await page.goto('/');
  const { picture: name, alt } = cases.stories[1];
  const photograph = page.getByRole('img', { name: alt });
  await expect(photograph).toHaveAttribute('loading', 'lazy');
  await photograph.scrollIntoViewIfNeeded();
  await expect
    .poll(() => photograph.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/\/assets\/own-hafen-[\w-]+\.avif$/);
  const sets = await page
    .locator('picture > *')
    .evaluateAll((all) => all.map((each) => each.getAttribute('srcset')?.split(', ') ?? []));
  const files = sets.flat().map((file) => file.split(' '));
  expect(files.map(([path, width]) => `${path?.split('.').at(-1)} ${width}`)).toEqual([
    'avif 480w',
    'avif 960w',
    'webp 480w',
    'webp 960w',
  ]);
  const whole = readFileSync(fileOf(name)).length;
  for (const [path = '', width = ''] of files) {
    const response = await page.request.get(path);
    expect(response.headers()['cache-control']).toContain('immutable');
    expect((await response.body()).length, path).toBeLessThan(whole);
    const wide = Number.parseInt(width, 10);
    expect(await sizeOf(page, path), path).toBe(`${wide}x${Math.round(wide / 1.1)}`);
  }
});

test('tells what is wrong with a picture, and with one that is imported', ({
  folder,
  program: _,
}) => {
  const content = join(folder, 'content');
  const story = 'content/de/landing.ts: cases › stories › no. 2 › picture';
  const put = (name: string, bytes: Buffer | string) => writeFileSync(join(content, name), bytes);
  put('hafen.jpg', readFileSync(fileOf('kontakt.jpg')));
  put('kontakt.jpg', 'no picture');
  expect(faultsOfContent(folder)).toEqual([
    "content/provider.ts: provider › contact › picture is 'kontakt.jpg', which is no picture. Save it again as .jpg, .png or .svg.",
    `${story} is 'hafen.jpg' of 360 by 480 pixels; it needs 480 by 436 or more. Take a larger one.`,
  ]);
  for (const name of ['hafen.jpg', 'kontakt.jpg']) put(name, readFileSync(fileOf(name)));

  const texts = join(content, 'de/landing.ts');
  const source = readFileSync(texts, 'utf8');
  writeFileSync(texts, source.replace('hafen.jpg', 'hafn.JPG'));
  expect(faultsOfContent(folder)).toEqual([
    `${story} is 'hafn.JPG', which is not in content/. Put the file there, and write its name with the same capitals.`,
  ]);
  writeFileSync(texts, `import '../hafen.jpg';\n${source}`);
  expect(faultsOfContent(folder)).toEqual([
    `content/de/landing.ts cannot be read: Unknown file extension ".jpg" for ${join(content, 'hafen.jpg')}`,
  ]);
  writeFileSync(texts, source);
  const section = join(folder, 'site/components/cards.tsx');
  const component = readFileSync(section, 'utf8');
  writeFileSync(
    section,
    `import hafen from '../../content/hafen.jpg';\n${component}`.replace(
      'alt={alt}',
      'alt={hafen}',
    ),
  );
  expect(() => run(folder, 'scripts/build.ts', 'unserved')).toThrow(
    /hafen-[\w-]+\.jpg is imported, or named in a style sheet, and would be served nowhere\./,
  );
  writeFileSync(section, component);
});

test('shows every detail that its provider has filled in', async ({ page }) => {
  const { contact, reference, storagePeriod, ...details } = provider;
  await page.goto('/');
  const foot = page.getByRole('contentinfo');
  for (const detail of Object.values(details)) await expect(foot).toContainText(detail);
  await expect(foot.getByRole('link', { name: contact.phone })).toHaveAttribute(
    'href',
    'tel:+49358100012',
  );
  await expect(page.locator('#join').getByRole('figure')).toHaveText(
    `${reference.text}${reference.from}`,
  );

  await page.goto('/book');
  for (const detail of Object.values(details))
    await expect(page.getByRole('contentinfo')).toContainText(detail);
  const card = page.getByRole('region', { name: contact.title });
  for (const detail of [contact.name, contact.role, contact.phone, contact.office])
    await expect(card.getByText(detail)).toBeVisible();
  const picture = card.getByRole('img', { name: contact.name });
  // A square of the 360 by 480 px in the file, which the page has kept its place for.
  expect(await sizeOf(page, (await picture.getAttribute('src')) ?? '')).toBe('288x288');
  await expect(picture).toHaveAttribute('width', '288');
  await expect(picture).toHaveAttribute('height', '288');
  await expect(page.locator('.privacy')).toContainText(
    `${details.legalName}, ${details.address}; Sie erreichen uns unter ${address}.`,
  );
  await expect(page.locator('.privacy')).toContainText(`Spätestens ${storagePeriod} danach`);
});

test('has a page of its own that its texts name, and every page leads there', async ({ page }) => {
  const [document] = legal.documents;
  for (const path of pages) {
    await page.goto(path);
    const link = page.getByRole('contentinfo').getByRole('link', { name: document.title });
    await expect(link).toHaveAttribute('href', `/${document.path}`);
  }
  await page.goto(`/${document.path}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(document.title);
  await expect(page.getByRole('main')).toContainText(String(provider.legalName));
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain(`/${document.path}<`);
});

test('mails its bookings under its own name', async ({ page, mail }) => {
  await page.goto('/book');
  // Every address of a text is a link, and what stands behind the last one is said.
  await expect(page.locator('.privacy')).toContainText(
    `Adresse an ${address}. Auch ${address} bestätigt das.`,
  );
  const booking = { ...ada, name: 'Jürgen Łuczak', company_name: 'Gärtnerei Ş' };
  await fillForm(page, booking, bookingForm.labels);
  await page.getByRole('button', { name: bookingForm.submit }).click();
  await expect(page.getByText(alerts.booked)).toBeVisible();
  await expect.poll(() => mail.mails.length).toBe(1);
  const [sent] = mail.mails;
  expect(sent?.from?.name).toBe(second.name);
  expect(sent?.subject).toBe(`Call request from ${booking.name}, ${booking.company_name}`);
  expect(JSON.stringify(sent)).not.toMatch(new RegExp(brand.name, 'i'));
});

test('has room, contrast and typefaces for its texts', async ({ page }) => {
  for (const path of pages) {
    await page.goto(path);
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await cutOff(page), path).toEqual([]);
      expect(await brokenWords(page), path).toEqual([]);
    }
    expect(await faultsOn(page), path).toEqual([]);
    expect(await foreignFonts(page), path).toEqual([]);
  }
});

/** The fonts of the system that some text of the page is shown in, with the text. */
async function foreignFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'body :not(script, svg, svg *), .token-initial',
  });
  const foreign: string[] = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    const others = fonts.filter(({ isCustomFont }) => !isCustomFont);
    if (others.length === 0) continue;
    const { outerHTML } = await session.send('DOM.getOuterHTML', { nodeId });
    foreign.push(`${others.map(({ familyName }) => familyName)}: ${outerHTML.slice(0, 120)}`);
  }
  await session.detach();
  return foreign;
}

/** What the check of the copy's content finds. */
function faultsOfContent(folder: string): string[] {
  const args = ['--disable-warning=ExperimentalWarning', 'scripts/content/check.ts'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(1);
  return stdout.trim().split('\n');
}

/** A file of the second brand. */
function fileOf(name: string): string {
  return join(root, 'tests/support/second-brand', name);
}

/** How many times as wide as high. */
async function shapeOf(image: Element): Promise<number> {
  if (!(image instanceof HTMLImageElement)) return 0;
  await image.decode();
  return image.naturalWidth / image.naturalHeight;
}

/** How much of a picture has the colour of the logo, which the brand has nowhere else. */
async function shareOfOrange(path: string): Promise<number> {
  const image = new Image();
  image.src = path;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0);
  const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  let pixels = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = data.slice(at, at + 3);
    if (Math.hypot(red - 0xe8, green - 0x59, blue - 0x0c) < 30) pixels += 1;
  }
  return pixels / (data.length / 4);
}

/** Another provider's files over ours, and in German our texts where it has none of its own. */
async function writeContent(folder: string) {
  const second = join(root, 'tests/support/second-brand');
  cpSync(second, folder, { recursive: true, filter: (path) => !path.endsWith('de') });
  for (const file of readdirSync(join(second, 'de'))) {
    const ours: object = await import(join(root, 'content/de', file));
    const texts = { ...ours, ...(await import(join(second, 'de', file))) };
    const exports = Object.entries(texts).map(
      ([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const;\n`,
    );
    writeFileSync(join(folder, 'de', file), exports.join(''));
  }
}

/** Runs a script of the copy and gives what it printed. Throws when it failed. */
function run(folder: string, ...args: string[]): string {
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
