import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { colours } from '../../content/colours.ts';
import { cases, hero } from '../../content/en/landing.ts';
import { bookingForm } from '../../content/en/messages.ts';
import { provider } from '../../content/provider.ts';
import { drawingNames } from '../../scripts/content/rules.ts';
import { test as onCopy } from '../support/copied-tree.ts';
import { startProgram } from '../support/program.ts';
import { drawingOf, expect } from '../support/visit.ts';

/** The development server on a copy of the sources. */
const test = onCopy.extend({
  program: [
    async ({ folder }, use) => {
      const program = await startProgram({}, folder, '--dev');
      await use(program);
      await program.stop();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'serial' });

interface Edit {
  file: string;
  change(source: string, edit: number): string;
  /** Waits until the page shows it. */
  seen(page: Page, edit: number): Promise<void>;
  /** One page: the other shows nothing of it, or is told by the same way. */
  only: '/' | '/book';
}

const edits: Edit[] = [
  {
    file: 'content/en/landing.ts',
    change: (source, edit) => source.replace(hero.title, `Edit ${edit}`),
    seen: (page, edit) => expect(page.locator('h1')).toContainText(`Edit ${edit}`),
    only: '/',
  },
  {
    file: 'content/en/messages.ts',
    change: (source, edit) => source.replace(bookingForm.title, `Edit ${edit}`),
    seen: (page, edit) => expect(page.locator('h1')).toContainText(`Edit ${edit}`),
    only: '/book',
  },
  {
    file: 'content/colours.ts',
    change: (source, edit) =>
      source
        .replace(colours.light.paper, `#fffff${edit}`)
        .replace(colours.dark.paper, `#00000${edit}`)
        .replace(colours.light.tint, `#12345${edit}`)
        .replace(colours.dark.tint, `#abcde${edit}`),
    async seen(page, edit) {
      await expect(page.locator('body')).toHaveCSS(
        'background-color',
        new RegExp(`rgb\\((255, 255, 24${edit}|0, 0, ${edit})\\)`),
      );
      const drawing = await drawingOf(page.locator('.token-ring').last());
      expect(drawing).toMatch(new RegExp(`#(12345|abcde)${edit}`));
    },
    only: '/book',
  },
  {
    file: 'site/styles/base.css',
    change: (source, edit) => `${source}\nh1 { text-indent: ${edit}px }`,
    seen: (page, edit) => expect(page.locator('h1')).toHaveCSS('text-indent', `${edit}px`),
    only: '/',
  },
  {
    file: 'site/components/provider.tsx',
    change: (source, edit) => source.replace('legal.disclaimer', `'Edit ${edit}'`),
    seen: (page, edit) => expect(page.locator('.legal-line')).toContainText(`Edit ${edit}`),
    only: '/',
  },
  { file: 'site/browser/controls.ts', ...mark('bootstrap'), only: '/' },
  { file: 'site/browser/booking-form/booking-form.tsx', ...mark('island'), only: '/book' },
];

for (const [address, first, next] of [
  ['/', 1, 2],
  ['/book', 3, 4],
] as const) {
  test(`every edit shows in the open page ${address}, and the next of all files too`, async ({
    context,
    folder,
  }) => {
    const { page, connected } = await open(context, address);
    const own = edits.filter(({ only }) => only === address);
    const write = ({ file, change }: Edit, edit: number) =>
      writeFileSync(join(folder, file), change(original(file), edit));
    for (const each of own) {
      await connected();
      write(each, first);
      await each.seen(page, first);
    }
    await connected();
    for (const each of own) write(each, next);
    for (const each of own) await each.seen(page, next);
  });
}

test('a picture named before it is there shows in an open page', async ({ context, folder }) => {
  const { page, connected } = await open(context, '/');
  const file = 'content/en/landing.ts';
  const [story] = cases.stories;
  writeFileSync(join(folder, file), original(file).replace(story.picture, 'harbour.png'));
  await expect(page.locator('vite-error-overlay')).toContainText('no picture in content');
  await connected();
  const photograph = join(folder, 'content/harbour.png');
  cpSync('docs/pictures/first-view-1440.png', photograph);
  const shown = page.locator('img.photograph').and(page.getByAltText(story.alt));
  await shown.scrollIntoViewIfNeeded();
  expect(await shown.evaluate(widthOf)).toBeGreaterThan(0);
  await connected();
  writeFileSync(join(folder, file), original(file));
  await expect(page.locator('.photograph')).toHaveCount(0);
  rmSync(photograph);
});

test('a provider’s logo and details show on the pages', async ({ context, folder }) => {
  const { page, connected } = await open(context, '/');
  const { contact, ...details } = provider;
  const filled = {
    ...{ ...details, legalName: 'Mill Lake Ltd', register: 'Companies House no. 1' },
    contact: { ...contact, name: 'Ada King', picture: 'contact.png', phone: '+49 (0)30 12' },
    reference: { text: '“They called back.”', from: 'Bakery Lane' },
  };
  cpSync('docs/pictures/first-view-1440.png', join(folder, 'content/contact.png'));
  cpSync('site/illustrations/vignettes/bakery.svg', join(folder, 'content/logo.svg'));
  const put = (file: string, text: string) => writeFileSync(join(folder, file), text);
  put('content/provider.ts', `export const provider = ${JSON.stringify(filled)};`);
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText(filled.legalName);
  await connected();
  put('content/brand.ts', original('content/brand.ts').replace("logo: ''", "logo: 'logo.svg'"));
  const logo = page.getByRole('banner').locator('img.seal');
  await expect(logo).toBeVisible();
  expect(await drawingOf(logo)).toBe(original('site/illustrations/vignettes/bakery.svg'));
  await expect(page.locator('svg.seal')).toHaveCount(0);
  await expect(foot).toContainText(filled.register);
  await expect(foot.locator('[href="tel:+493012"]')).toBeVisible();
  await expect(page.getByRole('figure').getByText(filled.reference.text)).toBeVisible();
  await connected();

  await page.goto('/book');
  await expect(foot).toContainText(filled.legalName);
  const card = page.getByRole('region', { name: contact.title.en });
  const picture = card.getByRole('img', { name: filled.contact.name });
  expect(await picture.evaluate(widthOf)).toBeGreaterThan(0);
  for (const file of ['content/provider.ts', 'content/brand.ts']) put(file, original(file));
  for (const file of ['contact.png', 'logo.svg']) rmSync(join(folder, 'content', file));
});

test('a card without an icon stops the build with just that sentence', ({ folder }) => {
  const file = 'content/en/landing.ts';
  writeFileSync(join(folder, file), original(file).replace("icon: 'gem',", ''));
  const build = spawnSync(process.execPath, ['scripts/build.ts', 'dist'], { cwd: folder });
  writeFileSync(join(folder, file), original(file));
  expect([build.status, `${build.stderr}`]).toEqual([
    1,
    `content/en/landing.ts: solution › claims › no. 3 › icon is missing. There are: ${drawingNames('icons').join(', ')}.\n`,
  ]);
});

const faults = [
  {
    file: 'content/en/landing.ts',
    change: (source: string) => source.replace("icon: 'gem',", "icon: 'gem'"),
    says: 'content/en/landing.ts',
  },
  {
    file: 'site/components/provider.tsx',
    change: (source: string) => source.replace('<p className="legal-line">', '$& {none.such}'),
    says: 'none is not defined',
  },
  {
    file: 'site/styles/base.css',
    change: (source: string) => `${source}\nh1 {`,
    says: 'base.css',
  },
  {
    file: 'content/en/messages.ts',
    change: (source: string) => source.replace(/title: '/, `$&${'too long '.repeat(9)}`),
    says: 'Shorten it',
  },
];

test('a fault is told over every page until it is mended', async ({ context, folder }) => {
  const { page, connected } = await open(context, '/book');
  for (const { file, change, says } of faults) {
    writeFileSync(join(folder, file), change(original(file)));
    const overlay = 'vite-error-overlay';
    await expect(page.locator(overlay)).toContainText(says);
    const another = await open(context, '/');
    await expect(another.page.locator(overlay)).toContainText(says);
    await connected();
    writeFileSync(join(folder, file), original(file));
    for (const mended of [page, another.page]) {
      await expect(mended.locator('h1')).toBeVisible();
      await expect(mended.locator(overlay)).toHaveCount(0);
    }
    await another.page.close();
    await connected();
  }
});

/** The width of a picture in px, once it is there. */
async function widthOf(picture: Element): Promise<number> {
  if (!(picture instanceof HTMLImageElement)) return 0;
  await picture.decode();
  return picture.naturalWidth;
}

/** A file as it is outside the copy. */
function original(file: string): string {
  return readFileSync(file, 'utf8');
}

async function open(context: BrowserContext, address: '/' | '/book') {
  const page = await context.newPage();
  let isConnected = false;
  page.on('framenavigated', () => {
    isConnected = false;
  });
  page.on('console', (message) => {
    if (message.text() === '[vite] connected.') isConnected = true;
  });
  await page.goto(address);
  /** Waits until the page can be told of an edit. */
  const connected = () => expect.poll(() => isConnected).toBe(true);
  await connected();
  return { page, connected };
}

/** A line that marks the page of a browser which runs it. */
function mark(name: string): Pick<Edit, 'change' | 'seen'> {
  return {
    change: (source, edit) =>
      `${source}\nif ('document' in globalThis) document.body.dataset.${name} = '${edit}';`,
    seen: (page, edit) => expect(page.locator('body')).toHaveAttribute(`data-${name}`, `${edit}`),
  };
}
