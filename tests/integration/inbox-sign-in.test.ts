import { describe, expect, test, vi } from 'vitest';
import { newToken } from '../../server/desk/inbox/sessions.ts';
import { ada } from '../support/ada.ts';
import { bareRequest } from '../support/bare-request.ts';
import { catcher, day, mailSettings, minute } from '../support/delivery.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import {
  answerOf,
  browserOf,
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

describe('signing in to the inbox', () => {
  /** A server with its inbox, and the emails that it sent. */
  async function startWithMail(
    settings: Record<string, string> = {},
    behaviour?: Parameters<typeof catcher>[0],
  ) {
    const { url, mails } = await catcher(behaviour);
    return { ...(await startInbox({ ...mailSettings(url), ...settings })), mails };
  }

  test('an emailed link works once, by a button, in the browser that requested it', async () => {
    // The address keeps its letter case, and the person can type it in any case.
    const email = 'Ada.Sales@example.com';
    const server = await startWithMail({ INBOX_USERS: email });
    const browser = browserOf(server.url);
    const asked = await browser.post('sign-in', { email: ` ${email.toUpperCase()}` });
    expect(await asked.json()).toEqual({});
    expect(asked.headers.get('set-cookie')).toMatch(
      /^__Host-inbox-browser=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    await expect.poll(() => server.mails.length).toBe(1);
    const [mail] = server.mails;
    expect(mail?.to?.map(({ address }) => address)).toEqual([email]);
    expect(mail?.subject).toContain('Lodemark');
    const [link = '', token] =
      /https:\/\/www\.example\.com\/inbox\/sign-in#([\w-]{43})/.exec(mail?.text ?? '') ?? [];
    expect(mail?.html).toContain(`href="${link}"`);

    // The person asks twice, a link scanner opens the first link, and another person tries it.
    await browser.post('sign-in', { email });
    const scanned = await fetch(`${server.url}${new URL(link).pathname}`);
    expect(scanned.status).toBe(200);
    expect((await browserOf(server.url).post('confirm', { token })).status).toBe(400);
    expect((await anotherBrowserOf(server).post('confirm', { token })).status).toBe(400);

    const confirmed = await browser.post('confirm', { token });
    expect(await confirmed.json()).toEqual({ email });
    expect(confirmed.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(
        /^__Host-inbox=[^;]{80,}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    );
    expect([...browser.cookies.keys()]).toEqual(['__Host-inbox', '__Host-inbox-known']);
    expect(await browser.json('session')).toEqual({ email });

    const again = await answerOf(await browser.post('confirm', { token }));
    expect(again).toMatchObject({ status: 400, body: '{}' });
    const log = JSON.stringify(server.lines);
    expect(log).not.toContain('@');
    expect(log).not.toContain(token);
  });

  /** A browser with a wrong mark. */
  function anotherBrowserOf({ url }: { url: string }) {
    const browser = browserOf(url);
    browser.cookies.set('__Host-inbox-browser', newToken());
    return browser;
  }

  /** Known or not, an address gets the same answer. */
  async function expectSameAnswer(url: string) {
    const ask = async (email: string) => answerOf(await browserOf(url).post('sign-in', { email }));
    const known = await ask(sales);
    expect(known).toMatchObject({ status: 200, body: '{}' });
    expect(await ask('nobody@example.com')).toEqual(known);
  }

  test('known or not, an address gets the same answer, but only a known one gets an email', async () => {
    const server = await startWithMail();
    await expectSameAnswer(server.url);
    await expect.poll(() => server.mails.length).toBe(1);
    expect(server.mails[0]?.to?.map(({ address }) => address)).toEqual([sales]);
  });

  test('without email the answer is the same, and the log later names the command for a link', async () => {
    const server = await startInbox();
    useFakeTimers('setTimeout');
    await expectSameAnswer(server.url);
    const lines = () => server.lines.filter(({ msg }) => String(msg).includes('inbox-link'));
    // Immediate work would delay the next request, and so reveal who may sign in.
    expect(lines()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(lines()).toHaveLength(1);
  });

  test('every path below the API gives a stranger the same answer, even with a forged cookie', async () => {
    const server = await startWithMail();
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

  test('a session is extended when it is used, and ends when the person signs out', async () => {
    const server = await startInbox();
    const { store, pass } = server;
    const state = async (browser: { get(path: string): Promise<Response> }) =>
      (await browser.get('report')).status;

    const used = await signedIn(server);
    pass(29 * day);
    // The browser keeps its cookie for the same time.
    expect((await used.get('session')).headers.get('set-cookie')).toMatch(
      /^__Host-inbox=[^;]{80,}; Max-Age=2592000; /,
    );
    expect((await used.get('session')).headers.get('set-cookie')).toBeNull();
    await used.post('sign-out');

    const leaving = await signedIn(server);
    const token = leaving.cookies.get('__Host-inbox') ?? '';
    const out = await leaving.post('sign-out');
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-inbox=; Max-Age=0; .*HttpOnly; Secure/);
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

  test('a mail server that greylists gets the link again while it is valid', async () => {
    let refusals = 3;
    const later = Object.assign(new Error('greylisted'), { responseCode: 451 });
    const server = await startWithMail(
      {},
      { onRcptTo: (_to, _session, done) => done(refusals-- > 0 ? later : null) },
    );
    useFakeTimers('setTimeout');
    const browser = browserOf(server.url);
    expect((await browser.post('sign-in', { email: sales })).status).toBe(200);
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(minute);
        return server.mails.length;
      })
      .toBe(1);
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

  test('another origin cannot sign anyone in or out, or act for anyone', async () => {
    const server = await startWithMail();
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
    const origins: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://www.example.com' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
    ];
    const otherOrigins = [
      ...[undefined, 'null', 'https://evil.example', 'http://www.example.com'],
      ...['https://example.com', 'https://www.example.com:8443'],
      'https://www.example.com.evil.example',
    ];
    const Cookie = `__Host-inbox=${browser.cookies.get('__Host-inbox')}`;
    const post = (path: string, body: object, origin: { Origin?: string }) => {
      const headers = { 'Content-Type': 'application/json', Cookie, ...origin };
      return bareRequest(`${server.url}/inbox/api/${path}`, 'POST', headers, JSON.stringify(body));
    };
    for (const [path, body] of Object.entries(bodies)) {
      for (const headers of origins) {
        const { status } = await browser.post(path, body, headers);
        expect({ path, headers, status }).toEqual({ path, headers, status: 403 });
      }
      // An older browser sends only the origin, or nothing.
      for (const Origin of otherOrigins) {
        const origin = Origin === undefined ? {} : { Origin };
        const { status } = await post(path, body, origin);
        expect({ path, origin, status }).toEqual({ path, origin, status: 403 });
      }
    }
    expect((await browser.get('session', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await browser.get('session', { 'Sec-Fetch-Site': 'none' })).status).toBe(200);
    const own = await post('confirm', { token }, { Origin: 'https://www.example.com' });
    expect(own.status).toBe(200);
    expect(await server.stored()).toMatchObject([{ state: 'new' }]);
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

  test('a sender gets five links a day for an address, and does not use up another person’s', async () => {
    const server = await startWithMail({ TRUST_PROXY: 'loopback' });
    const known = await signedIn(server);
    await known.post('sign-out');
    const ask = async (sender: string, email: string, browser = browserOf(server.url)) => {
      const response = await browser.post('sign-in', { email }, { 'X-Forwarded-For': sender });
      return [response.status, Number(response.headers.get('retry-after'))];
    };
    const taken = [200, 0];
    const untilTomorrow = [429, expect.closeTo(24 * 60 * 60, -3)];
    const [stranger, owner] = ['192.0.2.1', '198.51.100.1'];
    for (const email of [sales, 'nobody@example.com']) {
      const sender = email === sales ? stranger : '203.0.113.1';
      for (let count = 0; count < 5; count += 1) expect(await ask(sender, email)).toEqual(taken);
      expect(await ask(sender, email.toUpperCase())).toEqual(untilTomorrow);
    }
    for (let count = 0; count < 4; count += 1) await ask(stranger, office);
    const soon = [429, expect.closeTo(15 * 60, -3)];
    expect(await ask(stranger, office)).toEqual(soon);
    expect(await ask(owner, sales)).toEqual(taken);
    // The owner has the stranger's IP address, and the browser of an earlier session.
    expect(await ask(stranger, sales, known)).toEqual(taken);
    expect(await ask(stranger, office, known)).toEqual(soon);
    await expect.poll(() => server.mails.length).toBe(11);
    const booked = await server.post(ada);
    expect(booked.status).toBe(201);
  });

  test('without INBOX_USERS every path of the inbox answers like an unknown one', async () => {
    const server = await startServer({});
    const unknown = async (method: string, path: string) => {
      const { status, headers, body } = await bareRequest(`${server.url}${path}`, method);
      for (const name of ['date', 'x-request-id']) delete headers[name];
      return { status, headers, body: body.toString() };
    };
    const paths = [
      '',
      '/sign-in',
      '/leads/1',
      '/assets/main-1a2b3c.js',
      '/api/session',
      '/api/none',
    ];
    for (const path of paths)
      for (const method of ['GET', 'HEAD', 'POST'])
        expect(await unknown(method, `/inbox${path}`)).toEqual(
          await unknown(method, '/nothing-here'),
        );
  });

  test('the page is the same for everyone and may not be cached; other paths are unknown', async () => {
    const server = await startWithMail();
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

  test('an email that cannot be sent changes no answer, and the log has the reason without the address', async () => {
    const server = await startInbox(mailSettings('smtp://127.0.0.1:1'));
    expect((await browserOf(server.url).post('sign-in', { email: sales })).status).toBe(200);
    const failure = () => server.lines.find(({ level }) => level === 50);
    await expect.poll(failure).toMatchObject({ code: 'PORT_CLOSED' });
    expect(JSON.stringify(server.lines)).not.toContain('@');
  });
});
