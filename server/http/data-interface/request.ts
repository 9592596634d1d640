import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import Negotiator from 'negotiator';
import { isTimeZone } from '../../../booking/zones.ts';

/** The maximum number of rows in a body, and of keys in each row. */
const mostRows = 20;
const mostKeys = 16;

/** PostgREST has no limit. A booking needs less than a tenth of these bytes. */
export const bodyLimit = 16 * 1024;

/** Each chunk of a body counts as this many bytes, because many small chunks are slow to read. */
const chunkCost = 16;

/** The schema of a parsed body, which is a list of rows. */
export const bodySchema = {
  type: 'array',
  minItems: 1,
  maxItems: mostRows,
  items: { type: 'object', maxProperties: mostKeys },
};

export type InputRow = Readonly<Record<string, unknown>>;

const formType = 'application/x-www-form-urlencoded';

/** Lets the routes of this scope read rows from JSON, with or without a content type, and from a form. */
export function addParsers(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    formType,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => [parseForm(body)],
  );
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async ({ mediaType }: FastifyRequest, body: Buffer) => {
      if (mediaType !== undefined && mediaType !== 'application/json')
        throw dialectError(400, 'PGRST102', `Content-Type not acceptable: ${mediaType}`);
      return parseJson(body);
    },
  );
  scope.addHook('preParsing', (request, _reply, payload: RequestPayload, done) => {
    let cost = 0;
    // Fastify compares this number with the body limit, and also with the Content-Length if there is one.
    if (!('content-length' in request.headers))
      payload.on('data', () => {
        cost += chunkCost;
        payload.receivedEncodedLength = cost;
      });
    done(null, payload);
  });
}

function parseJson(body: Buffer): unknown[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return Array.isArray(value) ? value : [value];
  } catch {
    throw invalidBody();
  }
}

/** Parses one key more than a row may have, so that the schema can refuse the row. */
function parseForm(body: Buffer): InputRow {
  const pairs = body.toString().split('&', mostKeys + 1);
  return Object.fromEntries(new URLSearchParams(pairs.join('&')));
}

/** Characters. Browsers send about 100. Parsing 16 KB would take as long as hundreds of bookings. */
const longestAccept = 500;

export function prefersPage({ headers: { accept = '' } }: FastifyRequest): boolean {
  if (accept.length > longestAccept) return false;
  const types = ['application/json', 'text/html'];
  return new Negotiator({ headers: { accept } }).mediaType(types) === 'text/html';
}

/** Whether a browser posts the form without JavaScript. It gets pages, not JSON. */
export function isNativePost(request: FastifyRequest): boolean {
  const { method, headers, mediaType } = request;
  return (
    method === 'POST' &&
    mediaType === formType &&
    // A browser always sends this header.
    'content-length' in headers &&
    prefersPage(request)
  );
}

/** The value of a query parameter. Undefined if it is missing. */
export function queryValue({ query }: FastifyRequest, name: string): string | undefined {
  if (typeof query !== 'object' || query === null) return undefined;
  const value: unknown = new Map<string, unknown>(Object.entries(query)).get(name);
  return typeof value === 'string' ? value : undefined;
}

/** Throws an `HttpError` if the public key is missing or wrong. It has no code, like that of Supabase's gateway. */
export function validateKey({ headers }: FastifyRequest, publicKey: string): void {
  if (headers.apikey === publicKey) return;
  const missing = {
    message: 'No API key found in request',
    hint: 'Send the public key in the header apikey.',
  };
  const wrong = { message: 'Invalid API key', hint: 'Double check the API key.' };
  throw new HttpError(401, headers.apikey ? wrong : missing);
}

/** Preferences that are applied and reported, in PostgREST's order. */
const appliedPreferences = ['missing=default', 'return=minimal'];

/** Preferences that a visitor may not use, because they return or change rows. */
const forbiddenPreferences = /^(resolution=|return=(representation|headers-only)$)/;

/** The number of preferences that are read. 16 KB of them would take as long as five bookings. */
const mostPreferences = 20;

/**
 * Reads the Prefer header (RFC 7240). `applied`: the value of Preference-Applied, which may be empty. `timeZone`: the
 * browser's zone (IANA), if it is known. Throws an `HttpError`.
 */
export function readPreferences({ headers: { prefer = '' } }: FastifyRequest) {
  const given = prefer
    .toString()
    .split(',', mostPreferences)
    .map((preference) => preference.trim());
  const zone = given.find((one) => one.startsWith('timezone='))?.slice('timezone='.length);
  const timeZone = zone !== undefined && isTimeZone(zone) ? zone : undefined;
  if (given.includes('handling=strict')) {
    const known = ['handling=strict', ...appliedPreferences, `timezone=${timeZone}`, ''];
    const unknown = given.filter((one) => !known.includes(one) && !forbiddenPreferences.test(one));
    if (unknown.length > 0)
      throw dialectError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
        details: `Invalid preferences: ${unknown.slice(0, 9).join(', ').slice(0, 200)}`,
      });
  }
  if (given.some((one) => forbiddenPreferences.test(one))) throw permissionDenied();
  return { applied: appliedPreferences.filter((one) => given.includes(one)).join(', '), timeZone };
}

export const table = 'booking_requests';

type Headers = Readonly<Record<string, string>>;

/** An error of the data interface, with its status and headers. It contains no data of the visitor's row. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly body: object;
  readonly headers: Headers;

  constructor(
    status: number,
    body: { message: string; hint: string | null },
    headers: Headers = {},
  ) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/**
 * An error with the code and the message of PostgREST or PostgreSQL, so that their clients
 * understand it (https://docs.postgrest.org/en/stable/references/errors.html).
 */
export function dialectError(
  status: number,
  code: string,
  message: string,
  extras: { details?: string; hint?: string; headers?: Headers } = {},
): HttpError {
  const { details = null, hint = null, headers } = extras;
  const body = { code, message, details, hint };
  return new HttpError(status, body, { ...headers, 'Proxy-Status': `PostgREST; error=${code}` });
}

/** A 401 must have WWW-Authenticate (RFC 9110 §15.5.2). */
export const permissionDenied = () =>
  dialectError(401, '42501', `permission denied for table ${table}`, {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

export const invalidBody = () => dialectError(400, 'PGRST102', 'Empty or invalid json');
