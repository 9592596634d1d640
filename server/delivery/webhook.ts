import { Webhook } from 'standardwebhooks';
import { bookingOf } from '../../booking/booking.ts';
import type { Config } from '../config/config.ts';
import { type Channel, DeliveryFailure, type Notice } from './channel.ts';
import { type ChatMessage, composeMessage, noticeMessage } from './chat.ts';
import { causeBy, causedFailure, certificateNames, networkCauses } from './failure-causes.ts';

/** How many characters of a failed try's answer are kept, and how long it may take, in milliseconds. */
const answerLength = 500;
const answerLimit = 2_000;

type Receiver = NonNullable<Config['webhook']>;

/** An event for programs, and the same for people in a chat. `id` is the same for every try. */
interface WebhookCall {
  id: string;
  event: object;
  message: ChatMessage;
}

/** The provider's address as a channel for bookings. */
export function webhookChannel(webhook: Receiver): Channel {
  return {
    name: 'webhook',
    // The path can contain a token.
    target: new URL(webhook.url).origin,
    deliver(notice, signal) {
      const call = { id: notice.id, event: eventOf(notice), message: noticeMessage(notice) };
      return callWebhook(webhook, call, signal);
    },
  };
}

/**
 * Calls the provider's address in the format that WEBHOOK_FORMAT says, and returns the answer's status.
 * Throws `DeliveryFailure`.
 */
export async function callWebhook(
  { url, secrets, format }: Receiver,
  { id, event, message }: WebhookCall,
  signal: AbortSignal,
): Promise<string> {
  const { headers, body } =
    format === 'standard'
      ? signed(id, event, secrets)
      : { headers: {}, body: JSON.stringify(composeMessage(format, message)) };
  const response = await postJson('WEBHOOK_URL', url, body, signal, headers);
  if (!response.ok) throw statusFailure(response, await beginningOf(response).catch(() => ''));
  // The body is not waited for: it may be endless.
  response.body?.cancel().catch(() => {});
  return `HTTP ${response.status}`;
}

/**
 * By https://www.standardwebhooks.com: a signature covers the id, the time of the try and the body. There
 * is one for each secret, so that a receiver can change its own.
 */
function signed(id: string, event: object, secrets: readonly string[]) {
  const now = new Date();
  const body = JSON.stringify(event);
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
  return { headers, body };
}

/** Without a booking the event of a test. `quarantined`: how many bookings wait to be accepted. */
function eventOf({ booking, quarantined }: Notice) {
  if (booking === undefined)
    return { type: 'booking.test', timestamp: new Date().toISOString(), data: {} };
  const { id, created_at, language } = booking;
  const data = { id, created_at, ...bookingOf((field) => booking[field]), language, quarantined };
  return { type: 'booking.created', timestamp: created_at, data };
}

/** Posts JSON to the address in this setting. Throws `DeliveryFailure` when it reaches nobody. */
async function postJson(
  setting: 'WEBHOOK_URL',
  url: string,
  body: string,
  signal: AbortSignal,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...more };
  try {
    return await fetch(url, { method: 'POST', redirect: 'manual', signal, headers, body });
  } catch (error) {
    // The message of fetch is always 'fetch failed'; the reason is in `cause`.
    const { cause = error } = Object(error);
    const { code = 'FETCH', message } = Object(cause);
    const known = causeBy(networkCauses, String(code));
    const server = { place: new URL(url).host, setting };
    // The others speak of mail servers.
    throw known !== undefined && /^(CERT|NAME|PORT)_/.test(known)
      ? causedFailure(known, server, certificateNames(cause), message)
      : new DeliveryFailure('unavailable', String(code), message || String(code));
  }
}

/** What comes first of an answer, whose end may never come. */
async function beginningOf({ body }: Response): Promise<string> {
  const inTime = { signal: AbortSignal.timeout(answerLimit) };
  for await (const part of body?.pipeThrough(new TextDecoderStream(), inTime) ?? [])
    return part.slice(0, answerLength);
  return '';
}

/** How long the receiver asks us to wait, in milliseconds: RFC 9110 §10.2.3, seconds or a date. */
function retryAfterOf(headers: Headers): number {
  const value = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Math.max(0, wait) || 0;
}

/** Redirects, server errors and refused access concern every notice; other statuses this one alone. */
function statusFailure({ status, statusText, headers }: Response, answer: string): DeliveryFailure {
  const code = `HTTP ${status}`;
  const redirected = status >= 300 && status < 400;
  const unavailable = redirected || status >= 500 || [401, 403, 404, 408, 429].includes(status);
  const refused = unavailable ? 'unavailable' : 'rejected';
  const kind = status === 410 ? 'gone' : refused;
  const about = [`${code} ${statusText}`, redirected ? 'redirects are not followed' : '', answer];
  const message = about.filter((part) => part.trim() !== '').join(': ');
  return new DeliveryFailure(kind, code, message, {}, retryAfterOf(headers));
}
