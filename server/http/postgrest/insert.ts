import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Outbox } from '../../delivery/outbox.ts';
import type { OutageLog } from '../../outage-log.ts';
import type { InsertOptions } from '../../store/booking.ts';
import {
  type QuotaResult,
  type Store,
  StoreOverloaded,
  StoreUnavailable,
} from '../../store/store.ts';
import { sendPage } from '../errors.ts';
import { interpolate } from '../page-template.ts';
import type { Pages } from '../pages.ts';
import type { RateLimit } from '../rate-limit.ts';
import { dialectError, HttpError, table } from './errors.ts';
import { type ParsedRequest, parseRequest, readBody, validateRequest } from './request.ts';
import { parseBookings, readFormValues } from './rows.ts';

export interface DataInterfaceOptions {
  store: Pick<Store, 'insertBookings'>;
  outbox: Pick<Outbox, 'wake'>;
  outage: Pick<OutageLog, 'failed'>;
  publicKey: string;
  pages: Pages;
  limit: RateLimit;
}

/**
 * The data interface: one insert in PostgREST's dialect, the same for JSON and for a form that a
 * browser posts by itself. Registered under the prefix at which it is served.
 */
export const postgrest: FastifyPluginCallback<DataInterfaceOptions> = (scope, options, done) => {
  // Answers before Fastify looks at method and body: the dialect has its own errors for both.
  scope.addHook('onRequest', async (request, reply) => {
    await answer(request, reply, scope.prefix, options);
    return reply;
  });
  // No routes: this makes every path and method below the prefix come here.
  scope.setNotFoundHandler(() => {});
  done();
};

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  prefix: string,
  options: DataInterfaceOptions,
): Promise<void> {
  const parsed = parseRequest(request, prefix);
  const { method, segments, preferred, native, query } = parsed;
  reply.headers({ ...corsHeaders, Vary: 'Accept, Prefer, Range' });
  if (method === 'OPTIONS')
    return sendPreflight(reply, request.headers['access-control-request-headers']);
  // Of the page that the form stands on: its own action says which.
  const { paths, bookAgain } = await options.pages.screens(query.get('language') ?? undefined);
  // Somebody opened the address of a failed form post, from the address bar or by a reload.
  if (method === 'GET' && preferred === 'text/html' && segments.join('/') === table)
    return void reply.redirect(paths.book, 303);
  const body = await readBody(request.raw);
  let quota: QuotaResult | undefined;
  try {
    // Counted before it is validated, also if it fails.
    if (method === 'POST') quota = await options.limit(request);
    if (quota && quota.wait > 0) throw tooMany(quota.wait);
    const applied = validateRequest(parsed, options.publicKey);
    if (body.error) throw body.error;
    const insertOptions = insertOptionsOf(parsed);
    const bookings = parseBookings(body.bytes, parsed, insertOptions.key !== undefined);
    const { repeated } = await options.store.insertBookings(bookings, insertOptions);
    if (!repeated) options.outbox.wake();
    if (native) return void reply.redirect(`${paths.home}#booked`, 303);
    if (applied !== '') reply.header('Preference-Applied', applied);
    reply.code(201).header('Content-Range', '*/*').send();
  } catch (error) {
    const { status, headers, body: answer } = httpErrorOf(error, request, options);
    if (status === 503) await quota?.refund();
    reply.code(status).headers(headers);
    if (native) {
      reply.header('Cache-Control', 'no-store');
      sendPage(reply, interpolate(bookAgain, readFormValues(body.bytes)));
    } else reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
  }
}

function tooMany(wait: number): HttpError {
  const seconds = Math.ceil(wait / 1000);
  return dialectError(429, 'TOO_MANY_REQUESTS', 'Too many requests from this address', {
    hint: `Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });
}

/** A key that is not a UUID (RFC 9562) is ignored, and a language that is no code (BCP 47). */
function insertOptionsOf({ headers, native, query }: ParsedRequest): InsertOptions {
  const key = headers['idempotency-key']?.toString().toLowerCase() ?? '';
  // The form's own action says it, which has no headers.
  const language = (native ? query.get('language') : headers['content-language']) ?? '';
  return {
    ...(/^[a-zA-Z0-9-]{2,35}$/.test(language) && { language }),
    ...(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key) ? { key } : native && { native }),
  };
}

function httpErrorOf(
  error: unknown,
  request: FastifyRequest,
  { outage }: DataInterfaceOptions,
): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof StoreOverloaded) {
    outage.failed(error);
    const headers = { 'Retry-After': '2' };
    return dialectError(503, 'OVERLOADED', 'Too many requests are waiting', { headers });
  }
  if (error instanceof StoreUnavailable) {
    outage.failed(error);
    const message = 'Database connection error. Retrying the connection.';
    return dialectError(503, 'PGRST000', message, { headers: { 'Retry-After': '5' } });
  }
  request.log.error({ err: error }, 'a booking was not stored');
  const hint = `Name this id when you report it: ${request.id}`;
  return dialectError(500, 'INTERNAL_ERROR', 'The server failed to answer this request', { hint });
}

/** The page may stand on another origin than the data interface, and sends no cookies: all may read. */
const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Proxy-Status, Range-Unit, Retry-After, Server, Transfer-Encoding, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Answers OPTIONS, which a browser sends before a request of another origin, and without a key. */
function sendPreflight(reply: FastifyReply, requestedHeaders: string | undefined): void {
  const names = requestedHeaders?.match(/[\w-]+/g) ?? [];
  reply
    .headers({
      Allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
      'Access-Control-Allow-Methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
      'Access-Control-Allow-Headers': ['Authorization', ...names].join(', '),
      'Access-Control-Max-Age': '86400',
    })
    .send();
}
