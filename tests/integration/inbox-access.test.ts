import { expect, test } from 'vitest';
import { newToken } from '../../server/desk/inbox/sessions.ts';
import { ada } from '../support/ada.ts';
import { bareRequest } from '../support/bare-request.ts';
import { day } from '../support/delivery.ts';
import {
  answerOf,
  browserOf,
  cookiesOf,
  linkFor,
  office,
  sales,
  sessionsIn,
  signedIn,
} from '../support/inbox.ts';
import { startInbox } from '../support/inbox-server.ts';
import { startServer } from '../support/server.ts';

/** Paths below the API: known and unknown ones, of existing and missing leads. */
const closed = [
  ['POST', 'leads'],
  ['GET', 'leads/1'],
  ['GET', 'leads/999999999'],
  ['POST', 'change'],
  ['GET', 'export'],
  ['GET', 'report'],
  ['GET', 'nothing/here'],
  ['OPTIONS', 'leads'],
] as const;

test('every path below the API gives a stranger the same answer, even with a forged cookie', async () => {
  const server = await startInbox();
  await server.post(ada);
  const cookies = [{}, { Cookie: `__Host-inbox=${newToken()}.${newToken()}` }];
  const [first, ...others] = await Promise.all(
    cookies.flatMap((cookie) =>
      closed.map(async ([method, path]) => {
        const headers = { 'Sec-Fetch-Site': 'same-origin', ...cookie };
        return answerOf(await fetch(`${server.url}/inbox/api/${path}`, { method, headers }));
      }),
    ),
  );
  expect(first).toMatchObject({ status: 401, body: '{}' });
  for (const other of others) expect(other).toEqual(first);
  expect(first?.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-robots-tag': 'noindex',
    'cross-origin-opener-policy': 'same-origin',
  });
});

test('without INBOX_USERS every path of the inbox answers like an unknown one', async () => {
  const server = await startServer({});
  const unknown = async (method: string, path: string) => {
    const { status, headers, body } = await bareRequest(`${server.url}${path}`, method);
    for (const name of ['date', 'x-request-id']) delete headers[name];
    return { status, headers, body: body.toString() };
  };
  const paths = ['', '/sign-in', '/leads/1', '/assets/main-1a2b3c.js', '/api/session', '/api/none'];
  for (const path of paths)
    for (const method of ['GET', 'HEAD', 'POST'])
      expect(await unknown(method, `/inbox${path}`)).toEqual(
        await unknown(method, '/nothing-here'),
      );
});

test('the page is the same for everyone and may not be cached; other paths are unknown', async () => {
  const server = await startInbox();
  const browser = await signedIn(server);
  const views = ['', '/sign-in', '/report', '/leads/1', '/leads/999'];
  const [first, ...others] = await Promise.all(
    views.flatMap((view) => [
      fetch(`${server.url}/inbox${view}`).then(answerOf),
      browser.ask(view).then(answerOf),
    ]),
  );
  for (const other of others) expect(other).toEqual(first);
  expect(first?.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  });
  const unknown = await answerOf(await fetch(`${server.url}/nothing-here`));
  for (const path of ['/leads/x', '/leads', '/assets/none.js', '/anything'])
    expect(await answerOf(await fetch(`${server.url}/inbox${path}`))).toEqual(unknown);
});

test('a session is extended when it is used, and ends when the person signs out', async () => {
  const server = await startInbox();
  const { store, pass } = server;
  const state = async (browser: { get(path: string): Promise<Response> }) =>
    (await browser.get('report')).status;

  const used = await signedIn(server);
  pass(29 * day);
  // The browser keeps its cookie for the same time.
  const thirtyDays = expect.stringContaining('Max-Age=2592000; ');
  expect(cookiesOf(await used.get('session'))).toEqual({ '__Host-inbox': thirtyDays });
  expect(cookiesOf(await used.get('session'))).toEqual({});
  await used.post('sign-out');

  const leaving = await signedIn(server);
  const token = leaving.cookies.get('__Host-inbox') ?? '';
  const out = await leaving.post('sign-out');
  expect(cookiesOf(out)['__Host-inbox']).toContain('Max-Age=0; ');
  expect(leaving.cookies.has('__Host-inbox')).toBe(false);
  // Another person cannot use it.
  leaving.cookies.set('__Host-inbox', token);
  expect(await state(leaving)).toBe(401);

  const [lost, here] = [await signedIn(server), await signedIn(server)];
  const colleague = await signedIn(server, office);
  await here.post('sign-out', { everywhere: true });
  expect([await state(lost), await state(colleague)]).toEqual([401, 200]);
  expect(await sessionsIn(store)).toMatchObject([{ email: office }]);
});

test('a restart ends sessions and links of removed users', async () => {
  const before = await startInbox();
  const browsers = [await signedIn(before), await signedIn(before, office)];
  const tokens = [await linkFor(before.store, sales), await linkFor(before.store, office)];
  await before.close();
  const restart = (INBOX_USERS: string) =>
    startServer({ settings: { DATA_DIR: before.folder, INBOX_USERS } });
  const statuses = (url: string) =>
    Promise.all(
      browsers.map(async ({ cookies }) => {
        const after = browserOf(url);
        for (const [name, value] of cookies) after.cookies.set(name, value);
        return (await after.get('report')).status;
      }),
    );
  const without = await restart(sales);
  await expect.poll(() => sessionsIn(without.store)).toMatchObject([{ email: sales }]);
  expect(await statuses(without.url)).toEqual([200, 401]);
  await without.close();
  const closedInbox = await restart('');
  await expect.poll(() => sessionsIn(closedInbox.store)).toEqual([]);
  await closedInbox.close();
  const { url } = await restart(`${sales},${office}`);
  expect(await statuses(url)).toEqual([401, 401]);
  for (const token of tokens)
    expect((await browserOf(url).post('confirm', { token })).status).toBe(400);
});

test('a session that a stranger planted in the browser ends with the sign-in', async () => {
  const server = await startInbox();
  const stranger = await signedIn(server, office);
  const victim = browserOf(server.url);
  for (const [name, value] of stranger.cookies) victim.cookies.set(name, value);
  const token = await linkFor(server.store, sales);
  expect((await victim.post('confirm', { token })).status).toBe(200);
  expect(victim.cookies.get('__Host-inbox')).not.toBe(stranger.cookies.get('__Host-inbox'));
  expect(await victim.json('session')).toEqual({ email: sales });
  expect(await stranger.json('session')).toEqual({ email: null });
});

test('another origin cannot sign anyone in or out, or act for anyone', async () => {
  const server = await startInbox();
  const browser = await signedIn(server);
  await server.post(ada);
  const token = await linkFor(server.store, sales);
  const bodies = {
    'sign-in': { email: sales },
    confirm: { token },
    'sign-out': {},
    change: { change: 'erase', leads: [{ id: 1, version: 0 }] },
    leads: {},
  };
  const others = [
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://www.example.com' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    // An older browser sends only the origin, or nothing.
    {},
    { Origin: 'null' },
    { Origin: 'https://evil.example' },
    { Origin: 'http://www.example.com' },
    { Origin: 'https://example.com' },
    { Origin: 'https://www.example.com:8443' },
    { Origin: 'https://www.example.com.evil.example' },
  ];
  const Cookie = `__Host-inbox=${browser.cookies.get('__Host-inbox')}`;
  const post = (path: string, body: object, origin: object) => {
    const headers = { 'Content-Type': 'application/json', Cookie, ...origin };
    return bareRequest(`${server.url}/inbox/api/${path}`, 'POST', headers, JSON.stringify(body));
  };
  for (const [path, body] of Object.entries(bodies))
    for (const other of others) {
      const { status } = await post(path, body, other);
      expect({ path, other, status }).toEqual({ path, other, status: 403 });
    }
  expect((await browser.get('session', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  expect((await browser.get('session', { 'Sec-Fetch-Site': 'none' })).status).toBe(200);
  const own = await post('confirm', { token }, { Origin: 'https://www.example.com' });
  expect(own.status).toBe(200);
  expect(await server.stored()).toMatchObject([{ state: 'new' }]);
});
