import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { sourcePattern } from '../../../booking/source.ts';
import { insertBookings, type VisitorDetails } from '../../store/bookings.ts';
import {
  type QuotaResult,
  type RequestCounter,
  type Store,
  StoreUnavailable,
} from '../../store/store.ts';
import type { Readiness } from '../health.ts';
import { type Pages, sendPage } from '../pages.ts';
import { senderOf } from '../rate-limit.ts';
import {
  addParsers,
  bodyLimit,
  bodySchema,
  dialectError,
  HttpError,
  type InputRow,
  invalidBody,
  isNativePost,
  permissionDenied,
  prefersPage,
  queryValue,
  readPreferences,
  table,
  validateKey,
} from './request.ts';
import { formValues, parseBookings } from './rows.ts';

export interface DataInterfaceOptions {
  store: Store;
  readiness: Readiness;
  publicKey: string;
  pages: Pages;
  limit: RequestCounter;
}

/**
 * The data interface: one insert in PostgREST's dialect, for JSON and for a form that a browser posts without
 * JavaScript. Register it under the prefix at which it is served.
 */
export const dataInterface: FastifyPluginAsync<DataInterfaceOptions> = async (scope, options) => {
  const { publicKey, pages } = options;
  answerErrors(scope, options);
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...corsHeaders, Vary: 'Accept, Prefer, Range' });
  });
  await scope.register((posts) => addInsert(posts, options));
  scope.options('/*', sendPreflight);
  scope.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: `/${table}`,
    handler: async (request, reply) => {
      // A person reloaded a failed form post, or opened its address.
      if (request.method === 'GET' && prefersPage(request)) {
        const { paths } = await pages.screens(languageOf(request));
        return reply.redirect(paths.book, 303);
      }
      validateKey(request, publicKey);
      throw permissionDenied();
    },
  });
  scope.route({
    method: scope.supportedMethods.filter((method) => !allowedMethods.includes(method)),
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
      const message = `Could not find the table 'public.${request.params.table}' in the schema cache`;
      throw dialectError(404, 'PGRST205', message);
    },
  });
};

/** Adds the only route that reads a body. Its scope has its own parsers. */
async function addInsert(scope: FastifyInstance, options: DataInterfaceOptions): Promise<void> {
  const { limit, publicKey } = options;
  addParsers(scope);
  scope.decorateRequest('quota');
  /** Counts the request as one row, even if it is refused later. */
  const count = async (request: FastifyRequest) => {
    request.quota = await limit(senderOf(request), 1);
    refuseAbove(request.quota.wait);
  };
  scope.post<{ Body: InputRow[] }>(`/${table}`, {
    bodyLimit,
    schema: { body: bodySchema },
    // Checked before the body is read, so that a refused body is never read.
    onRequest: async (request) => {
      if (isNativePost(request)) return;
      validateKey(request, publicKey);
      await count(request);
    },
    // A form post is read first, so that a refused visitor gets the form back with the typed values.
    preValidation: async (request) => {
      if (isNativePost(request)) await count(request);
    },
    handler: (request, reply) => insert(request, reply, options),
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The quota result of the address, if the request posts a booking. */
    quota?: QuotaResult;
  }
}

async function insert(
  request: FastifyRequest<{ Body: InputRow[] }>,
  reply: FastifyReply,
  { store, readiness, pages, limit }: DataInterfaceOptions,
): Promise<FastifyReply> {
  const { applied, timeZone } = readPreferences(request);
  const bookings = parseBookings(request.body, queryValue(request, 'columns'));
  // The request was counted as one row. Count its other rows.
  const others = bookings.length - 1;
  const rest = others > 0 ? await limit(senderOf(request), others) : undefined;
  const refund = () => Promise.all([request.quota?.refund(), rest?.refund()]);
  if (rest !== undefined && rest.wait > 0) {
    await refund();
    refuseAbove(rest.wait);
  }
  try {
    await insertBookings(store, bookings, visitorDetailsOf(request, timeZone));
    readiness.succeeded();
  } catch (error) {
    if (error instanceof StoreUnavailable) await refund();
    throw error;
  }
  if (isNativePost(request)) {
    const { paths } = await pages.screens(languageOf(request));
    return reply.redirect(`${paths.home}#booked`, 303);
  }
  if (applied !== '') reply.header('Preference-Applied', applied);
  return reply.code(201).header('Content-Range', '*/*').send();
}

/** Throws a 429 if the address has to wait. `wait`: milliseconds. */
function refuseAbove(wait: number): void {
  if (wait <= 0) return;
  const seconds = Math.ceil(wait / 1000);
  throw dialectError(429, 'TOO_MANY_REQUESTS', 'Too many requests from this address', {
    hint: `Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Ignores a language that is not a BCP 47 code. A form post has it in its action, because it cannot set headers. */
function visitorDetailsOf(request: FastifyRequest, timeZone: string | undefined): VisitorDetails {
  const { 'content-language': header = '', 'x-source': source = '' } = request.headers;
  const language = isNativePost(request) ? (languageOf(request) ?? '') : header;
  return {
    ...(/^[a-zA-Z0-9-]{2,35}$/.test(language) && { language }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(typeof source === 'string' && sourcePattern.test(source) && { source }),
  };
}

const languageOf = (request: FastifyRequest) => queryValue(request, 'language');

/** Answers errors as JSON. A form post gets the form again with the typed values. */
function answerErrors(scope: FastifyInstance, options: DataInterfaceOptions): void {
  scope.setErrorHandler<Error, { Body: InputRow[] | undefined }>(async (error, request, reply) => {
    const { status, headers, body } = httpErrorOf(error, request, options);
    reply.code(status).headers(headers);
    if (!isNativePost(request))
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
    const { failed } = await options.pages.screens(languageOf(request));
    reply.header('Cache-Control', 'no-store');
    return sendPage(reply, failed, formValues(request.body));
  });
}

/** True if the request was refused with a status below 500, for instance for a malformed `Content-Type`. */
const isClientError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;

function httpErrorOf(error: unknown, request: FastifyRequest, { readiness }: DataInterfaceOptions) {
  if (error instanceof HttpError) return error;
  if (isClientError(error)) {
    const { statusCode, validation, message } = error;
    const isTooLarge = validation?.some(({ keyword }) => /^max/.test(keyword));
    if (isTooLarge || statusCode === 413) {
      const limits = 'A body has at most 16 KB, 20 rows and 16 keys in each';
      return dialectError(413, 'BODY_TOO_LARGE', limits);
    }
    return validation ? invalidBody() : dialectError(400, 'PGRST102', message);
  }
  if (error instanceof StoreUnavailable) {
    readiness.failed(error);
    const message = 'Database connection error. Retrying the connection.';
    return dialectError(503, 'PGRST000', message, { headers: { 'Retry-After': '5' } });
  }
  request.log.error({ err: error }, 'a lead was not stored');
  const hint = `Include this id when you report the error: ${request.id}`;
  return dialectError(500, 'INTERNAL_ERROR', 'The server failed to answer this request', { hint });
}

/** Every origin may read: the page may be on another origin than the data interface, and it sends no cookies. */
const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Proxy-Status, Range-Unit, Retry-After, Server, Transfer-Encoding, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const allowedMethods = ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Answers OPTIONS without a key, because a browser's preflight request has none. */
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
