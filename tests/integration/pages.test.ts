import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkConfig, siteSettingsOf } from '../../server/config/config.ts';
import { openPages } from '../../server/http/pages.ts';
import { createServer } from '../../server/http/server.ts';
import { bareRequest } from '../support/bare-request.ts';
import { openLines } from '../support/delivery.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { sharedServer, startServer } from '../support/server.ts';
import { copyProgram, runServer, sharedProgram } from '../support/server-process.ts';

const shared = sharedServer();
const get = (address: string, headers = {}) => bareRequest(shared().url + address, 'GET', headers);

describe('a page', () => {
  test.each([
    ['/?utm_source=x', 'Landing'],
    ['/book?', 'Book'],
  ])('is at %s', async (address, title) => {
    const { status, headers, body } = await get(address);
    expect(status).toBe(200);
    expect(body.toString()).toContain(`<title>${title}`);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(body.length),
      vary: 'Accept-Encoding',
    });
    const head = await bareRequest(shared().url + address, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(headers['content-length']);
  });

  test('is compressed as the client prefers, with a separate tag for each encoding', async () => {
    // No one needs thousands of encodings.
    const plain = await get('/', { 'Accept-Encoding': 'br,'.repeat(4_000) });
    const br = await get('/', { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    const gzip = await get('/', { 'Accept-Encoding': 'gzip, br;q=0' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  test('is not sent again while the client’s copy is current', async () => {
    const { headers } = await get('/');
    const etag = String(headers.etag);
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/', { 'If-None-Match': tags });
      expect([again.status, again.body.length, again.headers.etag], tags).toEqual([304, 0, etag]);
    }
    const br = await get('/', { 'Accept-Encoding': 'br', 'If-None-Match': etag });
    expect(br.status).toBe(200);
  });

  test('at /book/ is moved permanently to /book, with the query', async () => {
    const { status, headers } = await get('/book/?x=1&y=%2F');
    expect([status, headers.location]).toEqual([308, '/book?x=1&y=%2F']);
    expect((await get('/book/')).headers.location).toBe('/book');
  });

  test('can only be read', async () => {
    for (const address of ['/', '/book', '/book/', '/robots.txt', '/healthz', '/readyz'])
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'QUERY']) {
        const { status, headers } = await bareRequest(shared().url + address, method);
        expect([status, headers.allow], `${method} ${address}`).toEqual([405, 'GET, HEAD']);
      }
  });

  test('shows the new year from its first minute', async () => {
    useFakeTimers('Date', 'setInterval', 'clearInterval');
    vi.setSystemTime(Date.UTC(2026, 11, 31, 23, 59, 30));
    const { url } = await startServer();
    const before = await bareRequest(url, 'GET');
    expect(before.body.toString()).toContain('2026');
    vi.advanceTimersByTime(60_000);
    await expect
      .poll(async () => (await bareRequest(url, 'GET')).body.toString(), { interval: 5 })
      .toContain('2027');
    expect((await bareRequest(url, 'GET')).headers.etag).not.toBe(before.headers.etag);
    const missing = await bareRequest(`${url}/nothing`, 'GET');
    expect(missing.body.toString()).toContain('2027');
  });
});

test('a file can be cached, forever if its name has a hash, and other sites can embed a picture', async () => {
  const forGood = 'public, max-age=31536000, immutable';
  for (const [address, cache, isPicture] of [
    ['/assets/island-1a2b3c.js', forGood, false],
    ['/assets/own-logo.svg', forGood, true],
    ['/icon.png', 'public, max-age=3600', true],
    ['/robots.txt', 'public, max-age=3600', false],
  ] as const) {
    const { status, headers } = await get(address);
    expect([status, headers['cache-control']], address).toEqual([200, cache]);
    expect(headers['content-security-policy']).toContain('sandbox');
    const policy = isPicture ? 'cross-origin' : 'same-origin';
    expect(headers['cross-origin-resource-policy'], address).toBe(policy);
  }
});

test('a file is compressed where that makes it smaller', async () => {
  const encodings = { 'Accept-Encoding': 'br, gzip' };
  const { headers } = await get('/assets/island-1a2b3c.js', encodings);
  expect(headers['content-encoding']).toBe('br');
  const picture = await get('/icon.png', encodings);
  expect([picture.headers['content-encoding'], picture.body.length]).toEqual([undefined, 4]);
});

describe('the folder of the rendered site', () => {
  test('is rendered once for each combination of settings, without a new build', async () => {
    const program = await copyProgram();
    const folders = () => readdirSync(path.join(program, 'dist/sites')).sort();
    const settings = { SITE_URL: 'https://www.example.com', DATA_DIR: path.join(program, 'data') };
    const rendered = async (more = {}) => {
      const server = await runServer(program, { ...settings, ...more });
      const page = await (await fetch(server.url)).text();
      server.child.kill();
      await server.ended;
      return page;
    };
    await rendered();
    const [first = ''] = folders();
    const made = () => statSync(path.join(program, 'dist/sites', first)).ino;
    const before = made();
    await rendered();
    expect([folders(), made()]).toEqual([[first], before]);
    expect(await rendered({ CONTACT_EMAIL: 'ada@example.com' })).toContain('ada@example.com');
    expect(folders()).toHaveLength(2);
  });
});

test('a failure while answering shows the request’s id, and the stack is only in the log', async () => {
  const { log, lines } = openLines();
  const settings = siteSettingsOf(checkConfig({}, '/'));
  const pages = await openPages({ built: `${sharedProgram()}/dist`, settings, log });
  const app = createServer({ pages, log, trustProxy: undefined });
  onTestFinished(async () => {
    await app.close();
    await pages.close();
  });
  app.get('/fails', () => Promise.reject(new Error('the secret cause')));
  const { statusCode, headers, body } = await app.inject('/fails');
  expect(statusCode).toBe(500);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("base-uri 'none'"),
  });
  expect(body).toContain('<title>Error');
  expect(body).not.toContain('secret cause');
  const line = lines.find(({ err }) => err !== undefined);
  expect(JSON.stringify(line)).toContain('the secret cause');
  expect(body).toContain(line?.reqId);
});
