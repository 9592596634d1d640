import type { Page } from '@playwright/test';
import { expect, test } from '../support/visit.ts';

const pages = ['/', '/book', '/nowhere'];

test('every link, picture and fragment of the site leads somewhere @desktop', async ({ page }) => {
  const within = new Set<string>();
  const places = new Set<string>();
  for (const path of pages) {
    await page.goto(path);
    for (const address of await addressesOn(page)) within.add(address);
    for (const place of await placesOn(page)) places.add(place);
  }
  const fragments = [...within].filter((address) => address.includes('#'));
  expect(fragments.length).toBeGreaterThan(6);
  // Without a script a menu's choice is a document of its own: the query only sets it apart.
  const without = (address: string) => address.replace(/\?[^#]*/, '');
  expect(fragments.filter((address) => !places.has(without(address)))).toEqual([]);
  const others = [...within].filter((address) => !address.includes('#'));
  expect(others.length).toBeGreaterThan(9);
  for (const address of others)
    expect((await page.request.get(address)).status(), address).toBe(200);
});

test('the sitemap names the two pages by their canonical addresses @desktop', async ({ page }) => {
  const canonical: (string | null)[] = [];
  for (const path of ['/', '/book']) {
    await page.goto(path);
    canonical.push(await page.locator('link[rel=canonical]').getAttribute('href'));
  }
  const response = await page.request.get('/sitemap.xml');
  expect(response.headers()['content-type']).toBe('application/xml');
  const listed = Array.from(
    (await response.text()).matchAll(/<loc>(.*?)<\/loc>/g),
    ([, url]) => url,
  );
  expect(listed).toEqual(canonical);
});

test('robots.txt lets everybody read and names the sitemap; the error screen is not indexed @desktop', async ({
  page,
}) => {
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toMatch(/^User-agent: \*\nAllow: \/$/m);
  const [, sitemap = ''] = /^Sitemap: (.+)$/m.exec(robots) ?? [];
  expect((await page.request.get(sitemap)).headers()['content-type']).toBe('application/xml');
  await page.goto('/nowhere');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test('security.txt tells how to report a fault, and has not expired @desktop', async ({ page }) => {
  const response = await page.request.get('/.well-known/security.txt');
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const lines = (await response.text()).trimEnd().split('\n');
  const fields = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  expect(fields.Contact).toMatch(/^mailto:\S+@\S+$/);
  expect(fields.Canonical).toBe(response.url());
  const left = Date.parse(fields.Expires ?? '') - Date.now();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(366 * 24 * 3600 * 1000);
});

test('the landing page tells search engines who offers what, as linked data @desktop', async ({
  page,
}) => {
  await page.goto('/');
  const [organization, website, service] = await linkedDataOf(page);
  const reference = { '@id': organization['@id'] };
  expect([website.publisher, service.provider]).toEqual([reference, reference]);
  expect((await page.request.get(organization.logo)).headers()['content-type']).toBe('image/png');
  await expect(page).toHaveTitle(new RegExp(`^${service.name}`));
});

test('the form page tells search engines that it is the way to the same provider @desktop', async ({
  page,
}) => {
  await page.goto('/');
  const [organization, website] = await linkedDataOf(page);
  await page.goto('/book');
  const [contact] = await linkedDataOf(page);
  expect(contact['@type']).toBe('ContactPage');
  expect(contact.about['@id']).toBe(organization['@id']);
  expect(contact.isPartOf.url).toBe(website.url);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', contact.url);
  await expect(page).toHaveTitle(new RegExp(`^${contact.name}`));
});

test('both pages name their language with its country to networks @desktop', async ({ page }) => {
  for (const path of ['/', '/book']) {
    await page.goto(path);
    const locale = page.locator('meta[property="og:locale"]');
    await expect(locale).toHaveAttribute('content', 'en_US');
  }
});

/** What the page says as JSON-LD. */
async function linkedDataOf(page: Page) {
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  const { '@context': context, '@graph': graph } = JSON.parse(text ?? '');
  expect(context).toBe('https://schema.org');
  return graph;
}

/** Every address of this site that the page names, whole. */
function addressesOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = [...document.querySelectorAll('[href], [src], meta[property="og:image"]')];
    return named
      .map((element) => {
        const { href, src, content } = Object.fromEntries(
          [...element.attributes].map(({ name, value }) => [name, value]),
        );
        return new URL(href ?? src ?? content ?? '', document.baseURI).href;
      })
      .filter((address) => new URL(address).origin === location.origin);
  });
}

/** Every address with a fragment that leads to something on the page. */
function placesOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[id]')].map(({ id }) => new URL(`#${id}`, location.href).href),
  );
}
