import type { Booking } from '../../../booking/booking.ts';
import type { Config } from '../../config/config.ts';
import { errorInfo, messageOf } from '../../errors.ts';
import { checkStore, type Store } from '../../store/store.ts';
import { visibleWords } from '../../visible-text.ts';
import { beginningOf } from '../delivery/post.ts';

/** Milliseconds for one answer: more than the form's own script waits. */
const answerLimit = 20_000;

/** Characters. */
const longestPage = 1_000_000;

/** The form as the page has it. */
interface Form {
  /** The address of the data interface. */
  endpoint: string;
  publicKey: string;
  /** Where a browser without a script posts the form. Undefined: the form needs its script. */
  action: string | undefined;
  /** The names of its fields, also of the one that no person sees. */
  names: readonly string[];
}

/** Loads the page with the form from SITE_URL. Throws an error that says what to do. */
export async function loadForm({ siteUrl, port }: Config): Promise<Form> {
  const page = `${siteUrl}/book`;
  const past = `SITE_URL=http://localhost:${port} ./lodemark rehearse goes past DNS and proxy`;
  const response = await ask(page, {}, `start the server, or correct SITE_URL. ${past}`);
  const html = await beginningOf(response, longestPage, answerLimit);
  const form = /<form[^>]* data-endpoint=.*?<\/form>/s.exec(html)?.[0];
  if (!response.ok || form === undefined) {
    const what = `${page} answers HTTP ${response.status}${response.ok ? ' without the form' : ''}`;
    throw new Error(`${what}: correct SITE_URL or the proxy. ${past}`);
  }
  const attribute = (name: string) =>
    new RegExp(`^<form[^>]* ${name}="([^"]*)"`).exec(form)?.[1]?.replaceAll('&amp;', '&');
  const action = attribute('action');
  return {
    endpoint: new URL(attribute('data-endpoint') ?? '', page).href,
    publicKey: attribute('data-public-key') ?? '',
    action: action === undefined ? undefined : new URL(action, page).href,
    names: [...form.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name = '']) => name),
  };
}

/**
 * Sends the form as a browser without a script does. If its data interface is elsewhere, it needs its script, and is
 * sent as that does. Throws an error that says what to do.
 */
export async function sendForm(form: Form, booking: Booking, store: Store): Promise<void> {
  const { action, names } = form;
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  const page = { Accept: 'text/html' };
  const response =
    action === undefined
      ? await askAsScript(form, booking)
      : await ask(
          action,
          { headers: page, body: new URLSearchParams({ ...empty, ...booking }) },
          dropped,
        );
  await response.body?.cancel();
  const { status, headers } = response;
  const location = headers.get('location') ?? '';
  if (action === undefined ? status === 201 : location.endsWith('#booked')) return;
  const advice = await adviceFor(status, location, store);
  throw new Error(`the POST is answered with HTTP ${status}: ${advice}`);
}

/**
 * Sends no row with the page's key, as the form's script sends it: a browser without a script needs none. Throws an
 * error that says what to do.
 */
export async function checkKey(form: Form, store: Store): Promise<void> {
  const response = await askAsScript(form, []);
  await response.body?.cancel();
  const { status } = response;
  if (status === 401) throw new Error(await adviceFor(status, '', store));
}

const dropped = 'let the proxy or the firewall pass POST on to the server (docs/proxy.md)';

function askAsScript({ endpoint, publicKey }: Form, body: object): Promise<Response> {
  const headers = { apikey: publicKey, 'Content-Type': 'application/json' };
  return ask(endpoint, { headers, body: JSON.stringify(body) }, dropped);
}

/** What to do about an answer that acknowledges nothing. */
async function adviceFor(status: number, location: string, store: Store): Promise<string> {
  if (location !== '')
    return `it redirects to ${visibleWords(location.replace(/\?.*/, ''))}. Set SITE_URL to the final address`;
  if (status === 401)
    return 'the server has another PUBLIC_KEY than the page. Restart each server with the same settings, or export the pages again';
  if (status === 429)
    return 'this address has sent too many requests. Wait, or see RATE_LIMIT_REQUESTS and TRUST_PROXY';
  if (status === 502 || status === 504)
    return 'the proxy does not reach the server. Is it running?';
  if (status !== 500 && status !== 503)
    return 'the proxy or the firewall does not pass POST on to the server. See docs/proxy.md';
  const fault = await checkStore(store).then(() => undefined, messageOf);
  return `the server cannot store it. ${fault ?? "This command can write the database: see the server's log"}`;
}

/** Follows no redirect of a POST, as its answer matters. */
async function ask(url: string, init: RequestInit, advice: string): Promise<Response> {
  const method = init.body ? 'POST' : 'GET';
  const signal = AbortSignal.timeout(answerLimit);
  const redirect = init.body ? 'manual' : 'follow';
  return fetch(url, { ...init, method, signal, redirect }).catch((error: unknown) => {
    // The message of fetch is always 'fetch failed'; the reason is in `cause`.
    const { cause = error } = errorInfo(error);
    const why = visibleWords(messageOf(cause) || String(errorInfo(cause).code));
    throw new Error(`${method} ${url.replace(/\?.*/, '')} has no answer (${why}): ${advice}`);
  });
}
