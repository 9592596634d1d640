import { expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { bareRequest } from '../support/bare-request.ts';
import { browserAccept, publicKey, rawExchange, startServer } from '../support/server.ts';

const table = '/rest/v1/booking_requests';
const posts = { method: 'POST', path: table, shared: true };
const native = {
  ...posts,
  headers: { Accept: browserAccept, 'Content-Type': 'application/x-www-form-urlencoded' },
};
const permissions =
  'clipboard-write=(self), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';
const policy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
const closed = "default-src 'none'; frame-ancestors 'none'; sandbox";

const page = { page: true, cache: 'no-cache' };
const once = { page: true, cache: 'no-store' };
const known = { 'If-None-Match': '*' };

interface Expected {
  kind: string;
  path: string;
  status: number;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Whether it has a page's policy, whether other origins may read it, and how long it may be cached. */
  page?: boolean;
  shared?: boolean;
  cache?: string;
}

/** A request for each kind of answer, and the headers that only some answers have. */
const answers: Expected[] = [
  { kind: 'a page', path: '/', status: 200, ...page },
  { kind: 'a cached page', path: '/book', status: 304, ...page, headers: known },
  { kind: 'the error screen', path: '/nothing', status: 404, ...page },
  { kind: 'a redirect', path: '/book/', status: 308 },
  { kind: 'another method', method: 'DELETE', path: '/', status: 405, ...once },
  { kind: 'health', path: '/healthz', status: 200, cache: 'no-store' },
  { kind: 'readiness', path: '/readyz', status: 200, cache: 'no-store' },
  {
    kind: 'a booking',
    ...posts,
    status: 201,
    headers: { apikey: publicKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(ada),
  },
  { kind: 'a refused booking', ...posts, status: 401 },
  { kind: 'a preflight', ...posts, method: 'OPTIONS', status: 200 },
  { kind: 'a native form post', ...native, status: 303, body: `${new URLSearchParams(ada)}` },
  { kind: 'the form after a failed post', ...native, status: 400, ...once, body: 'name=' },
];

test('every kind of answer has the headers that it needs, and none that identifies the server or sets a cookie', async () => {
  const server = await startServer();
  for (const { kind, method = 'GET', path, status, headers = {}, body, ...its } of answers) {
    const { page, shared, cache } = its;
    const answer = await bareRequest(server.url + path, method, headers, body);
    expect(answer.status, kind).toBe(status);
    expect(answer.headers, kind).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': shared ? 'cross-origin' : 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'content-security-policy': page ? policy : closed,
    });
    expect(answer.headers['cache-control'], kind).toBe(cache);
    expect(answer.headers['permissions-policy'], kind).toBe(page && permissions);
    for (const name of ['server', 'x-powered-by', 'set-cookie']) {
      expect(answer.headers[name], `${name} of ${kind}`).toBeUndefined();
    }
  }
});

test('an uncached answer has the request’s id, which is also in the log', async () => {
  const server = await startServer();
  for (const path of ['/nothing', table, '/%zz']) {
    const answer = await rawExchange(
      server.url,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    const [, id] = /^x-request-id: (\S+)/im.exec(answer) ?? [];
    await expect
      .poll(() => server.lines.map(({ reqId }) => reqId), { message: path })
      .toContain(id);
  }
});

test('only a site on https gets Strict-Transport-Security', async () => {
  const server = await startServer({ settings: { SITE_URL: 'http://localhost:3000' } });
  const { headers } = await bareRequest(server.url, 'GET');
  expect(headers['strict-transport-security']).toBeUndefined();
});
