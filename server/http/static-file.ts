import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import { rangeOf } from './byte-range.ts';
import { compress } from './compress.ts';
import { closedHeaders, permissionsPolicy } from './headers.ts';

export interface FileSource {
  type: string;
  body: Buffer;
  cacheControl: string;
  /** A page's Content-Security-Policy. */
  policy?: string;
  /** The body compressed already, by the build. */
  compressed?: { br: Buffer; gzip: Buffer };
}

type Encoding = 'br' | 'gzip' | 'identity';

interface Variant {
  body: Buffer;
  etag: string;
  /** Name, value, name, value …: `writeHead` takes such a list as it is, which is faster than an object. */
  headers: string[];
  /** Those of an answer that has nothing of the file. */
  refusal: string[];
}

/** A file in every encoding that makes it smaller. */
export type PreparedFile = ReadonlyMap<Encoding, Variant>;

/** Compresses as far as it goes: done once at start, for every visitor of the site at `siteUrl`. */
export async function prepareFile(
  { type, body, cacheControl, policy, compressed }: FileSource,
  siteUrl: string,
): Promise<PreparedFile> {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const bodies = new Map<Encoding, Buffer>([['identity', body]]);
  if (isCompressible(type)) {
    const { br, gzip } = compressed ?? (await compress(body));
    if (br.length < body.length) bodies.set('br', br);
    if (gzip.length < body.length) bodies.set('gzip', gzip);
  }
  const closed = closedHeaders(siteUrl);
  const shared = {
    ...closed,
    // The social image and the icons are there to be shown by others.
    ...(type.startsWith('image/') ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
    'Content-Type': type,
    'Cache-Control': cacheControl,
    Vary: 'Accept-Encoding',
    ...(policy === undefined
      ? { 'Accept-Ranges': 'bytes' }
      : { 'Content-Security-Policy': policy, 'Permissions-Policy': permissionsPolicy }),
  };
  const refusal = Object.entries(closed).flat();
  return new Map(
    [...bodies].map(([encoding, bytes]) => [
      encoding,
      { ...variantOf(encoding, bytes, hash, shared), refusal },
    ]),
  );
}

function variantOf(
  encoding: Encoding,
  body: Buffer,
  hash: string,
  shared: Readonly<Record<string, string>>,
): Omit<Variant, 'refusal'> {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
  const headers = [...Object.entries(shared).flat(), 'ETag', etag];
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
  return { body, etag, headers };
}

/** Answers a GET or HEAD with the file, or a part of it, in the encoding that the client likes, or with 304. */
export function sendFile(
  file: PreparedFile,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const variant = chooseVariant(file, request.headers['accept-encoding']);
  if (variant === undefined) throw new Error('A prepared file always has its own bytes');
  if (isFresh(request.headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.headers).end();
  } else if (request.method === 'GET' && request.headers.range !== undefined) {
    sendPart(variant, request, response);
  } else {
    sendWhole(variant, response);
  }
}

function sendWhole({ body, headers }: Variant, response: ServerResponse): void {
  response.writeHead(200, [...headers, 'Content-Length', String(body.length)]).end(body);
}

/** Resumes the transfer of a picture that broke off (RFC 9110 §15.3.7 and §15.5.17). */
function sendPart(variant: Variant, request: IncomingMessage, response: ServerResponse): void {
  const { body, etag, headers, refusal } = variant;
  const range = rangeOf(request.headers, etag, body.length);
  if (range === undefined) {
    sendWhole(variant, response);
  } else if (range === 'unsatisfiable') {
    response.writeHead(416, [...refusal, 'Content-Range', `bytes */${body.length}`]).end();
  } else {
    const part = body.subarray(range.first, range.last + 1);
    const where = `bytes ${range.first}-${range.last}/${body.length}`;
    const own = ['Content-Range', where, 'Content-Length', String(part.length)];
    response.writeHead(206, [...headers, ...own]).end(part);
  }
}

function chooseVariant(file: PreparedFile, accepted: string | undefined): Variant | undefined {
  for (const encoding of encodingsFor(accepted ?? '')) {
    const variant = file.get(encoding);
    if (variant !== undefined) return variant;
  }
  return file.get('identity');
}

/** Real ones have about 20 characters. To parse 16 KB costs as much as hundreds of answers. */
const longestAccepted = 1_000;

/** Browsers send a handful of values: each is parsed once. The bound keeps a stranger from filling it. */
const parsedEncodings = new Map<string, Encoding[]>();

function encodingsFor(accepted: string): Encoding[] {
  const known = parsedEncodings.get(accepted);
  if (known !== undefined) return known;
  if (accepted.length > longestAccepted) return [];
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const all: Encoding[] = ['br', 'gzip', 'identity'];
  const liked = negotiator.encodings(all);
  const encodings = all.filter((encoding) => liked.includes(encoding));
  if (parsedEncodings.size < 100) parsedEncodings.set(accepted, encodings);
  return encodings;
}

/** RFC 9110 §13.1.2, weak comparison. */
function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => {
    const trimmed = tag.trim();
    return trimmed === '*' || trimmed.replace(/^W\//, '') === etag;
  });
}

function isCompressible(type: string): boolean {
  return /^text\/|javascript|json|xml|svg/.test(type);
}
