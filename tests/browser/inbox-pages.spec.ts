import type { LeadsAnswer } from '../../booking/inbox-answers.ts';
import { listFolders } from '../../booking/lead.ts';
import { faultsOn } from '../support/axe.ts';
import {
  box,
  button,
  expect,
  folder,
  note,
  row,
  stopPolling,
  test,
  title,
} from '../support/inbox-page.ts';
import { markupFaults } from '../support/markup.ts';

test('j, k, / and Esc work in list and lead, but not in fields and dialogs', async ({
  page,
  book,
  enter,
}) => {
  const [older, newer] = [await book(), await book()];
  await enter();
  await row(page, newer).focus();
  await page.keyboard.press('j');
  await expect(row(page, older)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(title(page, newer)).toBeFocused();
  await page.keyboard.press('j');
  await expect(title(page, older)).toBeFocused();
  const address = page.url();

  await button(page, 'Erase').click();
  for (const key of ['j', 'k', '/']) await page.keyboard.press(key);
  await expect(button(page, 'Keep')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await note(page).fill('');
  for (const key of ['j', 'k', '/', 'Escape']) await page.keyboard.press(key);
  await expect(note(page)).toHaveValue('jk/');
  expect(page.url()).toBe(address);

  await button(page, 'Erase').focus();
  await page.keyboard.press('Escape');
  await expect(row(page, older)).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('back and forward lead through lists and leads', async ({ page, book, enter }) => {
  const lead = await book();
  await enter();
  await folder(page, 'All').click();
  await row(page, lead).click();
  await expect(title(page, lead)).toBeVisible();
  await page.goBack();
  await expect(row(page, lead)).toBeFocused();
  await expect(folder(page, 'All')).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(folder(page, 'New')).toHaveAttribute('aria-current', 'page');
  await page.goForward();
  await page.goForward();
  await expect(title(page, lead)).toBeFocused();
});

for (const width of [390, 1280])
  test(`a list and its counts move no control when they arrive at ${width} px`, async ({
    page,
    book,
    enter,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const leads = await Promise.all(Array.from({ length: 10 }, () => book()));
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/leads', async (route) => {
      await promise;
      const response = await route.fetch();
      const answer: LeadsAnswer = await response.json();
      const counts = Object.fromEntries(listFolders.map((name) => [name, 9999]));
      await route.fulfill({ response, json: { ...answer, counts } });
    });
    await enter();
    const controls = page.locator('nav a, search *, a[download]');
    const places = () =>
      controls.evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    const before = await places();
    resolve();
    for (const lead of leads) await expect(row(page, lead)).toBeVisible();
    await expect(folder(page, 'All but spam 9999')).toBeVisible();
    expect(await places()).toEqual(before);
  });

test('every page passes axe and fits into 320 px', async ({ page, book, enter }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const lead = await book();
  const spam = await book({ name: `https://bakery.example/${'win'.repeat(30)}` });
  const check = async (part = 'html') => {
    expect(await faultsOn(page, part)).toEqual([]);
    const scrolls = () => document.documentElement.scrollWidth > innerWidth;
    expect(await page.evaluate(scrolls)).toBe(false);
  };
  const response = await page.goto('/inbox/sign-in#wrong');
  expect(await markupFaults((await response?.text()) ?? '')).toEqual([]);
  await button(page, 'Sign in').click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expect(page.locator('.brand svg')).toHaveCSS('height', '32px');
  await check();
  await enter();
  await row(page, lead).click();
  await expect(title(page, lead)).toBeVisible();
  await check();
  await page.goto('/inbox?folder=quarantined');
  await box(page, spam).check();
  await check();
  await button(page, 'Erase').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('dialog[open]');
  await page.goto('/inbox/report');
  await expect(page.getByRole('heading', { name: '90' })).toBeVisible();
  await check();
  await page.getByRole('link', { name: 'Sources' }).click();
  await expect(page.getByRole('row', { name: /^Unknown 0 [1-9]/ }).first()).toBeVisible();
  await check('main');
});

test('a visitor’s text never runs in the inbox', async ({ page, book, enter }) => {
  const run = 'Object.assign(window,{ran:true})';
  const texts = [
    `<script>${run}</script><img src=x onerror=${run}>`,
    `"><svg onload=${run}>`,
    `' autofocus onfocus='${run}`,
    `javascript:${run}`,
    `</title></textarea><iframe srcdoc="<script>${run}</script>">`,
  ];
  await enter();
  for (const text of texts) {
    const lead = await book({ name: text, company_name: text });
    // Navigates like a link within the page, without a reload.
    await page.evaluate((id) => history.pushState(null, '', `/inbox/leads/${id}`), lead.id);
    await expect(title(page, lead)).toBeVisible();
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('a long list is loaded page by page', async ({ page, book, enter }) => {
  await stopPolling(page);
  const [first] = await Promise.all(Array.from({ length: 60 }, () => book()));
  await enter();
  await expect(page.locator('.row')).toHaveCount(50);
  const pages: unknown[] = [];
  page.on('request', (request) => pages.push(request.postDataJSON()));
  while (await button(page, 'Older').isVisible()) {
    const before = await page.locator('.row').count();
    const last = await page.locator('.row > a').last().getAttribute('id');
    pages.length = 0;
    await button(page, 'Older').click();
    await expect(page.locator('.row').nth(before)).toBeVisible();
    expect(pages).toEqual([{ folder: 'new', after: last?.replace('lead-', '') }]);
    await expect(page.locator(`#${last}`)).toBeFocused();
  }
  await expect(row(page, first ?? { name: '' })).toBeVisible();
});
