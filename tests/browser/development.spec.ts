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
import { provider } from '../../content/provider.ts';
import { startProgram } from '../support/program.ts';
import { expect, withProgram } from '../support/visit.ts';

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

/** The site's sources. Packages are linked, but Vite is copied: it serves none of its files from a path with a %. */
function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tree-'));
  const parts = ['booking', 'content', 'database', 'inbox', 'scripts', 'server', 'site'];
  for (const part of [...parts, 'package.json', 'tsconfig.json', 'vite.config.ts'])
    cpSync(part, join(folder, part), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  cpSync('node_modules/vite', join(folder, 'node_modules/vite'), { recursive: true });
  for (const name of readdirSync('node_modules'))
    if (name !== '.vite' && name !== 'vite')
      symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  return folder;
}

test.describe.configure({ mode: 'serial' });

const edits: readonly [
  file: string,
  change: (source: string) => string,
  seen: (page: Page) => Promise<void>,
][] = [
  [
    'site/components/provider.tsx',
    (source) => source.replace('legal.disclaimer', "'Another line'"),
    (page) => expect(page.locator('.legal-line')).toContainText('Another line'),
  ],
  [
    'content/colours.ts',
    (source) => source.replace(colours.tint, '#5a1f46'),
    (page) => expect(page.locator('body')).toHaveCSS('background-color', 'rgb(33, 18, 27)'),
  ],
  [
    'site/browser/book.ts',
    (source) => `${source}\ndocument.body.dataset.edited = 'yes';`,
    (page) => expect(page.locator('body')).toHaveAttribute('data-edited', 'yes'),
  ],
];

test('every edit shows in the open page', async ({ page, folder }) => {
  await page.goto('/book');
  for (const [file, change, seen] of edits) {
    writeFileSync(join(folder, file), change(original(file)));
    await seen(page);
  }
});

test('a provider’s logo and details show on the pages', async ({ page, folder }) => {
  await page.goto('/');
  const { contact, call, ...details } = provider;
  const filled = {
    ...{ ...details, legalName: 'Mill Lake Ltd', register: 'Companies House no. 1' },
    contact: { ...contact, name: 'Ada King', picture: 'contact.png', phone: '+49 (0)30 12' },
    call: { ...call, length: '30 minutes' },
    levels: ['Disk', 'Network', 'Backup', 'Database', 'Field', 'Key'],
    credentials: [{ name: 'ISO 27001', issuer: 'Lake Audit', number: '', link: '' }],
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
  expect(await logo.evaluate(widthOf)).toBeGreaterThan(0);
  const shown = await logo.evaluate(async ({ src }: HTMLImageElement) => (await fetch(src)).text());
  expect(shown).toBe(original('site/illustrations/vignettes/bakery.svg'));
  await expect(page.locator('svg.seal')).toHaveCount(0);
  await expect(foot).toContainText(filled.register);
  await expect(foot.locator('[href="tel:+493012"]')).toBeVisible();
  for (const { text } of filled.references)
    await expect(page.getByRole('figure').getByText(text)).toBeVisible();
  await expect(page.getByText(filled.call.length)).toHaveCount(2);
  await expect(page.locator('.levels li')).toHaveText(filled.levels);
  await expect(page.locator('.hero')).toContainText('Lake Audit');

  await page.goto('/book');
  await expect(foot).toContainText(filled.legalName);
  const card = page.getByRole('region', { name: contact.title.en });
  const picture = card.getByRole('img', { name: filled.contact.name });
  expect(await picture.evaluate(widthOf)).toBeGreaterThan(0);
  for (const file of ['content/provider.ts', 'content/brand.ts']) put(file, original(file));
  for (const file of ['contact.png', 'logo.svg']) rmSync(join(folder, 'content', file));
});

const faults: readonly [file: string, change: (source: string) => string, says: string][] = [
  [
    'content/en/landing.ts',
    (source) => source.replace("icon: 'coin',", "icon: 'coin'"),
    'content/en/landing.ts',
  ],
  [
    'content/en/messages.ts',
    (source) => source.replace(/title: '/, `$&${'too long '.repeat(9)}`),
    'Shorten it',
  ],
];

test('an error is shown over the page until it is fixed', async ({ page, folder }) => {
  const overlay = page.locator('vite-error-overlay');
  await page.goto('/book');
  for (const [file, change, says] of faults) {
    writeFileSync(join(folder, file), change(original(file)));
    await expect(overlay).toContainText(says);
    writeFileSync(join(folder, file), original(file));
    await expect(page.locator('h1')).toBeVisible();
    await expect(overlay).toHaveCount(0);
  }
});

/** The width of a picture in px, once it has loaded. */
async function widthOf(picture: Element): Promise<number> {
  if (!(picture instanceof HTMLImageElement)) return 0;
  await picture.decode();
  return picture.naturalWidth;
}

function original(file: string): string {
  return readFileSync(file, 'utf8');
}
