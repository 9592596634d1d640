import type { Site } from '../../site/site.ts';
import type { BuiltSite } from '../http/built-site.ts';
import { closedPolicy, commonHeaders, permissionsPolicy } from '../http/headers.ts';
import { type Document, documentsOf } from '../http/static-files.ts';

/** A file of the exported site. `name` is relative, with slashes. */
export interface StaticFile {
  name: string;
  body: Buffer | string;
}

/** The first line of `_headers`, by which an earlier export is known. */
export const exportMark = '# Written by npm run export.';

/**
 * The site as files for any static host: the bytes that the server serves, each page with its
 * policy in a `meta` element as well, since not every host sends headers of ours.
 */
export function staticFiles(built: BuiltSite, site: Site, siteUrl: string): StaticFile[] {
  const documents = documentsOf(site, built.clientFiles);
  // Hosts look for the error page of a folder first.
  const errors = site.languages.map(({ language, notFound }, index) => ({
    name: index === 0 ? '404.html' : `${language}/404.html`,
    body: withPolicy(notFound.html, notFound.policy),
  }));
  return [
    ...documents.flatMap(filesOf),
    ...errors,
    { name: '_headers', body: headersFile(documents, siteUrl) },
  ];
}

function filesOf({ path, body, policy }: Document): StaticFile[] {
  if (policy === undefined) return [{ name: path.slice(1), body }];
  const html = withPolicy(body.toString(), policy);
  // Some hosts look for `book.html` at /book, others for a folder's index. Every link on the pages
  // starts at the root, so that the page is the same at both.
  const names =
    path === '/' ? ['index.html'] : [`${path.slice(1)}.html`, `${path.slice(1)}/index.html`];
  return names.map((name) => ({ name, body: html }));
}

/**
 * A `meta` carries all of the policy but `frame-ancestors`, which browsers ignore there
 * (https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-security-policy).
 * It governs what comes after it.
 */
function withPolicy(html: string, policy: string): string {
  const carried = policy.replace(/;? *frame-ancestors [^;]*/, '');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${carried}"/>`;
  const charset = /<meta charset="utf-8"\/?>/i;
  if (!charset.test(html)) throw new Error('A page has no <meta charset> to put its policy after');
  return html.replace(charset, (found) => found + meta);
}

/**
 * The headers that the server sends, in the form that Netlify and Cloudflare Pages read. Both join
 * the values where two rules give one header, so that no rule repeats another's.
 */
function headersFile(documents: readonly Document[], siteUrl: string): string {
  const isHashed = ({ path }: Document) => path.startsWith('/assets/');
  const hashed = documents.filter(isHashed).slice(0, 1);
  const assets = hashed.map(({ cacheControl }) =>
    rule('/assets/*', { 'Cache-Control': cacheControl, 'Content-Security-Policy': closedPolicy }),
  );
  const others = documents.filter((document) => !isHashed(document));
  const rules = others.flatMap(({ path, cacheControl, policy }) => {
    const caching = { 'Cache-Control': cacheControl };
    if (policy === undefined) return [rule(path, caching)];
    const headers = {
      ...caching,
      'Content-Security-Policy': policy,
      'Permissions-Policy': permissionsPolicy,
    };
    // Where hosts serve a page, beside its own path.
    const names = path === '/' ? ['/index.html'] : [`${path}/`, `${path}.html`];
    return [path, ...names].map((address) => rule(address, headers));
  });
  return [exportMark, rule('/*', commonHeaders(siteUrl)), ...assets, ...rules, ''].join('\n');
}

function rule(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return [path, ...lines].join('\n');
}
