import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { closedHeaders, permissionsPolicy } from './headers.ts';

const encodings = { br: '.br', gzip: '.gz', identity: '' } as const;
type Encoding = keyof typeof encodings;

interface FileEntry {
  /** The file's path, with slashes. */
  file: string;
  type: string;
  cacheControl: string;
  /** Only pages have one. */
  policy?: string;
}

/** The file `headers.json` of a rendered site, by address. */
export type FileEntries = Record<string, FileEntry>;

/** A file's bytes in one encoding, with all response headers. */
interface Variant {
  body: Buffer;
  etag: string;
  headers: Readonly<Record<string, string>>;
}

/** A file in memory, in every encoding that it has. */
export type StaticFile = Readonly<Partial<Record<Encoding, Variant>> & { identity: Variant }>;

/** Characters. Browsers send about 30. A client that sends more than this gets the uncompressed file. */
const longestAcceptEncoding = 200;

/** Answers a GET or HEAD with the file in the first encoding that the client accepts, or with 304. */
export function sendFile(file: StaticFile, request: FastifyRequest, reply: FastifyReply): void {
  const { headers } = request;
  const { 'accept-encoding': accepted = '', 'if-none-match': known = '' } = headers;
  const variant = file[encodingFor(accepted.toString(), file)] ?? file.identity;
  reply.hijack();
  if (hasUnreadBody(request.raw)) reply.raw.setHeader('Connection', 'close');
  // RFC 9110 §13.1.2. The list need not be parsed, because a quoted tag is unique in it.
  if (known === '*' || known.includes(variant.etag))
    reply.raw.writeHead(304, variant.headers).end();
  else reply.raw.writeHead(200, variant.headers).end(variant.body);
}

function encodingFor(accepted: string, file: StaticFile): Encoding {
  if (accepted === '' || accepted.length > longestAcceptEncoding) return 'identity';
  const names = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings();
  if (file.br && names.includes('br')) return 'br';
  return file.gzip && names.includes('gzip') ? 'gzip' : 'identity';
}

/** Reads a file of the rendered site from `folder`, in all its encodings. `siteUrl` is the public origin. */
export async function readStaticFile(
  folder: string,
  { file, type, cacheControl, policy }: FileEntry,
  siteUrl: string,
): Promise<StaticFile> {
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
  const read = async (encoding: Encoding): Promise<Variant> => {
    const body = await readFile(path.join(folder, file + encodings[encoding]));
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const length = { ETag: etag, 'Content-Length': String(body.length) };
    const encoded = encoding !== 'identity' && { 'Content-Encoding': encoding };
    return { body, etag, headers: { ...shared, ...length, ...encoded } };
  };
  const has = (encoding: Encoding) => existsSync(path.join(folder, file + encodings[encoding]));
  return {
    identity: await read('identity'),
    ...(has('br') && { br: await read('br') }),
    ...(has('gzip') && { gzip: await read('gzip') }),
  };
}

/** Whether part of the body is still unread. Node would read all of it before the next request. */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0' } = headers;
  return !complete && (length !== '0' || headers['transfer-encoding'] !== undefined);
}
