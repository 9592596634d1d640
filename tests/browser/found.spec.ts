import type { Page } from '@playwright/test';
import { brand } from '../../content/brand.ts';
import { legal } from '../../content/en/legal.ts';
import { colours } from '../../site/colours.ts';
import type { LegalDocument } from '../../site/copy.ts';
import { markupFaults } from '../support/markup.ts';
import { expect, sizeOf, test } from '../support/visit.ts';

const folders = brand.languages.map((language, index) => (index === 0 ? '' : `/${language}`));
const documents: readonly LegalDocument[] = legal.documents;
const listedPages = ['', '/book', ...documents.map(({ path }) => `/${path}`)];
const pathsOf = (page: string) => folders.map((folder) => folder + page || '/');
const pages = [...listedPages, '/nowhere'].flatMap(pathsOf);

test('every page follows the HTML standard, and its links, pictures and fragments exist', async ({
  page,
}) => {
  const within = new Set<string>();
  const places = new Set<string>();
  for (const path of pages) {
    const response = await page.goto(path);
    expect(await markupFaults((await response?.text()) ?? ''), path).toEqual([]);
    const policy = response?.headers()['content-security-policy'];
    expect(policy, path).toMatch(/^default-src 'none';(?!.*unsafe).*form-action '(none|self)'/);
    for (const address of await addressesOn(page)) within.add(address);
    for (const place of await placesOn(page)) places.add(place);
  }
  const fragments = [...within].filter((address) => address.includes('#'));
  expect(fragments.length).toBeGreaterThan(6);
  // Without a script a menu's choice loads a document, and the query only makes its address different.
  const without = (address: string) => address.replace(/\?[^#]*/, '');
  expect(fragments.filter((address) => !places.has(without(address)))).toEqual([]);
  const others = [...within].filter((address) => !address.includes('#'));
  expect(others.length).toBeGreaterThan(9);
  for (const address of others)
    expect((await page.request.get(address)).status(), address).toBe(200);
});

test('both pages have address, title, language and picture for link previews, and are in the sitemap', async ({
  page,
  baseURL,
}) => {
  const response = await page.request.get('/sitemap.xml');
  expect(response.headers()['content-type']).toBe('application/xml; charset=utf-8');
  const listed = (await response.text()).matchAll(/<loc>(.*?)<\/loc>/g);
  expect(Array.from(listed, ([, url]) => url)).toEqual(
    listedPages.flatMap(pathsOf).map((path) => baseURL + path),
  );
  for (const [path, { paper }, image] of [
    ['/', colours.light, '/social.png'],
    ['/book', colours.dark, '/social-book.png'],
  ] as const) {
    await page.goto(path);
    const said = await metadataOf(page);
    expect(said).toMatchObject({
      'og:url': `${baseURL}${path}`,
      'og:locale': 'en_US',
      'og:locale:alternate': 'de_DE',
      'og:image': baseURL + image,
      'og:description': said.description,
      'twitter:card': 'summary_large_image',
      'theme-color': paper,
    });
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${path}`);
    await expect(page).toHaveTitle(`${said['og:title']} · ${said['og:site_name']}`);
    const { 'og:image': picture = '', 'og:image:width': width, 'og:image:height': height } = said;
    expect(await sizeOf(page, picture)).toBe(`${width}x${height}`);
    expect((await (await page.request.get(picture)).body()).length).toBeLessThanOrEqual(250_000);
  }
});

test('robots.txt allows all crawlers and names the sitemap; the sample asks not to be listed, and has no security.txt', async ({
  page,
}) => {
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toMatch(/^User-agent: \*\nAllow: \/$/m);
  const [, sitemap = ''] = /^Sitemap: (.+)$/m.exec(robots) ?? [];
  expect((await page.request.get(sitemap)).headers()['content-type']).toBe(
    'application/xml; charset=utf-8',
  );
  for (const path of ['/', '/book', '/nowhere']) {
    await page.goto(path);
    expect((await metadataOf(page)).robots, path).toBe('noindex');
  }
  expect(Object.keys(await metadataOf(page)).join()).not.toMatch(/og:|twitter:/);
  expect((await page.request.get('/.well-known/security.txt')).status()).toBe(404);
});

test('both pages describe provider, offer and contact for search engines', async ({ page }) => {
  await page.goto('/');
  const [organization, website, service] = await linkedDataOf(page);
  const reference = { '@id': organization['@id'] };
  expect([website.publisher, service.provider]).toEqual([reference, reference]);
  expect((await page.request.get(organization.logo)).headers()['content-type']).toBe('image/png');
  await expect(page).toHaveTitle(new RegExp(`^${service.name}`));
  // Empty details of the provider are not shown.
  expect(Object.keys(organization)).not.toContain('legalName');
  await page.goto('/book');
  const [contact, sameOrganization] = await linkedDataOf(page);
  expect(sameOrganization).toEqual(organization);
  expect(contact).toMatchObject({
    '@type': 'ContactPage',
    about: reference,
    isPartOf: { '@id': website['@id'] },
    breadcrumb: { itemListElement: [{ item: website.url }, { item: contact.url }] },
  });
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', contact.url);
  await expect(page).toHaveTitle(new RegExp(`^${contact.name}`));
});

/** The properties in the page's head, by name. */
function metadataOf(page: Page): Promise<Record<string, string>> {
  return page.locator('meta[content]').evaluateAll((all) => {
    const said = (tag: Element, name: string) => tag.getAttribute(name) ?? '';
    return Object.fromEntries(
      all.map((tag) => [said(tag, 'name') || said(tag, 'property'), said(tag, 'content')]),
    );
  });
}

/** The page's JSON-LD. */
async function linkedDataOf(page: Page) {
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  const { '@context': context, '@graph': graph } = JSON.parse(text ?? '');
  expect(context).toBe('https://schema.org');
  return graph;
}

/** Every address of this site in the page, in full. */
function addressesOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = document.querySelectorAll('[href]:not(use), [src], meta[property="og:image"]');
    const said = (element: Element) =>
      ['href', 'src', 'content'].map((name) => element.getAttribute(name)).find(Boolean);
    return [...named]
      .map((element) => new URL(said(element) ?? '', document.baseURI).href)
      .filter((address) => new URL(address).origin === location.origin);
  });
}

/** Every address with a fragment that exists on the page. */
function placesOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[id]')].map(({ id }) => new URL(`#${id}`, location.href).href),
  );
}
