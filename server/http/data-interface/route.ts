import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { OutageLog } from '../../outage-log.ts';
import { type BookingOrigin, insertBookings } from '../../store/bookings.ts';
import { type Store, StoreOverloaded, StoreUnavailable } from '../../store/store.ts';
import { sendPage } from '../errors.ts';
import type { Readiness } from '../health.ts';
import type { Pages } from '../pages.ts';
import type { RateLimit } from '../rate-limit.ts';
import { dialectError, HttpError, permissionDenied, table, unknownTable } from './errors.ts';
import {
  bodyOf,
  isNativePost,
  type Preferences,
  preferredType,
  queryValue,
  readBody,
  readPreferences,
  validateKey,
  validateTarget,
} from './request.ts';
import { parseBookings, readFormValues } from './rows.ts';

export interface DataInterfaceOptions {
  store: Store;
  /** Called after a booking was stored. */
  onBooking(): void;
  readiness: Readiness;
  outage: Pick<OutageLog, 'failed'>;
  publicKey: string;
  pages: Pages;
  limit: RateLimit;
}

/**
 * The data interface: one insert in PostgREST's dialect, the same for JSON and for a form that a browser posts by
 * itself. Registered under the prefix at which it is served.
 */
export const dataInterface: FastifyPluginAsync<DataInterfaceOptions> = async (scope, options) => {
  const { publicKey, pages } = options;
  answerErrors(scope, options);
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...corsHeaders, Vary: 'Accept, Prefer, Range' });
  });
  await scope.register((posts) => addInsert(posts, options));
  scope.options('/*', sendPreflight);
  scope.get(`/${table}`, async (request, reply) => {
    // A person opened the address of a failed form post, from the address bar or by a reload.
    if (preferredType(request.headers.accept) === 'text/html') {
      const { paths } = await pages.screens(languageOf(request));
      return reply.redirect(paths.book, 303);
    }
    validateKey(request, publicKey);
    throw permissionDenied();
  });
  const otherMethods = scope.supportedMethods.filter((method) => !allowedMethods.includes(method));
  scope.route({
    method: ['PUT', 'PATCH', 'DELETE'],
    url: `/${table}`,
    handler: (request) => {
      validateKey(request, publicKey);
      throw permissionDenied();
    },
  });
  scope.route({
    method: otherMethods,
    url: `/${table}`,
    handler: () => {
      throw dialectError(405, 'PGRST117', 'Unsupported HTTP method', {
        headers: { Allow: allowedMethods.join() },
      });
    },
  });
  scope.route<{ Params: { table: string } }>({
    method: scope.supportedMethods.filter((method) => method !== 'OPTIONS'),
    url: '/:table',
    handler: (request) => {
      validateKey(request, publicKey);
      throw unknownTable(request.params.table);
    },
  });
};

/** The one route that reads a body: in a scope with a parser of its own. */
async function addInsert(scope: FastifyInstance, options: DataInterfaceOptions): Promise<void> {
  const { limit, publicKey } = options;
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) =>
    readBody(payload),
  );
  // Before the body is read: it would be read for nothing. A browser's own post, whose body has a length, is
  // read all the same, so that its visitor gets the form again with what was typed.
  scope.addHook('onRequest', async (request) => {
    const keepsValues = isNativePost(request) && 'content-length' in request.headers;
    if (!keepsValues) refuseAbove(limit.refusal(request));
    if (!isNativePost(request)) validateKey(request, publicKey);
    validateTarget(request);
  });
  scope.post(`/${table}`, (request, reply) => insert(request, reply, options));
}

async function insert(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, onBooking, readiness, pages, limit }: DataInterfaceOptions,
): Promise<FastifyReply> {
  refuseAbove(limit.refusal(request));
  const preferences = readPreferences(request.headers.prefer?.toString());
  const parsed = parseBookings(bodyOf(request), request);
  // A request that is refused counts as one row.
  const quota = await limit.consume(request, parsed.ok ? parsed.bookings.length : 1);
  refuseAbove(quota.wait);
  if (!parsed.ok) throw parsed.error;
  try {
    await insertBookings(store, parsed.bookings, originOf(request, preferences));
    readiness.succeeded();
  } catch (error) {
    if (error instanceof StoreUnavailable) readiness.failed(error);
    if (isOutage(error)) await quota.refund();
    throw error;
  }
  // For a repeat too: what follows must not reveal whether the booking is new.
  setImmediate(onBooking);
  if (isNativePost(request)) {
    const { paths } = await pages.screens(languageOf(request));
    return reply.redirect(`${paths.home}#booked`, 303);
  }
  if (preferences.applied !== '') reply.header('Preference-Applied', preferences.applied);
  return reply.code(201).header('Content-Range', '*/*').send();
}

/** Throws a 429 where the address may send again in so many milliseconds only. */
function refuseAbove(wait: number): void {
  if (wait <= 0) return;
  const seconds = Math.ceil(wait / 1000);
  throw dialectError(429, 'TOO_MANY_REQUESTS', 'Too many requests from this address', {
    hint: `Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });
}

/** A language that is no code (BCP 47) is ignored. The form's action carries the page's, which has no headers. */
function originOf(request: FastifyRequest, { timeZone }: Preferences): BookingOrigin {
  const { 'content-language': header = '' } = request.headers;
  const language = isNativePost(request) ? (languageOf(request) ?? '') : header;
  return {
    ...(/^[a-zA-Z0-9-]{2,35}$/.test(language) && { language }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
  };
}

const languageOf = (request: FastifyRequest) => queryValue(request, 'language');

/** Errors are JSON, or for a browser's own post the form again, with what was typed. */
function answerErrors(scope: FastifyInstance, options: DataInterfaceOptions): void {
  scope.setErrorHandler(async (error, request, reply) => {
    const { status, headers, body } = httpErrorOf(error, request, options);
    reply.code(status).headers(headers);
    if (!isNativePost(request))
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
    const { failed } = await options.pages.screens(languageOf(request));
    reply.header('Cache-Control', 'no-store');
    return sendPage(reply, failed, readFormValues(bodyOf(request)));
  });
}

const isOutage = (error: unknown) =>
  error instanceof StoreUnavailable || error instanceof StoreOverloaded;

/** Whether Fastify or the server refused the request, as for a malformed `Content-Type`. */
const isClientError = (error: unknown): error is Error =>
  error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;

function httpErrorOf(
  error: unknown,
  request: FastifyRequest,
  { outage }: DataInterfaceOptions,
): HttpError {
  if (error instanceof HttpError) return error;
  if (isClientError(error)) return dialectError(400, 'PGRST102', error.message);
  if (isOutage(error)) {
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

const allowedMethods = ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Answers OPTIONS, which a browser sends before a request of another origin, and without a key. */
async function sendPreflight({ headers }: FastifyRequest, reply: FastifyReply) {
  const names = headers['access-control-request-headers']?.match(/[\w-]+/g) ?? [];
  return reply
    .headers({
      Allow: allowedMethods.join(),
      'Access-Control-Allow-Methods': allowedMethods.join(', '),
      'Access-Control-Allow-Headers': ['Authorization', ...names].join(', '),
      'Access-Control-Max-Age': '86400',
    })
    .send();
}
