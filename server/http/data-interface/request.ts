import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { bodyTooLarge, dialectError, invalidBody, keyError, permissionDenied } from './errors.ts';

/** The type of a body that a browser posts without a script. */
export const formType = 'application/x-www-form-urlencoded';

const answerTypes = [
  'application/json',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json',
  'text/html',
];

/** Browsers send about 100 characters. Parsing 16 KB would take as long as hundreds of bookings. */
const longestAccept = 500;

/** The media type of an answer that the client likes best; undefined when it accepts none. */
export function preferredType(accepted = ''): string | undefined {
  if (accepted.length > longestAccept) return undefined;
  // Only the weight of a type matters: `application/json; charset=utf-8` is JSON.
  const accept = accepted.replace(/;\s*(?!q=)[^;,]*/gi, '').trim() || '*/*';
  return new Negotiator({ headers: { accept } }).mediaType(answerTypes);
}

/** The type of the body in lower case, without parameters. */
export function contentTypeOf({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Whether a browser posts the form itself: it gets pages, not JSON. */
export function isNativePost(request: FastifyRequest): boolean {
  return (
    request.method === 'POST' &&
    contentTypeOf(request) === formType &&
    preferredType(request.headers.accept) === 'text/html'
  );
}

/** A parameter of the query, once; undefined where it is not there. */
export function queryValue({ query }: FastifyRequest, name: string): string | undefined {
  if (typeof query !== 'object' || query === null) return undefined;
  const value: unknown = new Map<string, unknown>(Object.entries(query)).get(name);
  return typeof value === 'string' ? value : undefined;
}

/** Throws an `HttpError` without the public key. The header wins over the query. */
export function validateKey(request: FastifyRequest, publicKey: string): void {
  const key = request.headers.apikey || queryValue(request, 'apikey');
  if (!key)
    throw keyError(
      'No API key found in request',
      'No `apikey` request header or url param was found.',
    );
  if (key !== publicKey) throw keyError('Invalid API key', 'Double check the API key.');
}

/** Throws an `HttpError` for a type of answer or a schema that is not there. */
export function validateTarget({ headers }: FastifyRequest): void {
  if (preferredType(headers.accept) === undefined) {
    const accept = headers.accept?.slice(0, 200);
    throw dialectError(406, 'PGRST107', `None of these media types are available: ${accept}`);
  }
  const schema = headers['content-profile'] ?? 'public';
  if (schema !== 'public') {
    const hint = 'Only the following schemas are exposed: public';
    throw dialectError(406, 'PGRST106', `Invalid schema: ${schema}`, { hint });
  }
}

/** What is known and applied, in the order in which PostgREST reports it. */
const knownPreferences = [
  ['resolution=merge-duplicates', 'resolution=ignore-duplicates'],
  ['missing=default', 'missing=null'],
  ['return=representation', 'return=minimal', 'return=headers-only'],
  ['handling=strict', 'handling=lenient'],
];

/** How many preferences are looked at. 16 KB of them would take as long as five bookings. */
const mostPreferences = 20;

export interface Preferences {
  /** The value of Preference-Applied; '' when nothing was preferred. */
  applied: string;
  /** The browser's time zone (IANA), where it is known. */
  timeZone?: string;
}

/** Reads the header Prefer (RFC 7240) as PostgREST does: of each preference the first known value. Throws an `HttpError`. */
export function readPreferences(header = ''): Preferences {
  const given = header.split(',', mostPreferences).map((preference) => preference.trim());
  const applied = knownPreferences.flatMap(
    (values) => given.find((one) => values.includes(one)) ?? [],
  );
  const zone = given.find((one) => one.startsWith('timezone='))?.slice('timezone='.length);
  const timeZone = zone !== undefined && isTimeZone(zone) ? zone : undefined;
  if (applied.includes('handling=strict')) {
    const known = ['', ...knownPreferences.flat(), `timezone=${timeZone}`];
    const unknown = given.filter((one) => !known.includes(one) && !one.startsWith('count='));
    if (unknown.length > 0)
      throw dialectError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
        details: `Invalid preferences: ${unknown.slice(0, 9).join(', ').slice(0, 200)}`,
      });
  }
  // A visitor may have no row back, and change none.
  if (applied.some((one) => /^(resolution=|return=(?!minimal))/.test(one)))
    throw permissionDenied();
  return { applied: applied.join(', '), ...(timeZone !== undefined && { timeZone }) };
}

function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z0-9_+/-]{1,64}$/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** PostgREST has no limit; a booking needs less than a tenth of this. In bytes. */
const bodyLimit = 16 * 1024;

/** What a chunk counts at least, in bytes: reading one takes longer than a thousand bytes do. */
const leastChunk = 16;

/** Reads a body. Throws an `HttpError` for one that is too large or was cut off. */
export async function readBody(payload: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk);
      received += Math.max(chunk.length, leastChunk);
      if (received > bodyLimit) break;
    }
  } catch {
    // It may look like a whole booking, and is none.
    throw invalidBody();
  }
  if (received > bodyLimit) throw bodyTooLarge(`${bodyLimit} bytes`);
  return Buffer.concat(chunks);
}

/** The body that `readBody` read; empty where there is none. */
export function bodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
