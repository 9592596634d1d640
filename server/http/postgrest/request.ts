import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** A request to the data interface, taken apart and not yet judged. */
export interface ParsedRequest {
  method: string;
  /** The path below the data interface, split at its slashes and not decoded. */
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

/** Takes a request below `prefix` apart. Never throws. */
export function parseRequest(
  { method, headers, raw }: FastifyRequest,
  prefix: string,
): ParsedRequest {
  const [path = '', ...query] = (raw.url ?? '').split('?');
  const preferred = preferredType(headers.accept);
  const contentType = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return {
    method,
    segments: path.slice(prefix.length + 1).split('/'),
    query: new URLSearchParams(query.join('?')),
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

/** Browsers send about 100 characters. To parse 16 KB takes as long as hundreds of bookings. */
const longestAccept = 1_000;

function preferredType(accept: string | undefined): ParsedRequest['preferred'] {
  if (accept !== undefined && accept.length > longestAccept) return undefined;
  // Parameters other than the weight do not matter here: `application/json; charset=utf-8` is JSON.
  const plain = accept?.replace(/;\s*(?!q=)[^;,]*/gi, '').trim() || '*/*';
  const type = new Negotiator({ headers: { accept: plain } }).mediaType([
    ...jsonTypes,
    'text/html',
  ]);
  if (type === undefined) return undefined;
  return type === 'text/html' ? 'html' : 'json';
}
