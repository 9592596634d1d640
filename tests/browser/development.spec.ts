import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { colours } from '../../content/colours.ts';
import { hero } from '../../content/en/landing.ts';
import { provider } from '../../content/provider.ts';
import { startProgram } from '../support/program.ts';
import { drawingOf, expect, withProgram } from '../support/visit.ts';

/** The development server on a copy of the sources in `folder`. During an edit a page may miss a file. */
const test = withProgram.extend<object, { folder: string }>({
  baseURL: async ({ program }, use) => use(program.url),
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const folder = copySources();
      await use(folder);
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ folder }, use) => {
      const program = await startProgram({}, folder, '--dev');
      await use(program);
      await program.stop();
    },
    { scope: 'worker' },
  ],
});

/** The site's sources. Each package is linked, so that Vite's own files belong to the copy. */
function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tree-'));
  const parts = ['booking', 'content', 'database', 'inbox', 'scripts', 'server', 'site'];
  for (const part of [...parts, 'package.json', 'tsconfig.json', 'vite.config.ts'])
    cpSync(part, join(folder, part), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync('node_modules'))
    if (name !== '.vite')
      symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  return folder;
}

test.describe.configure({ mode: 'serial' });

interface Edit {
  file: string;
  change(source: string): string;
  /** Waits until the page shows it. */
  seen(page: Page): Promise<void>;
  /** Checking one page is enough. The other does not show this text, or is updated in the same way. */
  only: '/' | '/book';
}

const edits: Edit[] = [
  {
    file: 'site/styles/base.css',
    change: (source) => `${source}\nh1 { text-indent: 7px }`,
    seen: (page) => expect(page.locator('h1')).toHaveCSS('text-indent', '7px'),
    only: '/',
  },
  {
    file: 'site/components/provider.tsx',
    change: (source) => source.replace('legal.disclaimer', "'Another line'"),
    seen: (page) => expect(page.locator('.legal-line')).toContainText('Another line'),
    only: '/',
  },
  {
    file: 'content/colours.ts',
    change: (source) => source.replace(colours.tint, '#5a1f46'),
    seen: (page) => expect(page.locator('body')).toHaveCSS('background-color', 'rgb(33, 18, 27)'),
    only: '/book',
  },
  {
    file: 'site/browser/book.ts',
    change: (source) => `${source}\ndocument.body.dataset.edited = 'yes';`,
    seen: (page) => expect(page.locator('body')).toHaveAttribute('data-edited', 'yes'),
    only: '/book',
  },
];

for (const address of ['/', '/book'] as const) {
  test(`every edit shows in the open page ${address}`, async ({ page, folder }) => {
    await page.goto(address);
    for (const { file, change, seen, only } of edits) {
      if (only !== address) continue;
      writeFileSync(join(folder, file), change(original(file)));
      await seen(page);
    }
  });
}

test('an edit shows in a page that is still loading', async ({ page, context, folder }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Before Vite's client has loaded, the page does not get edits.
  await page.route('**/@vite/client', async (route) => {
    await promise;
    await route.continue();
  });
  const another = await context.newPage();
  await another.goto('/');
  await page.goto('/', { waitUntil: 'commit' });
  const file = 'content/en/landing.ts';
  for (const title of ['Another title', hero.title]) {
    writeFileSync(join(folder, file), original(file).replace(hero.title, title));
    await expect(another.locator('h1')).toContainText(title);
    resolve();
    await expect(page.locator('h1')).toContainText(title);
  }
});

test('a provider’s logo and details show on the pages', async ({ page, folder }) => {
  await page.goto('/');
  const { contact, call, ...details } = provider;
  const filled = {
    ...{ ...details, legalName: 'Mill Lake Ltd', register: 'Companies House no. 1' },
    contact: { ...contact, name: 'Ada King', picture: 'contact.png', phone: '+49 (0)30 12' },
    call: { ...call, length: '30 minutes' },
    references: [{ text: '“They called back.”', from: 'Bakery Lane' }],
  };
  cpSync('docs/pictures/first-view-1440.png', join(folder, 'content/contact.png'));
  cpSync('site/illustrations/vignettes/bakery.svg', join(folder, 'content/logo.svg'));
  const put = (file: string, text: string) => writeFileSync(join(folder, file), text);
  put('content/provider.ts', `export const provider = ${JSON.stringify(filled)};`);
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText(filled.legalName);
  put('content/brand.ts', original('content/brand.ts').replace("logo: ''", "logo: 'logo.svg'"));
  const logo = page.getByRole('banner').locator('img.seal');
  await expect(logo).toBeVisible();
  expect(await drawingOf(logo)).toBe(original('site/illustrations/vignettes/bakery.svg'));
  await expect(page.locator('svg.seal')).toHaveCount(0);
  await expect(foot).toContainText(filled.register);
  await expect(foot.locator('[href="tel:+493012"]')).toBeVisible();
  for (const { text } of filled.references)
    await expect(page.getByRole('figure').getByText(text)).toBeVisible();
  await expect(page.getByText(filled.call.length)).toHaveCount(2);

  await page.goto('/book');
  await expect(foot).toContainText(filled.legalName);
  const card = page.getByRole('region', { name: contact.title.en });
  const picture = card.getByRole('img', { name: filled.contact.name });
  expect(await picture.evaluate(widthOf)).toBeGreaterThan(0);
  for (const file of ['content/provider.ts', 'content/brand.ts']) put(file, original(file));
  for (const file of ['contact.png', 'logo.svg']) rmSync(join(folder, 'content', file));
});

const faults = [
  {
    file: 'content/en/landing.ts',
    change: (source: string) => source.replace("icon: 'coin',", "icon: 'coin'"),
    says: 'content/en/landing.ts',
  },
  {
    file: 'content/en/messages.ts',
    change: (source: string) => source.replace(/title: '/, `$&${'too long '.repeat(9)}`),
    says: 'Shorten it',
  },
];

test('an error is shown over every page until it is fixed', async ({ page, context, folder }) => {
  const another = await context.newPage();
  const overlay = 'vite-error-overlay';
  await page.goto('/book');
  for (const { file, change, says } of faults) {
    writeFileSync(join(folder, file), change(original(file)));
    await expect(page.locator(overlay)).toContainText(says);
    if (another.url() === 'about:blank') await another.goto('/');
    await expect(another.locator(overlay)).toContainText(says);
    writeFileSync(join(folder, file), original(file));
    for (const fixed of [page, another]) {
      await expect(fixed.locator('h1')).toBeVisible();
      await expect(fixed.locator(overlay)).toHaveCount(0);
    }
  }
});

/** The width of a picture in px, once it has loaded. */
async function widthOf(picture: Element): Promise<number> {
  if (!(picture instanceof HTMLImageElement)) return 0;
  await picture.decode();
  return picture.naturalWidth;
}

/** The original of a copied file. */
function original(file: string): string {
  return readFileSync(file, 'utf8');
}
