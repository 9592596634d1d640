import { hashOf, insertLink, linkLifetime, newToken } from '../../server/desk/inbox/sessions.ts';
import type { Store } from '../../server/store/store.ts';

export const sales = 'sales@example.com';
export const office = 'office@example.com';

/** A browser on this server's inbox. It keeps cookies, and marks its requests as same-origin. */
export function browserOf(url: string) {
  const cookies = new Map<string, string>();

  async function ask(path: string, init: RequestInit = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      'Sec-Fetch-Site': 'same-origin',
      ...(cookie === '' ? {} : { Cookie: cookie }),
      ...init.headers,
    };
    const response = await fetch(`${url}/inbox${path}`, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
      if (/max-age=0/i.test(rest)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    ask(`/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    cookies,
    ask,
    post,
    get: (path: string, headers: Record<string, string> = {}) => ask(`/api/${path}`, { headers }),
    json: async (path: string) => (await ask(`/api/${path}`)).json(),
  };
}

/** A browser in which this address is signed in, by a link like the command line's. */
export async function signedIn({ url, store }: { url: string; store: Store }, email = sales) {
  const browser = browserOf(url);
  const response = await browser.post('confirm', { token: await linkFor(store, email) });
  if (response.status !== 200) throw new Error(`confirm answered ${response.status}`);
  return browser;
}

/** Stores a sign-in link that works in any browser, and returns its token. */
export async function linkFor(store: Store, email: string): Promise<string> {
  const token = newToken();
  await insertLink(store, { tokenHash: hashOf(token), email, validFor: linkLifetime });
  return token;
}

/** The cookies that an answer sets, each with its attributes. */
export function cookiesOf(response: Response): Record<string, string> {
  const named = response.headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split('; ');
    return [pair.split('=')[0] ?? '', attributes.join('; ')];
  });
  return Object.fromEntries(named);
}

/** The sessions in the database, oldest first. */
export function sessionsIn(store: Store) {
  return store.read((db) =>
    db.selectFrom('inbox_sessions').select(['id', 'email']).orderBy('id').execute(),
  );
}

/** The content of an answer, without parts that always differ. */
export async function answerOf(response: Response) {
  const headers = Object.fromEntries(response.headers);
  for (const name of ['date', 'x-request-id']) delete headers[name];
  if (headers['set-cookie'])
    headers['set-cookie'] = headers['set-cookie'].replace(/=[\w-]{43};/, '=…;');
  return { status: response.status, headers, body: await response.text() };
}
