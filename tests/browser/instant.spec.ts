import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { chromium, type Page } from '@playwright/test';
import { browserArguments, findBrowser } from '../support/browser.ts';
import { expect, test } from '../support/visit.ts';

test('@desktop prepares the form page when the pointer rests on its link, and asks no second time', async ({
  page,
  program,
}) => {
  // The browser prepares the page outside of what Playwright sees: only a server can tell.
  const asked: unknown[] = [];
  const proxy = createServer((request, response) => {
    if (request.url === '/book') asked.push(request.headers['sec-purpose'] ?? 'the click');
    const { method, headers } = request;
    const onward = httpRequest(program.url + request.url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  }).listen(0, 'localhost');
  try {
    await once(proxy, 'listening');
    const address = proxy.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    await page.goto(`http://localhost:${address.port}/`);
    const link = page.getByRole('main').getByRole('link', { name: 'Book a Call' }).first();
    await link.hover();
    await expect.poll(() => asked).toEqual(['prefetch;prerender']);
    await link.click();
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
    expect(asked).toHaveLength(1);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
});

test('@desktop one page turns into the other, but not where less motion is wished', async ({
  page,
}) => {
  // The event of HTML §7.4.6: with a transition, when one is to be shown.
  await page.addInitScript(() =>
    addEventListener('pagereveal', (event) => {
      const turned = 'viewTransition' in event && event.viewTransition !== null;
      document.documentElement.dataset.turned = String(turned);
    }),
  );
  for (const [reducedMotion, turned] of [
    ['no-preference', 'true'],
    ['reduce', 'false'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Book a Call' }).first().click();
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-turned', turned);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await expect(page.locator('html')).toHaveAttribute('data-turned', turned);
  }
});

test('@desktop both pages come back from the bfcache as they were left', async ({ program }) => {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: browserArguments,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage({ baseURL: program.url });
    for (const [path, other] of [
      ['/', '/book'],
      ['/book', '/'],
    ] as const) {
      await page.goto(path);
      await page.evaluate(() => {
        document.documentElement.dataset.visited = '';
        addEventListener('pageshow', ({ persisted }) => {
          document.documentElement.dataset.persisted = String(persisted);
        });
      });
      await page.goto(other);
      await back(page);
      await expect(page.locator('html[data-visited]')).toHaveAttribute('data-persisted', 'true');
    }
  } finally {
    await browser.close();
  }
});

/** Playwright waits for a load that a page from the bfcache does not have. */
async function back(page: Page) {
  await page.evaluate(() => history.back()).catch(() => {});
}
