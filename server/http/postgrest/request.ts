import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import {
  bodyTooLarge,
  dialectError,
  type HttpError,
  invalidBody,
  keyError,
  permissionDenied,
  table,
} from './errors.ts';

/** A request to the data interface, parsed and not yet validated. */
export interface ParsedRequest {
  method: string;
  /** The path below the data interface, split at its first slashes and then decoded. */
  segments: string[];
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The media type of ours that the client likes best; undefined when it accepts none. */
  preferred: string | undefined;
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
  const segments = path.slice(prefix.length + 1).split('/', 2);
  return {
    ...{ method, headers, preferred, contentType },
    segments: segments.map(decodeURIComponent),
    query: new URLSearchParams(originalUrl.slice(path.length, path.length + longestQuery)),
    native: method === 'POST' && preferred === 'text/html' && contentType === formType,
  };
}

/** The type of a body that a browser posts by itself. */
export const formType = 'application/x-www-form-urlencoded';

const answerTypes = [
  'application/json',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json',
  'text/html',
];

/** Browsers send about 100 characters. Parsing 16 KB would take as long as hundreds of bookings. */
const longestAccept = 500;

/** In characters. What is behind them is not looked at: parsing 16 KB takes as long as three bookings. */
const longestQuery = 3_000;

function preferredType(accepted = ''): string | undefined {
  if (accepted.length > longestAccept) return undefined;
  // Only the weight of a type matters: `application/json; charset=utf-8` is JSON.
  const accept = accepted.replace(/;\s*(?!q=)[^;,]*/gi, '').trim() || '*/*';
  return new Negotiator({ headers: { accept } }).mediaType(answerTypes);
}

/**
 * Validates everything of a request but its body, in PostgREST's order, the gateway's public key
 * first. Gives the value of Preference-Applied, '' when nothing was preferred. Throws an `HttpError`.
 */
export function validateRequest(request: ParsedRequest, publicKey: string): string {
  const { method, segments, query, headers, preferred } = request;
  // The header wins over the query, which only the form's own action uses.
  const key = headers.apikey || query.get('apikey');
  if (!key)
    throw keyError(
      'No API key found in request',
      'No `apikey` request header or url param was found.',
    );
  if (key !== publicKey) throw keyError('Invalid API key', 'Double check the API key.');
  const [name = '', deeper] = segments;
  if (deeper !== undefined || name === '')
    throw dialectError(404, 'PGRST125', 'Invalid path specified in request URL');
  if (name !== table) {
    const message = `Could not find the table 'public.${name}' in the schema cache`;
    throw dialectError(404, 'PGRST205', message);
  }
  if (['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].includes(method)) throw permissionDenied();
  if (method !== 'POST') throw dialectError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);
  if (preferred === undefined) {
    const accept = headers.accept?.slice(0, 200);
    throw dialectError(406, 'PGRST107', `None of these media types are available: ${accept}`);
  }
  const schema = headers['content-profile'] ?? 'public';
  if (schema !== 'public') {
    const hint = 'Only the following schemas are exposed: public';
    throw dialectError(406, 'PGRST106', `Invalid schema: ${schema}`, { hint });
  }
  return readPreferences(headers.prefer?.toString());
}

/** What is known and applied, in the order in which PostgREST says so. */
const knownPreferences = [
  ['resolution=merge-duplicates', 'resolution=ignore-duplicates'],
  ['missing=default', 'missing=null'],
  ['return=representation', 'return=minimal', 'return=headers-only'],
  ['handling=strict', 'handling=lenient'],
];

/** How many preferences are looked at. 16 KB of them would take as long as five bookings. */
const mostPreferences = 20;

/** Reads the header Prefer (RFC 7240) as PostgREST does: of each preference the first known value. Nothing is counted. */
function readPreferences(header = ''): string {
  const given = header.split(',', mostPreferences).map((preference) => preference.trim());
  const applied = knownPreferences.flatMap(
    (values) => given.find((one) => values.includes(one)) ?? [],
  );
  if (applied.includes('handling=strict')) {
    const known = ['', ...knownPreferences.flat()];
    const unknown = given.filter((one) => !known.includes(one) && !one.startsWith('count='));
    if (unknown.length > 0)
      throw dialectError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
        details: `Invalid preferences: ${unknown.slice(0, 9).join(', ').slice(0, 200)}`,
      });
  }
  // A visitor may have no row back, and change none.
  if (applied.some((one) => /^(resolution=|return=(?!minimal))/.test(one)))
    throw permissionDenied();
  return applied.join(', ');
}

/** PostgREST has no limit; a booking needs less than a tenth of this. In bytes. */
const bodyLimit = 16 * 1024;

/**
 * A client that is still sending does not read the answer. Up to here, in bytes, the rest of a body
 * that is too large is received and dropped, so that the 413 arrives.
 */
const drainLimit = 256 * 1024;

/** What a chunk counts at least, in bytes: reading one takes longer than a thousand bytes do. */
const leastChunk = 16;

/**
 * Reads the body of a request, or as much of it as it may have. With an `error` it must not be parsed:
 * it was cut off or is too large.
 */
export async function readBody(
  request: IncomingMessage,
): Promise<{ bytes: Buffer; error?: HttpError }> {
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
  if (received > bodyLimit) return { bytes, error: bodyTooLarge(`${bodyLimit} bytes`) };
  return { bytes };
}
