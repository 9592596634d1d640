import type { Page } from '@playwright/test';

/** Requests a page of this site and parses it in the empty window, without loading its files. */
export async function readPage(page: Page, path: string) {
  const response = await page.request.get(path);
  const html = await response.text();
  return {
    response,
    html,
    ...(await page.evaluate(readDocument, [html, response.url()] as const)),
  };
}

/** Runs in the window. */
function readDocument([html, url]: readonly [string, string]) {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const said = (element: Element | null, name: string) => element?.getAttribute(name) ?? '';
  const all = (selector: string) => [...parsed.querySelectorAll(selector)];
  const addresses = all('[href]:not(use), [src], meta[property="og:image"]')
    .map((element) => ['href', 'src', 'content'].map((name) => said(element, name)).find(Boolean))
    .map((address) => new URL(address ?? '', url));
  const texts = (part: string) => {
    for (const hidden of all('script, style')) hidden.remove();
    return parsed.querySelector(part)?.textContent ?? '';
  };
  const linked = parsed.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}';
  return {
    title: parsed.title,
    canonical: said(parsed.querySelector('link[rel=canonical]'), 'href'),
    /** The properties in the page's head, by name. */
    metadata: Object.fromEntries(
      all('meta[content]').map((tag) => [
        said(tag, 'name') || said(tag, 'property'),
        said(tag, 'content'),
      ]),
    ),
    /** The page's JSON-LD. */
    linkedData: JSON.parse(linked),
    /** Every address of this site in the page, in full. */
    addresses: addresses.filter(({ origin }) => origin === new URL(url).origin).map(String),
    /** Every address with a fragment that exists on the page. */
    places: all('[id]').map(({ id }) => new URL(`#${id}`, url).href),
    classes: all('[class]').flatMap(({ classList }) => [...classList]),
    main: texts('main'),
    footer: texts('footer'),
    body: texts('body'),
  };
}
