import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Outbox } from '../../delivery/outbox.ts';
import {
  type NewBooking,
  type Origin,
  type Store,
  StoreOverloaded,
  StoreUnavailable,
} from '../../store/store.ts';
import { sendPage } from '../errors.ts';
import type { Pages } from '../pages.ts';
import type { BookingLimit } from '../rate-limit.ts';
import { type Body, bodyLimit, readBody } from './body.ts';
import { corsHeaders, sendPreflight } from './cors.ts';
import { HttpError, refusals } from './errors.ts';
import { readPreferences } from './preferences.ts';
import { type ParsedRequest, parseRequest } from './request.ts';
import { readBookings, readFormValues } from './rows.ts';
import { table } from './table.ts';
import { guard } from './validation.ts';

export interface DataInterfaceOptions {
  store: Pick<Store, 'insertBookings'>;
  outbox: Pick<Outbox, 'wake'>;
  publicKey: string;
  pages: Pages;
  limit: BookingLimit;
}

/**
 * The data interface: one insert in PostgREST's dialect, the same for JSON and for a form that a
 * browser posts by itself. Registered under the prefix at which it is served.
 */
export const postgrest: FastifyPluginCallback<DataInterfaceOptions> = (scope, options, done) => {
  // Answered before Fastify looks at method and body: the dialect has its own words and order for both.
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
  const call = parseRequest(request, prefix);
  reply.headers({ ...corsHeaders, Vary: 'Accept, Prefer, Range' });
  if (call.method === 'OPTIONS')
    return sendPreflight(reply, request.headers['access-control-request-headers']);
  if (opensFailedPost(call)) return void reply.redirect('/book', 303);
  const body = call.method === 'POST' ? await readBody(request.raw) : noBody;
  try {
    await insert(request, reply, call, body, options);
  } catch (error) {
    const refusal = refusalFor(error, request);
    reply.code(refusal.status).headers(refusal.headers);
    if (call.native) await sendFormAgain(reply, body, options.pages);
    else reply.type('application/json; charset=utf-8').send(JSON.stringify(refusal.body));
  }
}

const noBody: Body = { bytes: Buffer.alloc(0), tooLarge: false };

/** Somebody opened the address of a failed form post, from the address bar or by a reload. */
function opensFailedPost({ method, segments, preferred }: ParsedRequest): boolean {
  return method === 'GET' && preferred === 'html' && segments.join('/') === table;
}

async function insert(
  request: FastifyRequest,
  reply: FastifyReply,
  call: ParsedRequest,
  body: Body,
  options: DataInterfaceOptions,
): Promise<void> {
  guard(call, options.publicKey);
  const { applied, counts } = readPreferences(request.headers.prefer?.toString());
  if (body.tooLarge) throw refusals.bodyTooLarge(bodyLimit);
  const bookings = readBookings(body.bytes, call.contentType, call.query.get('columns'));
  const origin = originOf(call);
  if (origin.key !== undefined && bookings.length > 1) throw refusals.keyForManyRows();
  await store(request, bookings, origin, options);
  if (call.native) return void reply.redirect('/#booked', 303);
  if (applied !== undefined) reply.header('Preference-Applied', applied);
  reply
    .code(201)
    .header('Content-Range', counts ? `*/${bookings.length}` : '*/*')
    .send();
}

async function store(
  request: FastifyRequest,
  bookings: readonly NewBooking[],
  origin: Origin,
  { store, outbox, limit }: DataInterfaceOptions,
): Promise<void> {
  const quota = await limit(request);
  if (quota.wait > 0) throw refusals.tooMany(Math.ceil(quota.wait / 1000));
  let stored = false;
  try {
    stored = !(await store.insertBookings(bookings, origin)).repeated;
  } finally {
    if (!stored) await quota.refund();
    else outbox.wake();
  }
}

/** A key that is not a UUID (RFC 9562) is no key. */
function originOf({ headers, native }: ParsedRequest): Origin {
  const key = headers['idempotency-key']?.toString().toLowerCase();
  if (key !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) return { key };
  return native ? { native } : {};
}

function refusalFor(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  request.log.error({ err: error }, 'a booking was not stored');
  if (error instanceof StoreOverloaded) return refusals.overloaded();
  if (error instanceof StoreUnavailable) return refusals.unavailable();
  return refusals.failed(request.id);
}

async function sendFormAgain(reply: FastifyReply, { bytes }: Body, pages: Pages): Promise<void> {
  const site = await pages.site();
  sendPage(reply.header('Cache-Control', 'no-store'), await site.bookAgain(readFormValues(bytes)));
}
