import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { describe, expect, test } from 'vitest';
import { colours } from '../../content/colours.ts';
import type { Site } from '../../site/site.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const site = await renderedSite();

describe('a picture', () => {
  test.each([
    ['/apple-touch-icon.png', 180, 180],
    ['/icon-192.png', 192, 192],
    ['/icon-512.png', 512, 512],
    ['/icon-maskable-512.png', 512, 512],
    ['/social.png', 1200, 630],
  ])('at %s is a PNG of %i by %i', (path, width, height) => {
    const { type, body } = fileAt(site, path);
    expect(type).toBe('image/png');
    expect(sizeOfPng(body)).toEqual([width, height]);
  });

  test('for the tab is an SVG, and an ICO that holds one PNG of 32 by 32', () => {
    const svg = fileAt(site, '/favicon.svg');
    expect(svg.type).toBe('image/svg+xml');
    expect(svg.body.toString()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" /);

    const { type, body } = fileAt(site, '/favicon.ico');
    expect(type).toBe('image/x-icon');
    expect([...body.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    const [length, start] = [body.readUInt32LE(14), body.readUInt32LE(18)];
    expect(start + length).toBe(body.length);
    expect(sizeOfPng(body.subarray(start))).toEqual([32, 32]);
  });

  test('for shared links travels in 250 KB', () => {
    expect(fileAt(site, '/social.png').body.length).toBeLessThanOrEqual(250_000);
  });
});

test('the manifest names icons that are there, in their sizes', () => {
  const { type, body } = fileAt(site, '/site.webmanifest');
  expect(type).toBe('application/manifest+json');
  const manifest = JSON.parse(body.toString());
  expect(manifest).toMatchObject({ start_url: '/', theme_color: colours.light.paper });
  expect(manifest.icons.length).toBeGreaterThan(0);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = fileAt(site, src);
    expect(type).toBe(icon.type);
    expect(sizes).toBe(sizeOfPng(icon.body).join('x'));
  }
});

describe('the head', () => {
  test.each([
    ['/', 'light'],
    ['/book', 'dark'],
  ] as const)('of %s describes a link to it, with absolute addresses', (path, theme) => {
    const { html } = path === '/' ? site.landing : site.book;
    const tags = metaTags(html);
    const picture = fileAt(site, new URL(tags.get('og:image') ?? '').pathname);
    expect(tags.get('og:image')).toMatch(/^https:\/\/www\.example\.com\//);
    expect([tags.get('og:image:width'), tags.get('og:image:height')].map(Number)).toEqual(
      sizeOfPng(picture.body),
    );
    expect(tags.get('og:url')).toBe(`https://www.example.com${path}`);
    expect(html).toContain(`<link rel="canonical" href="${tags.get('og:url')}"/>`);
    expect(html).toContain(`<title>${tags.get('og:title')} · ${tags.get('og:site_name')}</title>`);
    expect(tags.get('og:description')).toBe(tags.get('description'));
    expect(tags.get('twitter:card')).toBe('summary_large_image');
    expect(tags.get('theme-color')).toBe(colours[theme].paper);
  });

  test('of the error screen has the icons, and nothing for sharing or searching', () => {
    const { html } = site.notFound;
    expect([...metaTags(html).keys()].join(' ')).not.toMatch(/og:|twitter:/);
    expect(html).not.toContain('canonical');
    expect(metaTags(html).get('robots')).toBe('noindex');
    expect(metaTags(html).get('theme-color')).toBe(colours.dark.paper);
  });

  test('links only files that are there', () => {
    for (const { html } of [site.landing, site.book, site.notFound]) {
      const links = [...html.matchAll(/<link rel="(?:[a-z-]*icon|manifest)" href="([^"]+)"/g)];
      expect(links.length).toBe(4);
      for (const [, path = ''] of links) fileAt(site, path);
    }
  });
});

/** Rendered from the sources by the project's own Vite configuration, each time anew. */
async function renderedSite(): Promise<Site> {
  const vite = await createServer({
    root,
    configLoader: 'native',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  const { renderSite } = await vite.ssrLoadModule('/site/render.tsx');
  const site = await renderSite({
    siteUrl: 'https://www.example.com',
    contactEmail: 'hello@lodemark.example',
    publicKey: 'public-client-key',
    backendUrl: '/rest/v1',
    foreignOrigin: undefined,
    sendIdempotencyKey: true,
    year: 2026,
  });
  await vite.close();
  return site;
}

function fileAt({ files }: Site, path: string): { type: string; body: Buffer } {
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined) throw new Error(`there is no file at ${path}`);
  return { type: file.type, body: Buffer.from(file.body) };
}

/** Width and height in px (PNG, third edition, §5.2 and §11.2.1). Throws when it is no PNG. */
function sizeOfPng(bytes: Buffer): [width: number, height: number] {
  expect(bytes.subarray(0, 16).toString('latin1')).toBe('\x89PNG\r\n\x1a\n\0\0\0\rIHDR');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

function metaTags(html: string): Map<string, string> {
  const tags = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  return new Map([...tags].map(([, name = '', content = '']) => [name, content]));
}
