import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Desk } from '../../desk/desk.ts';
import {
  type NewBooking,
  type Origin,
  type Store,
  StoreOverloaded,
  StoreUnavailable,
} from '../../store/store.ts';
import type { BookingLimit } from '../booking-limit.ts';
import type { Pages } from '../pages.ts';
import { sendPage } from '../problems.ts';
import { type Body, bodyLimit, readBody } from './body.ts';
import { type Call, readCall } from './call.ts';
import { corsHeaders, sendPreflight } from './cors.ts';
import { guard } from './guards.ts';
import { readPreferences } from './preferences.ts';
import { Refusal, refusals } from './refusals.ts';
import { readBookings, readTypedWords } from './rows.ts';
import { table } from './table.ts';

export interface DataInterfaceOptions {
  store: Pick<Store, 'insertBookings' | 'isRepeat'>;
  desk: Pick<Desk, 'wake'>;
  publicKey: string;
  pages: Pages;
  limit: BookingLimit;
}

/**
 * The data interface: one insert in PostgREST's dialect, the same for JSON and for a form that a
 * browser posts by itself. Registered under the prefix at which it is served.
 */
export const answerDataInterface: FastifyPluginCallback<DataInterfaceOptions> = (
  scope,
  options,
  done,
) => {
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
  const call = readCall(request, prefix);
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
function opensFailedPost({ method, segments, preferred }: Call): boolean {
  return method === 'GET' && preferred === 'html' && segments.join('/') === table;
}

async function insert(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
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

/** A repeat is no new booking: it takes nothing from the address's allowance and is never refused for it. */
async function store(
  request: FastifyRequest,
  bookings: readonly NewBooking[],
  origin: Origin,
  { store, desk, limit }: DataInterfaceOptions,
): Promise<void> {
  const allowance = await limit(request, bookings.length);
  if (allowance.wait > 0) {
    const [booking] = bookings;
    if (booking !== undefined && (await store.isRepeat(booking, origin))) return;
    throw refusals.tooMany(Math.ceil(allowance.wait / 1000));
  }
  let stored = false;
  try {
    stored = !(await store.insertBookings(bookings, origin)).repeated;
  } finally {
    if (!stored) await allowance.giveBack();
    else desk.wake();
  }
}

/** A key that is not a UUID (RFC 9562) is no key. */
function originOf({ headers, native }: Call): Origin {
  const key = headers['idempotency-key']?.toString().toLowerCase();
  if (key !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) return { key };
  return native ? { native } : {};
}

function refusalFor(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  request.log.error({ err: error }, 'a booking was not stored');
  if (error instanceof StoreOverloaded) return refusals.overloaded();
  if (error instanceof StoreUnavailable) return refusals.unavailable();
  return refusals.failed(request.id);
}

async function sendFormAgain(reply: FastifyReply, { bytes }: Body, pages: Pages): Promise<void> {
  const site = await pages.site();
  sendPage(reply.header('Cache-Control', 'no-store'), await site.bookAgain(readTypedWords(bytes)));
}
