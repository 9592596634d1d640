import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Site } from '../../site/site.ts';
import { closedHeaders, permissionsPolicy } from './headers.ts';

/** A file that the build made for the browser. `path` starts with a slash. */
export interface ClientFile {
  path: string;
  type: string;
  body: Buffer;
  /** As the build compressed it, where it did. */
  compressed?: { br: Buffer; gzip: Buffer };
}

/** A file as it is served. */
export interface Document extends ClientFile {
  cacheControl: string;
  /** The Content-Security-Policy of a page. */
  policy?: string;
}

/** A file as it is sent, in one encoding. */
interface Variant {
  body: Uint8Array;
  etag: string;
  headers: Readonly<Record<string, string>>;
}

/** A file as it is, and in every encoding that makes it smaller, the smallest first. */
export interface EncodedFile {
  identity: Variant;
  smaller: readonly (Variant & { encoding: 'br' | 'gzip' })[];
}

/** Answers a GET or HEAD with the file in the encoding that suits the client best, or with 304. */
export function sendFile(
  { identity, smaller }: EncodedFile,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): void {
  const accepted = new Negotiator({ headers }).encodings();
  const variant = smaller.find(({ encoding }) => accepted.includes(encoding)) ?? identity;
  // RFC 9110 §13.1.2, weak comparison.
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  reply.hijack();
  if (tags?.includes(variant.etag) || tags?.includes('*'))
    reply.raw.writeHead(304, variant.headers).end();
  else reply.raw.writeHead(200, variant.headers).end(variant.body);
}

/** Everything of a rendered site, and of what the build made, that has an address of its own. */
export function documentsOf(site: Site, clientFiles: readonly ClientFile[] = []): Document[] {
  const pages = site.languages.flatMap(({ pages }) => pages);
  const rendered = site.files.map((file) => ({ ...file, body: Buffer.from(file.body) }));
  return [
    ...pages.map(({ path, html, policy }) => ({
      path,
      type: 'text/html; charset=utf-8',
      body: Buffer.from(html),
      cacheControl: 'no-cache',
      policy,
    })),
    ...[...rendered, ...clientFiles].map((file) => ({
      ...file,
      // What lies under /assets/ carries a hash of its bytes in its name.
      cacheControl: file.path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
    })),
  ];
}

/** Compresses a file as far as it goes and makes its headers, for the site at `siteUrl`. */
export async function encodeFile(
  { type, body, cacheControl, policy, compressed }: Document,
  siteUrl: string,
): Promise<EncodedFile> {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const shared = {
    ...closedHeaders(siteUrl),
    // Other sites may show the social image and the icons.
    ...(type.startsWith('image/') && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
    'Content-Type': type,
    'Cache-Control': cacheControl,
    Vary: 'Accept-Encoding',
    ...(policy !== undefined && {
      'Content-Security-Policy': policy,
      'Permissions-Policy': permissionsPolicy,
    }),
  };
  const variantOf = (bytes: Uint8Array, tag: string, own = {}): Variant => {
    const etag = `"${tag}"`;
    const headers = { ...shared, ETag: etag, 'Content-Length': String(bytes.length), ...own };
    return { body: bytes, etag, headers };
  };
  const identity = variantOf(body, hash);
  if (!/^text\/|javascript|json|xml|svg/.test(type)) return { identity, smaller: [] };
  const bodies = compressed ?? (await compress(body));
  const variants = (['br', 'gzip'] as const).map((encoding) => ({
    encoding,
    ...variantOf(bodies[encoding], `${hash}-${encoding}`, { 'Content-Encoding': encoding }),
  }));
  return { identity, smaller: variants.filter((variant) => variant.body.length < body.length) };
}

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** The body as small as each encoding makes it. */
export async function compress(body: Buffer): Promise<{ br: Buffer; gzip: Buffer }> {
  const [br, gz] = await Promise.all([
    brotli(body, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    gzip(body, { level: 9 }),
  ]);
  return { br, gzip: gz };
}
