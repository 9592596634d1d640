import type { BookingField } from '../../../booking/booking.ts';
import { checkName, table } from './table.ts';

/** What the body of an error holds. The two about the public key have no code: a gateway says them. */
interface RefusalBody {
  code?: string;
  message: string;
  details?: string | null;
  hint: string | null;
}

/** An error of the data interface, with its status and headers. Nothing of the visitor's row is in it. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly body: RefusalBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: RefusalBody, headers: Readonly<Record<string, string>> = {}) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.headers =
      body.code === undefined
        ? headers
        : { ...headers, 'Proxy-Status': `PostgREST; error=${body.code}` };
  }
}

/**
 * Every way to be refused. Codes and words are PostgREST's and PostgreSQL's, so that a client of
 * theirs understands them (https://docs.postgrest.org/en/stable/references/errors.html).
 */
export const refusals = {
  noKey: () =>
    new HttpError(401, {
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    }),
  wrongKey: () =>
    new HttpError(401, { message: 'Invalid API key', hint: 'Double check the API key.' }),
  invalidPath: () => refuse(404, 'PGRST125', 'Invalid path specified in request URL'),
  unknownTable: (name: string) =>
    refuse(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`),
  unsupportedMethod: (method: string) =>
    refuse(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  notAcceptable: (accept: string) =>
    refuse(406, 'PGRST107', `None of these media types are available: ${accept}`),
  unknownSchema: (schema: string) =>
    refuse(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: 'Only the following schemas are exposed: public',
    }),
  invalidPreferences: (preferences: readonly string[]) =>
    refuse(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${preferences.join(', ')}`,
    }),
  denied: () => refuse(401, '42501', `permission denied for table ${table}`),
  bodyTooLarge: (limit: number) =>
    refuse(413, 'BODY_TOO_LARGE', `The body is larger than ${limit} bytes`, {
      headers: { Connection: 'close' },
    }),
  contentType: (type: string) => refuse(400, 'PGRST102', `Content-Type not acceptable: ${type}`),
  invalidBody: () => refuse(400, 'PGRST102', 'Empty or invalid json'),
  differingKeys: () => refuse(400, 'PGRST102', 'All object keys must match'),
  keyForManyRows: () =>
    refuse(400, 'PGRST102', 'An Idempotency-Key belongs to one row, and there are more'),
  /** A name that no column can have may be the visitor's row itself, sent under a wrong type. */
  unknownColumn: (name: string) =>
    /^[\w ]{1,63}$/.test(name)
      ? refuse(
          400,
          'PGRST204',
          `Could not find the '${name}' column of '${table}' in the schema cache`,
        )
      : refuse(400, 'PGRST204', `Could not find that column of '${table}' in the schema cache`, {
          hint: 'Send JSON with Content-Type: application/json.',
        }),
  notText: (field: BookingField) =>
    refuse(
      400,
      '22P02',
      `invalid input syntax for type text: column "${field}" takes a JSON string`,
    ),
  nul: () =>
    refuse(400, '22P05', 'unsupported Unicode escape sequence', {
      details: '\\u0000 cannot be converted to text.',
    }),
  missing: (field: BookingField) =>
    refuse(
      400,
      '23502',
      `null value in column "${field}" of relation "${table}" violates not-null constraint`,
    ),
  check: (field: BookingField) =>
    refuse(
      400,
      '23514',
      `new row for relation "${table}" violates check constraint "${checkName(field)}"`,
    ),
  tooMany: (seconds: number) =>
    refuse(429, 'TOO_MANY_REQUESTS', 'Too many requests from this address', {
      hint: `Try again in ${seconds} seconds.`,
      headers: { 'Retry-After': String(seconds) },
    }),
  overloaded: () =>
    refuse(503, 'OVERLOADED', 'Too many requests are waiting', {
      hint: 'Try again in a few seconds.',
      headers: { 'Retry-After': '2' },
    }),
  unavailable: () =>
    refuse(503, 'PGRST000', 'Database connection error. Retrying the connection.', {
      headers: { 'Retry-After': '5' },
    }),
  failed: (requestId: string) =>
    refuse(500, 'INTERNAL_ERROR', 'The server failed to answer this request', {
      hint: `Name this id when you report it: ${requestId}`,
    }),
};

interface Extras {
  details?: string;
  hint?: string;
  headers?: Readonly<Record<string, string>>;
}

function refuse(
  status: number,
  code: string,
  message: string,
  { details, hint, headers }: Extras = {},
): HttpError {
  return new HttpError(
    status,
    { code, message, details: details ?? null, hint: hint ?? null },
    headers,
  );
}
