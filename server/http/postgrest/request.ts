import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { bodyTooLarge, type HttpError, invalidBody } from './errors.ts';

/** A request to the data interface, parsed and not yet validated. */
export interface ParsedRequest {
  method: string;
  /** The path below the data interface, split at its first slashes and then decoded. */
  segments: string[];
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The first of what the client accepts that we have; undefined when we have none of it. */
  preferred: 'json' | 'html' | undefined;
  /** The type of the body in lower case, without parameters. */
  contentType: string;
  /** A browser posts the form itself: it gets pages, not JSON. */
  native: boolean;
}

/** Parses a request below `prefix`, whose path Fastify could decode. */
export function parseRequest(
  { method, headers, originalUrl }: FastifyRequest,
  prefix: string,
): ParsedRequest {
  const [path = ''] = originalUrl.split('?', 1);
  const preferred = preferredType(headers.accept);
  const contentType = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return {
    method,
    segments: path
      .slice(prefix.length + 1)
      .split('/', 2)
      .map(decodeURIComponent),
    query: new URLSearchParams(originalUrl.slice(path.length, path.length + longestQuery)),
    headers,
    preferred,
    contentType,
    native: method === 'POST' && preferred === 'html' && contentType === formType,
  };
}

/** The type of a body that a browser posts by itself. */
export const formType = 'application/x-www-form-urlencoded';

const jsonTypes = [
  'application/json',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json',
];

/** Browsers send about 100 characters. Parsing 16 KB would take as long as hundreds of bookings. */
const longestAccept = 500;

/** In characters. What is behind them is not looked at: parsing 16 KB takes as long as three bookings. */
const longestQuery = 3_000;

function preferredType(accept: string | undefined): ParsedRequest['preferred'] {
  if (accept !== undefined && accept.length > longestAccept) return undefined;
  // Only the weight of a type matters: `application/json; charset=utf-8` is JSON.
  const plain = accept?.replace(/;\s*(?!q=)[^;,]*/gi, '').trim() || '*/*';
  const type = new Negotiator({ headers: { accept: plain } }).mediaType([
    ...jsonTypes,
    'text/html',
  ]);
  if (type === undefined) return undefined;
  return type === 'text/html' ? 'html' : 'json';
}

/** PostgREST has no limit; a booking needs less than a tenth of this. In bytes. */
const bookingLimit = 16 * 1024;

/**
 * A client that is still sending does not read the answer. Up to here, in bytes, the rest of a body
 * that is too large is received and dropped, so that the 413 arrives.
 */
const drainLimit = 256 * 1024;

/** What a chunk counts at least, in bytes: reading one takes longer than a thousand bytes do. */
const leastChunk = 16;

export interface Body {
  /** The body, or as much of it as it may have. */
  bytes: Buffer;
  /** Why the body must not be parsed: it was cut off or is too large. */
  error?: HttpError;
}

/** Reads the body of a request, which may have so many bytes. */
export async function readBody(
  request: IncomingMessage,
  bodyLimit: number = bookingLimit,
): Promise<Body> {
  const tooLarge = (bytes: Buffer) => ({ bytes, error: bodyTooLarge(`${bodyLimit} bytes`) });
  if (Number(request.headers['content-length']) > drainLimit) return tooLarge(Buffer.alloc(0));
  const chunks: Buffer[] = [];
  let received = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (received < bodyLimit) chunks.push(chunk.subarray(0, bodyLimit - received));
      received += Math.max(chunk.length, leastChunk);
      if (received > drainLimit) break;
    }
  } catch {
    // The client cut the body off: it may look like a whole booking, and is none.
    return { bytes: Buffer.alloc(0), error: invalidBody() };
  }
  const bytes = Buffer.concat(chunks);
  return received > bodyLimit ? tooLarge(bytes) : { bytes };
}
