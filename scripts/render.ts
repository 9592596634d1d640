// node scripts/render.ts BUILT FOLDER SETTINGS: renders the site built in BUILT (`dist/`) with SETTINGS
// (`SiteSettings` as JSON) into the new folder FOLDER, for `readSite`.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { closedPolicy, commonHeaders, permissionsPolicy } from '../server/http/headers.ts';
import type { SiteScreens } from '../server/http/pages.ts';
import type { FileEntries } from '../server/http/static-files.ts';
import type { RenderSite, SiteSettings } from '../site/site.ts';

const [built = '', folder = '', json = ''] = process.argv.slice(2);
const settings: SiteSettings = JSON.parse(json);
const partial = `${folder}.${process.pid}.partial`;
const bodies = new Map<string, string | Uint8Array>();
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

try {
  await collectFiles();
  await Promise.all([...bodies].map(([name, body]) => write(name, Buffer.from(body))));
  await rename(partial, folder);
} catch (error) {
  await rm(partial, { recursive: true, force: true });
  // If another process has written the folder, the failure does not matter.
  if (!existsSync(folder)) {
    console.error(error);
    process.exitCode = 1;
  }
}

/** Renders the site, and puts each file with its name into `bodies`. */
async function collectFiles(): Promise<void> {
  const { renderSite }: { renderSite: RenderSite } = await builtModule('render');
  const site = await renderSite(settings);
  const files: FileEntries = {};
  for (const { path: address, html, policy } of site.languages.flatMap(({ pages }) => pages)) {
    const file = address === '/' ? 'index.html' : `${address.slice(1)}.html`;
    bodies.set(file, html);
    files[address] = { file, type: withCharset('text/html'), cacheControl: 'no-cache', policy };
    // For /book some hosts serve `book.html`, others `book/index.html`. All links start at the root, so the same
    // page works at both.
    if (settings.staticHost && address !== '/') bodies.set(`${address.slice(1)}/index.html`, html);
  }
  const hasInbox = settings.hasInbox && existsSync(moduleFile('inbox'));
  const others = [
    ...site.files,
    ...(await builtFiles('client', 'assets')),
    ...(await builtFiles('pictures', '')),
    ...(hasInbox ? await builtFiles('inbox', 'assets', '/inbox') : []),
  ];
  for (const { path: address, type, body } of others) {
    const file = address.slice(1);
    bodies.set(file, body);
    files[address] = { file, type: withCharset(type), cacheControl: cacheControlOf(address) };
  }
  if (settings.staticHost) {
    for (const [nth, { language, notFound }] of site.languages.entries())
      bodies.set(nth === 0 ? '404.html' : `${language}/404.html`, notFound.html);
    bodies.set('_headers', headersFile(settings.siteUrl));
    return;
  }
  const screens: SiteScreens = {
    languages: site.languages.map(({ pages, ...withoutAddress }) => withoutAddress),
    ...(hasInbox && { inbox: await (await builtModule('inbox')).renderInbox() }),
  };
  bodies.set('screens.json', JSON.stringify(screens));
  bodies.set('headers.json', JSON.stringify(files));
}

function cacheControlOf(address: string): string {
  // These names contain a hash of the bytes.
  if (address.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  // Private, because a proxy's copy would outlive the inbox.
  if (address.startsWith('/inbox/')) return 'private, max-age=31536000, immutable';
  return 'public, max-age=3600';
}

/** Text and XML must name their encoding (RFC 2046, RFC 7303). */
function withCharset(type: string): string {
  return /^text\/|[+/]xml$/.test(type) ? `${type}; charset=utf-8` : type;
}

/** The files in a folder of one part of the build: scripts or PNG pictures. */
async function builtFiles(part: string, folder: string, base = '/') {
  const names = await readdir(path.join(built, part, folder));
  return Promise.all(
    names.map(async (name) => ({
      path: path.posix.join(base, folder, name),
      type: name.endsWith('.js') ? 'text/javascript' : 'image/png',
      body: await readFile(path.join(built, part, folder, name)),
    })),
  );
}

/** Writes a file, and its compressed forms if they are smaller. */
async function write(name: string, body: Buffer): Promise<void> {
  const file = path.join(partial, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, body);
  if (!/\.(html|js|css|svg|txt|xml)$/.test(name)) return;
  const size = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const br = await brotli(body, { params: size });
  const gz = await gzip(body, { level: 9 });
  if (br.length < body.length) await writeFile(`${file}.br`, br);
  if (gz.length < body.length) await writeFile(`${file}.gz`, gz);
}

function builtModule(name: string) {
  return import(pathToFileURL(moduleFile(name)).href);
}

function moduleFile(name: string): string {
  return path.join(built, 'server', `${name}.js`);
}

/**
 * Headers in the format of Netlify and Cloudflare Pages. Each page has its policy in a `meta`, which cannot contain
 * `frame-ancestors`. If two rules have one header, both apply.
 */
function headersFile(siteUrl: string): string {
  const rules = {
    '/*': {
      ...commonHeaders(siteUrl),
      'Content-Security-Policy': "frame-ancestors 'none'",
      'Permissions-Policy': permissionsPolicy,
    },
    // An SVG file can contain a script.
    '/assets/*': {
      'Cache-Control': cacheControlOf('/assets/'),
      'Content-Security-Policy': closedPolicy,
    },
  };
  const lines = Object.entries(rules).flatMap(([address, headers]) => [
    address,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}
