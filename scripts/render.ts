// node scripts/render.ts BUILT FOLDER SETTINGS: renders the site built in BUILT (`dist/`) with SETTINGS
// (`SiteSettings` as JSON) into the new folder FOLDER, for `readSite`.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { bookingFields } from '../booking/booking.ts';
import { closedPolicy, commonHeaders, permissionsPolicy } from '../server/http/headers.ts';
import type { PageEntry, SiteIndex } from '../server/http/pages.ts';
import type { Page, RenderSite, SiteSettings } from '../site/site.ts';

const [built = '', folder = '', json = ''] = process.argv.slice(2);
const settings: SiteSettings = JSON.parse(json);
const partial = `${folder}.${process.pid}.partial`;
const bodies = new Map<string, string | Uint8Array>();
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

try {
  await renderSite();
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

async function renderSite(): Promise<void> {
  const module: { renderSite: RenderSite } = await import(pathToFileURL(moduleFile('render')).href);
  const site = await module.renderSite(settings);
  const files: SiteIndex['files'] = {};
  for (const { path: address, ...page } of site.languages.flatMap(({ pages }) => pages)) {
    const name = address === '/' ? 'index.html' : `${address.slice(1)}.html`;
    files[address] = { ...addPage(name, page), cacheControl: 'no-cache' };
    // For /book some hosts serve `book.html`, others `book/index.html`. All links start at the root, so the same
    // page works at both.
    if (settings.staticHost && address !== '/')
      addFile(`${address.slice(1)}/index.html`, page.html);
  }
  const others = [...(await builtFiles('client', 'assets')), ...(await builtFiles('pictures', ''))];
  for (const { path: address, type, body } of [...site.files, ...others]) {
    // Names below /assets/ contain a hash of the bytes.
    const isHashed = address.startsWith('/assets/');
    const cacheControl = isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
    files[address] = {
      file: addFile(address.slice(1), body),
      type: withCharset(type),
      cacheControl,
    };
  }
  if (settings.staticHost) {
    for (const [nth, { language, notFound }] of site.languages.entries())
      addPage(nth === 0 ? '404.html' : `${language}/404.html`, notFound);
    addFile('_headers', headersFile(files, settings.siteUrl));
    return;
  }
  const languages = site.languages.map(({ language, paths, notFound, failed, problem }) => ({
    language,
    paths,
    notFound: addPage(`screens/${language}/404.html`, notFound),
    failed: addPage(`screens/${language}/failed.html`, failed, bookingFields),
    problem: addPage(`screens/${language}/problem.html`, problem, ['message', 'requestId']),
  }));
  const inbox = settings.hasInbox && existsSync(moduleFile('inbox')) && (await renderInbox(files));
  const index: SiteIndex = { files, languages, ...(inbox && { inbox }) };
  addFile('headers.json', JSON.stringify(index));
}

async function renderInbox(files: SiteIndex['files']): Promise<PageEntry> {
  const module: { renderInbox(): Promise<Page> } = await import(
    pathToFileURL(moduleFile('inbox')).href
  );
  for (const { path: address, type, body } of await builtFiles('inbox', 'assets'))
    files[`/inbox${address}`] = {
      file: addFile(`inbox${address}`, body),
      type: withCharset(type),
      // Private, because a proxy's copy would outlive the inbox.
      cacheControl: 'private, max-age=31536000, immutable',
    };
  return addPage('screens/inbox.html', await module.renderInbox());
}

/** Adds a page. Throws if its outlets differ from these, because a text would be missing or never filled. */
function addPage(name: string, { html, policy }: Page, outlets: readonly string[] = []): PageEntry {
  const found = new Set(Array.from(html.matchAll(/\{\{(\w+)\}\}/g), ([, outlet]) => outlet));
  if ([...found].sort().join() !== outlets.toSorted().join())
    throw new Error(`${name} has the outlets '${[...found]}' and must have '${outlets}'`);
  return { file: addFile(name, html), type: 'text/html; charset=utf-8', policy };
}

/** Text and XML must name their encoding (RFC 2046, RFC 7303). */
function withCharset(type: string): string {
  return /^text\/|[+/]xml$/.test(type) ? `${type}; charset=utf-8` : type;
}

function addFile(name: string, body: string | Uint8Array): string {
  bodies.set(name, body);
  return name;
}

/** The files in a folder of one part of the build: scripts or PNG pictures. */
async function builtFiles(part: string, folder: string) {
  const names = await readdir(path.join(built, part, folder));
  return Promise.all(
    names.map(async (name) => ({
      path: path.posix.join('/', folder, name),
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
  if (!/\.(html|js|css|svg|txt|xml|webmanifest)$/.test(name)) return;
  const size = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const br = await brotli(body, { params: size });
  const gz = await gzip(body, { level: 9 });
  if (br.length < body.length) await writeFile(`${file}.br`, br);
  if (gz.length < body.length) await writeFile(`${file}.gz`, gz);
}

function moduleFile(name: string): string {
  return path.join(built, 'server', `${name}.js`);
}

/**
 * The server's headers at `siteUrl`, in the format of Netlify and Cloudflare Pages. If two rules have one header,
 * both join the values, so no rule repeats a header of another.
 */
function headersFile(files: SiteIndex['files'], siteUrl: string): string {
  const rules = new Map([['/*', commonHeaders(siteUrl)]]);
  for (const [address, { cacheControl, policy }] of Object.entries(files)) {
    const cache = { 'Cache-Control': cacheControl };
    if (address.startsWith('/assets/'))
      rules.set('/assets/*', { ...cache, 'Content-Security-Policy': closedPolicy });
    else if (policy === undefined) rules.set(address, cache);
    else {
      const headers = {
        'Content-Security-Policy': policy,
        'Permissions-Policy': permissionsPolicy,
      };
      const others = address === '/' ? ['/index.html'] : [`${address}/`, `${address}.html`];
      for (const one of [address, ...others]) rules.set(one, { ...cache, ...headers });
    }
  }
  const lines = [...rules].flatMap(([address, headers]) => [
    address,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}
