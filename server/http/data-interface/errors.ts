/** The one table that the data interface shows. */
export const table = 'booking_requests';

type Headers = Readonly<Record<string, string>>;

/** An error of the data interface, with its status and headers. Nothing of the visitor's row is in it. */
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
 * An error with a code of PostgREST's or PostgreSQL's and its message, so that their clients
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

/** An error about the public key, which a gateway gives: it has no code. */
export const keyError = (message: string, hint: string) => new HttpError(401, { message, hint });

/** A 401 says how to authenticate (RFC 9110 §15.5.2). */
export const permissionDenied = () =>
  dialectError(401, '42501', `permission denied for table ${table}`, {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** `name` as the address spells it. */
export function unknownTable(name: string): HttpError {
  const message = `Could not find the table 'public.${name}' in the schema cache`;
  return dialectError(404, 'PGRST205', message);
}

export const invalidBody = () => dialectError(400, 'PGRST102', 'Empty or invalid json');

export const bodyTooLarge = () =>
  dialectError(413, 'BODY_TOO_LARGE', 'A body has at most 16 KB, 20 rows and 16 keys in each');
