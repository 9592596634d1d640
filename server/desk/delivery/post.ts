import type { Settings } from '../../config/settings.ts';
import { errorInfo } from '../../errors.ts';
import { connectionAdvice, DeliveryFailure, type Receipt } from './channel.ts';

export interface Message {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Posts the message to `url`, the value of `setting`, and returns the response's status. Follows no
 * redirect. Throws `DeliveryFailure` if there is no response, or its status is not 2xx.
 */
export async function post(
  setting: keyof Settings,
  url: string,
  { headers, body }: Message,
  signal: AbortSignal,
): Promise<Receipt> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal,
    headers,
    body,
  }).catch((error: unknown) => {
    throw connectionFailure(error, setting, url);
  });
  if (!response.ok) throw statusFailure(response, await beginningOf(response));
  // Do not read the body: it may be endless.
  response.body?.cancel().catch(() => {});
  return { answer: `HTTP ${response.status}` };
}

export function jsonMessage(value: object): Message {
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

function connectionFailure(error: unknown, setting: keyof Settings, url: string): DeliveryFailure {
  // The message of fetch is always 'fetch failed'. `cause` has the reason.
  const { cause = error } = errorInfo(error);
  const { code = 'FETCH', message } = errorInfo(cause);
  const { host } = new URL(url);
  const advice = connectionAdvice(code, setting);
  return new DeliveryFailure(code, `${code}: ${host}: ${message}. ${advice}`, { reason: message });
}

/** Reads the start of a response that may be endless: at most `length` characters, for `limit` milliseconds. */
export async function beginningOf({ body }: Response, length = 500, limit = 2_000) {
  const inTime = { signal: AbortSignal.timeout(limit) };
  let text = '';
  try {
    for await (const part of body?.pipeThrough(new TextDecoderStream(), inTime) ?? []) {
      text += part;
      if (text.length >= length) break;
    }
  } catch {
    // The text that arrived in time is enough.
  }
  return text.slice(0, length);
}

/** Retry-After in milliseconds. The header contains seconds or a date (RFC 9110 §10.2.3). */
function retryAfterOf(headers: Headers): number {
  const value = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Math.max(0, wait) || 0;
}

function statusFailure({ status, statusText, headers }: Response, answer: string): DeliveryFailure {
  const code = `HTTP ${status}`;
  const redirected = status >= 300 && status < 400;
  const about = [`${code} ${statusText}`, redirected ? 'redirects are not followed' : '', answer];
  const message = about.filter((part) => part.trim() !== '').join(': ');
  return new DeliveryFailure(code, message, { retryAfter: retryAfterOf(headers) });
}
