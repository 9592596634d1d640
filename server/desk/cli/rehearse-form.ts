import type { Booking } from '../../../booking/booking.ts';
import type { Config } from '../../config/config.ts';
import { errorInfo, messageOf } from '../../errors.ts';
import { checkStore, type Store } from '../../store/store.ts';
import { visibleWords } from '../../visible-text.ts';
import { beginningOf } from '../delivery/post.ts';

/** How long to wait for a response, in milliseconds. The form's own script waits less. */
const answerLimit = 20_000;

const longestPage = 1_000_000;

interface Form {
  /** The address of the data interface. */
  endpoint: string;
  publicKey: string;
  /** The address to which a browser without JavaScript posts the form. Undefined: the form needs its script. */
  action: string | undefined;
  /** The names of its fields, including the honeypot. */
  names: readonly string[];
}

/** Loads the page with the form from SITE_URL. Throws an error that explains what to do. */
export async function loadForm({ siteUrl, port }: Config): Promise<Form> {
  const page = `${siteUrl}/book`;
  const past = `To bypass DNS and proxy, run SITE_URL=http://localhost:${port} ./lodemark rehearse`;
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
 * Sends the form like a browser without JavaScript. If the form needs its script, because its data interface is
 * elsewhere, it sends the script's request. Throws an error that explains what to do.
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
  throw new Error(`the POST was answered with HTTP ${status}: ${advice}`);
}

/**
 * Checks the page's public key by sending an empty list of rows, like the form's script. A browser without JavaScript
 * needs no key. Throws an error that explains what to do.
 */
export async function checkKey(form: Form, store: Store): Promise<void> {
  const response = await askAsScript(form, []);
  await response.body?.cancel();
  const { status } = response;
  if (status === 401) throw new Error(await adviceFor(status, '', store));
}

const dropped = 'make the proxy or the firewall forward POST to the server (docs/proxy.md)';

function askAsScript({ endpoint, publicKey }: Form, body: object): Promise<Response> {
  const headers = { apikey: publicKey, 'Content-Type': 'application/json' };
  return ask(endpoint, { headers, body: JSON.stringify(body) }, dropped);
}

/** Returns advice for a response that does not acknowledge the request. */
async function adviceFor(status: number, location: string, store: Store): Promise<string> {
  if (location !== '')
    return `it redirects to ${visibleWords(location.replace(/\?.*/, ''))}. Set SITE_URL to the final address`;
  if (status === 401)
    return "the server's PUBLIC_KEY differs from the page's. Restart each server with the same settings, or export the pages again";
  if (status === 429)
    return 'this address has sent too many requests. Wait, or see RATE_LIMIT_REQUESTS and TRUST_PROXY';
  if (status === 502 || status === 504)
    return 'the proxy cannot reach the server. Check that it is running';
  if (status !== 500 && status !== 503)
    return 'the proxy or the firewall does not forward POST to the server. See docs/proxy.md';
  const fault = await checkStore(store).then(() => undefined, messageOf);
  return `the server cannot store it. ${fault ?? "This command can write to the database. Read the server's log"}`;
}

/** Does not follow the redirect of a POST, because the caller reads it. */
async function ask(url: string, init: RequestInit, advice: string): Promise<Response> {
  const method = init.body ? 'POST' : 'GET';
  const signal = AbortSignal.timeout(answerLimit);
  const redirect = init.body ? 'manual' : 'follow';
  return fetch(url, { ...init, method, signal, redirect }).catch((error: unknown) => {
    // The message of fetch is always 'fetch failed'. `cause` has the reason.
    const { cause = error } = errorInfo(error);
    const why = visibleWords(messageOf(cause) || String(errorInfo(cause).code));
    throw new Error(`${method} ${url.replace(/\?.*/, '')} has no answer (${why}): ${advice}`);
  });
}
