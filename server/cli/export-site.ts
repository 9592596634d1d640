// npm run export -- DIR: the site as plain files, for any static host in front of another data interface.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Site } from '../../site/site.ts';
import { assertBuilt, createProgram, report, UsageError } from '../command-line.ts';
import { isForeign } from '../config/addresses.ts';
import { type Config, ConfigError, readConfig, root, siteSettingsOf } from '../config/config.ts';
import { warningsOf } from '../config/warnings.ts';
import { type BuiltSite, loadSite } from '../http/built-site.ts';
import { closedPolicy, commonHeaders, permissionsPolicy } from '../http/headers.ts';
import { type Document, documentsOf } from '../http/static-files.ts';
import { writeAtomically } from './atomic-write.ts';

/** The first line of `_headers`, by which an earlier export is known. */
const exportMark = '# Written by npm run export.';

await createProgram('npm run export --')
  .description(
    'Writes the site as plain files into a new folder, for any static host. The form then posts to a data interface elsewhere: a hosted Supabase project, or a PostgREST of your own. Settings are read from the environment and .env, like the server’s. Needed are SITE_URL and BACKEND_URL, and PUBLIC_KEY for a Supabase project. Export again when a setting or a text has changed, and in a new year.',
  )
  .usage('DIR [--force]')
  .argument('<dir>', 'the new folder')
  .option('--force', 'replace an earlier export')
  .addHelpText(
    'after',
    '\nExample: SITE_URL=https://www.company.com BACKEND_URL=https://project.supabase.co/rest/v1 \\\n         PUBLIC_KEY=… npm run export -- public',
  )
  .action(exportSite)
  .parseAsync()
  .catch((error) => {
    process.exitCode = report(error);
  });

async function exportSite(folder: string, { force = false }: { force?: boolean }): Promise<void> {
  const config = readConfig();
  mustSuitStaticHost(config);
  const folderOfBuild = path.join(root, 'dist');
  assertBuilt(folderOfBuild);
  const built = await loadSite(folderOfBuild);
  const year = new Date().getUTCFullYear();
  const site = await built.renderSite({ ...siteSettingsOf(config), year });
  const files = staticFiles(built, site, config.siteUrl);
  await mustBeReplaceable(folder, files.keys(), force);
  await writeAtomically(folder, async (partial) => {
    for (const [name, body] of files) {
      const file = path.join(partial, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, body);
    }
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
  });
  for (const text of Object.values(warningsOf(config, true)))
    process.stderr.write(`Warning: ${text}.\n`);
  process.stdout.write(
    `${files.size} files for ${config.siteUrl} written to ${folder}. The form posts to ${config.backendUrl}.\n`,
  );
}

/** Throws `ConfigError` with all that a static host cannot do without. */
function mustSuitStaticHost({ backendUrl, siteUrlIsSet }: Config): void {
  const site =
    'SITE_URL is not set, and the links that leave the site need it: write the public origin without a path, such as https://www.company.com.';
  const backend = `BACKEND_URL is ${JSON.stringify(backendUrl)}, a path, and a static host has no data interface: write the address of one, such as https://project.supabase.co/rest/v1.`;
  const missing = [...(siteUrlIsSet ? [] : [site]), ...(isForeign(backendUrl) ? [] : [backend])];
  if (missing.length > 0) throw new ConfigError(missing.join('\n'));
}

/** Throws `UsageError` for a folder that is not empty, unless `force` is set and an earlier export alone is in it. */
async function mustBeReplaceable(folder: string, files: Iterable<string>, force: boolean) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code !== 'ENOTDIR') throw error;
    throw new UsageError(`${folder} is a file, or below one: name a folder.`);
  });
  const ours = new Set(Array.from(files, (name) => name.split('/')[0]));
  const headers = await readFile(path.join(folder, '_headers'), 'utf8').catch(() => '');
  const isExport = headers.startsWith(exportMark) && names.every((name) => ours.has(name));
  if (names.length > 0 && !(force && isExport))
    throw new UsageError(
      `${folder} is not empty: choose another folder, or empty it. --force replaces an earlier export to which nothing was added.`,
    );
}

/**
 * The site as files for any static host, by their names: the bytes that the server serves, each page with
 * its policy in a `meta` element as well, since not every host sends headers of ours.
 */
function staticFiles(built: BuiltSite, site: Site, siteUrl: string) {
  const documents = documentsOf(site, built.clientFiles);
  const files = new Map<string, Buffer | string>();
  for (const { path, body, policy } of documents) {
    const name = path.slice(1);
    // Some hosts look for `book.html` at /book, others for a folder's index. Every link on the pages
    // starts at the root, so that the page is the same at both.
    const names = name === '' ? ['index.html'] : [`${name}.html`, `${name}/index.html`];
    if (policy === undefined) files.set(name, body);
    else for (const one of names) files.set(one, withPolicy(body.toString(), policy));
  }
  // Hosts look for the error page of a folder first.
  for (const [index, { language, notFound }] of site.languages.entries()) {
    const name = index === 0 ? '404.html' : `${language}/404.html`;
    files.set(name, withPolicy(notFound.html, notFound.policy));
  }
  return files.set('_headers', headersFile(documents, siteUrl));
}

/**
 * A `meta` carries all of the policy but `frame-ancestors`, which browsers ignore there
 * (https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-security-policy).
 * It governs what comes after it.
 */
function withPolicy(html: string, policy: string): string {
  const carried = policy.replace(/;? *frame-ancestors [^;]*/, '');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${carried}"/>`;
  return html.replace(/<meta charset="utf-8"\/?>/i, (charset) => charset + meta);
}

/**
 * The headers that the server sends, in the form that Netlify and Cloudflare Pages read. Both join
 * the values where two rules give one header, so that no rule repeats another's.
 */
function headersFile(documents: readonly Document[], siteUrl: string): string {
  const rules = new Map([['/*', commonHeaders(siteUrl)]]);
  for (const { path, cacheControl, policy } of documents) {
    const isHashed = path.startsWith('/assets/');
    // Where hosts serve a page, beside its own path.
    const others = path === '/' ? ['/index.html'] : [`${path}/`, `${path}.html`];
    const closed = isHashed && { 'Content-Security-Policy': closedPolicy };
    const ofPage = policy !== undefined && {
      'Content-Security-Policy': policy,
      'Permissions-Policy': permissionsPolicy,
    };
    for (const address of [isHashed ? '/assets/*' : path, ...(ofPage ? others : [])])
      rules.set(address, { 'Cache-Control': cacheControl, ...closed, ...ofPage });
  }
  const lines = [...rules].flatMap(([address, headers]) => [
    address,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return [exportMark, ...lines, ''].join('\n');
}
