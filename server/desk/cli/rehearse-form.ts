import type { Booking } from '../../../booking/booking.ts';
import type { Config } from '../../config/config.ts';
import { errorInfo, messageOf } from '../../errors.ts';
import { visibleWords } from '../../visible-text.ts';
import { beginningOf } from '../delivery/post.ts';

/** How long to wait for a response, in milliseconds. The form's own script waits less. */
const answerLimit = 20_000;

type Form = Awaited<ReturnType<typeof loadForm>>;

/** Loads the page with the form from SITE_URL. Throws an `Error` with advice if it gets no form. */
export async function loadForm({ siteUrl, port }: Config) {
  const page = `${siteUrl}/book`;
  const past = `To bypass DNS and proxy, run SITE_URL=http://localhost:${port} ./lodemark rehearse`;
  const response = await request(page, {}, `start the server, or correct SITE_URL. ${past}`);
  // The page may be endless.
  const html = await beginningOf(response, 1_000_000, answerLimit);
  const [form = ''] = /<form[^>]* data-endpoint=[^>]*>/.exec(html) ?? [];
  const attribute = (name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(form)?.[1]?.replaceAll('&amp;', '&');
  const endpoint = attribute('data-endpoint');
  const publicKey = attribute('data-public-key');
  if (!response.ok || endpoint === undefined || publicKey === undefined) {
    const what = `${page} answers HTTP ${response.status}${response.ok ? ' without the form' : ''}`;
    throw new Error(`${what}: correct SITE_URL or the proxy. ${past}`);
  }
  const action = attribute('action');
  return {
    /** The address of the data interface. */
    endpoint: new URL(endpoint, page).href,
    publicKey,
    /** The address to which a browser without JavaScript posts the form. Undefined: the form needs its script. */
    action: action && new URL(action, page).href,
    text: `${page} has the form`,
  };
}

/**
 * Sends the form like a browser without JavaScript. If the form needs its script, because its data interface is
 * elsewhere, it sends the script's request. Throws an `Error` with advice unless the request is acknowledged.
 */
export async function sendForm(form: Form, booking: Booking) {
  const { action, endpoint } = form;
  const answer = action
    ? await post(action, { Accept: 'text/html' }, new URLSearchParams({ ...booking }))
    : await postAsScript(form, booking);
  const isBooked = action
    ? answer.headers.get('location')?.endsWith('#booked')
    : answer.status === 201;
  if (!isBooked) throw new Error(adviceFor(answer));
  return { text: `acknowledged by ${new URL(endpoint).origin}` };
}

/**
 * Checks the page's public key by sending an empty list of rows, like the form's script. A browser without JavaScript
 * needs no key. Throws an `Error` with advice if there is no answer or the key is refused.
 */
export async function checkKey(form: Form) {
  const answer = await postAsScript(form, []);
  if (answer.status === 401) throw new Error(adviceFor(answer));
  return { text: "the page's PUBLIC_KEY is accepted" };
}

function postAsScript({ endpoint, publicKey }: Form, body: object) {
  const headers = { apikey: publicKey, 'Content-Type': 'application/json' };
  return post(endpoint, headers, JSON.stringify(body));
}

async function post(url: string, headers: HeadersInit, body: string | URLSearchParams) {
  const init = { method: 'POST', redirect: 'manual', headers, body } as const;
  const advice = 'make the proxy or the firewall forward POST to the server (docs/proxy.md)';
  const response = await request(url, init, advice);
  await response.body?.cancel();
  return response;
}

async function request(url: string, init: RequestInit, advice: string): Promise<Response> {
  const signal = AbortSignal.timeout(answerLimit);
  return fetch(url, { ...init, signal }).catch((error: unknown) => {
    // The message of fetch is always 'fetch failed'. `cause` has the reason.
    const { cause = error } = errorInfo(error);
    const why = visibleWords(messageOf(cause) || String(errorInfo(cause).code));
    const what = `${init.method ?? 'GET'} ${url.replace(/\?.*/, '')}`;
    throw new Error(`${what} has no answer (${why}): ${advice}`);
  });
}

/** Describes a response that does not acknowledge the request, with advice. */
function adviceFor({ status, headers }: Response): string {
  const what = `the POST was answered with HTTP ${status}`;
  const location = headers.get('location');
  if (location)
    return `${what}: it redirects to ${visibleWords(location.replace(/\?.*/, ''))}. Set SITE_URL to the final address`;
  if (status === 401)
    return `${what}: the server's PUBLIC_KEY differs from the page's. Restart each server with the same settings, or export the pages again`;
  return status === 500 || status === 503
    ? `${what}: the server cannot store it, for example because the disk is full. ./lodemark doctor shows why`
    : `${what}. Correct the proxy or the firewall (docs/proxy.md), or see RATE_LIMIT_REQUESTS`;
}
