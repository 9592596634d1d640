import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { screensOf } from '../../server/http/built-site.ts';
import type { Pages } from '../../server/http/pages.ts';
import { bareRequest } from '../support/bare-request.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { startServer } from '../support/server.ts';
import { localStandIn, siteSettings, standIn } from '../support/server-site.ts';

describe('a page', () => {
  test.each([
    ['/', 'Landing'],
    ['/book', 'Book a Call'],
    ['/?utm_source=x', 'Landing'],
    ['/book?', 'Book a Call'],
  ])('is at %s', async (path, title) => {
    const server = await startServer();
    const { status, headers, body } = await bareRequest(server.url + path, 'GET');
    expect(status).toBe(200);
    expect(body.toString()).toContain(`<title>${title}</title>`);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'content-length': String(body.length),
      vary: 'Accept-Encoding',
    });
  });

  test('is compressed as the client prefers, each encoding with its own tag', async () => {
    const server = await startServer();
    const plain = await bareRequest(server.url, 'GET');
    const br = await bareRequest(server.url, 'GET', {
      'Accept-Encoding': 'gzip, deflate, br, zstd',
    });
    const gzip = await bareRequest(server.url, 'GET', { 'Accept-Encoding': 'gzip, br;q=0' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  test('is not sent again while the client has it', async () => {
    const server = await startServer();
    const { headers } = await bareRequest(server.url, 'GET');
    const etag = String(headers.etag);
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await bareRequest(server.url, 'GET', { 'If-None-Match': tags });
      expect([again.status, again.body.length, again.headers.etag], tags).toEqual([304, 0, etag]);
    }
    const br = { 'Accept-Encoding': 'br', 'If-None-Match': etag };
    expect((await bareRequest(server.url, 'GET', br)).status).toBe(200);
  });

  test('gives HEAD the same headers without the body', async () => {
    const server = await startServer();
    const get = await bareRequest(server.url, 'GET');
    const head = await bareRequest(server.url, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers.etag).toBe(get.headers.etag);
  });

  test('at /book/ is moved to /book for good', async () => {
    const server = await startServer();
    const { status, headers } = await bareRequest(`${server.url}/book/?x=1`, 'GET');
    expect([status, headers.location]).toEqual([308, '/book']);
  });

  test('shows the new year from its first minute', async () => {
    useFakeTimers('Date', 'setInterval', 'clearInterval');
    vi.setSystemTime(Date.UTC(2026, 11, 31, 23, 59, 30));
    const server = await startServer();
    const before = await bareRequest(server.url, 'GET');
    expect(before.body.toString()).toContain('<dd>2026');
    vi.advanceTimersByTime(60_000);
    await expect
      .poll(async () => (await bareRequest(server.url, 'GET')).body.toString(), { interval: 5 })
      .toContain('<dd>2027');
    expect((await bareRequest(server.url, 'GET')).headers.etag).not.toBe(before.headers.etag);
    const missing = await bareRequest(`${server.url}/nothing`, 'GET');
    expect(missing.body.toString()).toContain('<dd>2027');
  });

  test('that cannot be rendered stops the start', async () => {
    const renderSite = () => Promise.reject(new Error('no such section'));
    await expect(startServer({ built: { ...standIn, renderSite } })).rejects.toThrow(
      'no such section',
    );
  });
});

test('a file is compressed where that makes it smaller', async () => {
  const server = await startServer();
  const get = (path: string) =>
    bareRequest(server.url + path, 'GET', { 'Accept-Encoding': 'br, gzip' });
  const { headers } = await get('/assets/island-1a2b3c.js');
  expect(headers['content-encoding']).toBe('br');
  const picture = await get('/icon.png');
  expect([picture.headers['content-encoding'], picture.body.length]).toEqual([undefined, 4]);
});

test('any other address is the same error screen, and every address by another method', async () => {
  const server = await startServer();
  const { body } = await bareRequest(`${server.url}/nothing`, 'GET');
  for (const path of ['/nothing', '/', '/book', '/robots.txt', '/healthz'])
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const other = await bareRequest(server.url + path, method);
      expect([other.status, other.body.equals(body)], method).toEqual([404, true]);
    }
});

describe('a failure while answering', () => {
  /** A server with one address that fails. */
  async function startFailing(screens?: Pages['screens']) {
    const server = await startServer({
      changePages: (pages) => ({
        ...pages,
        ...(screens && { screens }),
        register(app) {
          pages.register(app);
          app.get('/fails', () => Promise.reject(new Error('the secret cause')));
        },
      }),
    });
    return { ...server, fail: () => fetch(`${server.url}/fails`) };
  }

  test('is the error screen with the id of the request; the stack goes to the log alone', async () => {
    const server = await startFailing();
    const response = await server.fail();
    expect(response.status).toBe(500);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'");
    const page = await response.text();
    expect(page).toContain('<title>Unexpected Application Error!');
    expect(page).toContain('<dd>500 Internal Server Error</dd>');
    expect(page).not.toContain('secret cause');
    const line = server.lines.find(({ err }) => err !== undefined);
    expect(JSON.stringify(line)).toContain('the secret cause');
    expect(page).toContain(`<dd>${line?.reqId}</dd>`);
    expect((await fetch(server.url)).status).toBe(200);
  });

  test('shows its stack under development', async () => {
    const server = await startFailing(() => screensOf(localStandIn(siteSettings.year), true));
    expect(await (await server.fail()).text()).toContain('Error: the secret cause');
  });
});
