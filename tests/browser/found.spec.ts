import { brand } from '../../content/brand.ts';
import { legal } from '../../content/en/legal.ts';
import { colours } from '../../site/colours.ts';
import type { LegalDocument } from '../../site/copy.ts';
import { markupFaults } from '../support/markup.ts';
import { readPage } from '../support/read-page.ts';
import { expect, test } from '../support/visit.ts';

const folders = brand.languages.map((language, index) => (index === 0 ? '' : `/${language}`));
const documents: readonly LegalDocument[] = legal.documents;
const listedPages = ['', '/book', ...documents.map(({ path }) => `/${path}`)];
const pathsOf = (page: string) => folders.map((folder) => folder + page || '/');
const pages = [...listedPages, '/nowhere'].flatMap(pathsOf);

/** Words that mark something as a sample, by language. */
const doubts = {
  en: /sample|specimen|example|invented|illustrat|demonstrat/gi,
  de: /muster|beispiel|erfunden|veranschaulich|vorführ/gi,
};

/** Classes of details that the sample leaves empty. */
const emptyDetails = ['contact', 'reference', 'call-facts', 'levels', 'credentials', 'on-chain'];

test('every page follows the HTML standard, and its links, pictures and fragments exist', async ({
  page,
}) => {
  const within = new Set<string>();
  const places = new Set<string>();
  for (const path of pages) {
    const read = await readPage(page, path);
    expect(await markupFaults(read.html), path).toEqual([]);
    const policy = read.response.headers()['content-security-policy'];
    expect(policy, path).toMatch(/^default-src 'none';(?!.*unsafe).*form-action '(none|self)'/);
    for (const address of read.addresses) within.add(address);
    for (const place of read.places) places.add(place);
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
    const { metadata, canonical, title } = await readPage(page, path);
    expect(metadata).toMatchObject({
      'og:url': `${baseURL}${path}`,
      'og:locale': 'en_US',
      'og:locale:alternate': 'de_DE',
      'og:image': baseURL + image,
      'og:description': metadata.description,
      'twitter:card': 'summary_large_image',
      'theme-color': paper,
    });
    expect(canonical).toBe(`${baseURL}${path}`);
    expect(title).toBe(`${metadata['og:title']} · ${metadata['og:site_name']}`);
    const {
      'og:image': picture = '',
      'og:image:width': width,
      'og:image:height': height,
    } = metadata;
    const file = await (await page.request.get(picture)).body();
    // A PNG begins with its size: https://www.w3.org/TR/png-3/#11IHDR
    expect([16, 20].map((place) => `${file.readUInt32BE(place)}`)).toEqual([width, height]);
    expect(file.length).toBeLessThanOrEqual(250_000);
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
  const found = await Promise.all(['/', '/book', '/nowhere'].map((path) => readPage(page, path)));
  expect(found.map(({ metadata }) => metadata.robots)).toEqual(Array(3).fill('noindex'));
  expect(Object.keys(found[2]?.metadata ?? {}).join()).not.toMatch(/og:|twitter:/);
  expect((await page.request.get('/.well-known/security.txt')).status()).toBe(404);
});

test('both pages describe provider, offer and contact for search engines', async ({ page }) => {
  const [home, book] = [await readPage(page, '/'), await readPage(page, '/book')];
  expect(home.linkedData['@context']).toBe('https://schema.org');
  const [organization, website, service] = home.linkedData['@graph'];
  const reference = { '@id': organization['@id'] };
  expect([website.publisher, service.provider]).toEqual([reference, reference]);
  expect((await page.request.get(organization.logo)).headers()['content-type']).toBe('image/png');
  expect(home.title.startsWith(service.name)).toBe(true);
  // Empty details of the provider are not shown.
  expect(Object.keys(organization)).not.toContain('legalName');
  const [contact, sameOrganization] = book.linkedData['@graph'];
  expect(sameOrganization).toEqual(organization);
  expect(contact).toMatchObject({
    '@type': 'ContactPage',
    about: reference,
    isPartOf: { '@id': website['@id'] },
    breadcrumb: { itemListElement: [{ item: website.url }, { item: contact.url }] },
  });
  expect(book.canonical).toBe(contact.url);
  expect(book.title.startsWith(contact.name)).toBe(true);
});

test('shows only the filled-in details, and marks the site as a sample once', async ({ page }) => {
  for (const path of ['/', '/book', '/nowhere']) {
    const { body, footer, classes, html } = await readPage(page, path);
    expect(footer).toContain(legal.sample);
    expect(body.split(legal.sample), path).toHaveLength(2);
    expect(emptyDetails.filter((name) => classes.includes(name))).toEqual([]);
    expect(html).not.toContain('href="tel:');
    expect(body, path).not.toMatch(/\[\[|\]\]|\{|\}|undefined|null/);
  }
  const terms = legal.privacy.points.filter(
    (point) =>
      !('when' in point && point.when === 'inbox') &&
      !/\{(legalName|webhook|storagePeriod|receipt|scheduling)\}/.test(point.text),
  );
  await page.goto('/book');
  await expect(page.locator('.privacy dt')).toHaveText(terms.map(({ term }) => term));
});

test('marks samples as such in the sections of / and its footer, at most seven times', async ({
  page,
}) => {
  for (const [path, doubt] of [
    ['/', doubts.en],
    ['/de', doubts.de],
  ] as const) {
    const { main, footer } = await readPage(page, path);
    const said = [main, footer].map((text) => text.replaceAll(brand.mail, '').match(doubt) ?? []);
    expect(said.map(({ length }) => length > 0)).toEqual([true, true]);
    expect(said.flat().length, said.join()).toBeLessThanOrEqual(7);
  }
});
