import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { publicKey, rawExchange, startServer } from '../support/server.ts';

const body = JSON.stringify({ ...ada, name: 'Broken' });
const size = body.length.toString(16);
const head = `POST /rest/v1/booking_requests HTTP/1.1\r\nHost: x\r\napikey: ${publicKey}\r\n`;
const sized = `${head}Content-Length: ${body.length}\r\n`;
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;

/** Requests on which two programs in a row could disagree where one ends (RFC 9112 §11.2), and bytes that are not a request. */
const brokenRequests = {
  'a length and chunks': `${sized}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'two lengths': `${sized}Content-Length: 3\r\n\r\n${body}`,
  'a length with a sign': `${head}Content-Length: +${body.length}\r\n\r\n${body}`,
  'a length that is too short': `${head}Content-Length: 10\r\n\r\n${body}`,
  'an unknown coding': `${head}Transfer-Encoding: xchunked\r\n\r\n${size}\r\n${body}\r\n0\r\n\r\n`,
  'chunked and not last': `${head}Transfer-Encoding: chunked, identity\r\n\r\n${size}\r\n${body}\r\n0\r\n\r\n`,
  'a blank before the colon': `${head}Transfer-Encoding : chunked\r\n\r\n${size}\r\n${body}\r\n0\r\n\r\n`,
  'lines that end in LF alone': `${sized}\r\n${body}`.replaceAll('\r\n', '\n'),
  'NUL in a header': `${sized}X: a\0b\r\n\r\n${body}`,
  'a chunk without a size': `${chunked}zz\r\n${body}\r\n0\r\n\r\n`,
  'a chunk longer than its size': `${chunked}2\r\n${body}\r\n0\r\n\r\n`,
  'no host': `${sized.replace('Host: x\r\n', '')}\r\n${body}`,
  '20 KB of headers': `${sized}X: ${'a'.repeat(20_000)}\r\n\r\n${body}`,
  'a tunnel': 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a TLS greeting': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
};

test('bytes that are not a request get an error or a closed connection, store nothing, and are not logged', async () => {
  const server = await startServer();
  for (const [name, bytes] of Object.entries(brokenRequests)) {
    const answer = await rawExchange(server.url, bytes);
    expect(answer, name).toMatch(/^$|^HTTP\/1\.1 4\d\d /);
  }
  expect(server.rows()).toEqual([]);
  expect(JSON.stringify(server.lines)).not.toContain('Broken');
  expect((await server.post(ada)).status).toBe(201);
});

describe('a booking that is cut off', () => {
  const form = new URLSearchParams(ada).toString();
  test.each([
    ['JSON', 'application/json', JSON.stringify(ada)],
    ['a form', 'application/x-www-form-urlencoded', form],
  ])('anywhere in %s leaves no row', async (_, type, text) => {
    const server = await startServer();
    const request = `${head}Content-Type: ${type}\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
    const { hostname, port } = new URL(server.url);
    const cuts = Array.from({ length: request.length - 1 }, (_, at) => at + 1);
    await Promise.all(
      cuts.map(async (cut) => {
        const socket = connect(Number(port), hostname, () => socket.end(request.slice(0, cut)));
        await once(socket.resume(), 'close');
      }),
    );
    expect(server.rows()).toEqual([]);
    expect((await server.post(ada)).status).toBe(201);
    expect(server.rows()).toMatchObject([ada]);
  });

  test('by a reset after its last byte is stored all the same', async () => {
    const server = await startServer({ rateLimit: { requests: 1000, seconds: 600 } });
    const { hostname, port } = new URL(server.url);
    const senders = Array.from({ length: 20 }, async () => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${sized}\r\n${body}`, () => socket.resetAndDestroy()),
      );
      await once(socket, 'close');
    });
    await Promise.all(senders);
    await expect.poll(() => server.rows()).toHaveLength(20);
    expect(server.lines.filter(({ level }) => Number(level) > 30)).toEqual([]);
  });
});

describe('a sender', () => {
  test('that is slow with its headers or its body is cut off, and nothing is stored', async () => {
    const server = await startServer();
    const answers = await Promise.all([
      rawExchange(server.url, 'GET / HTTP/1.1\r\nHost: x\r\n', { patient: true }),
      rawExchange(server.url, `${head}Content-Length: 999\r\n\r\n{"name":`, { patient: true }),
    ]);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(server.rows()).toEqual([]);
  });

  test('that announces 50 MB gets 413 at once', async () => {
    const server = await startServer();
    const answer = await rawExchange(server.url, `${head}Content-Length: 50000000\r\n\r\n{`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*BODY_TOO_LARGE/s);
  });

  test('that sends 50 MB in chunks without a length is cut off, and they are not kept in memory', async () => {
    const server = await startServer();
    const before = process.memoryUsage().rss;
    const megabyte = 'a'.repeat(1024 * 1024);
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(chunked);
      for (let i = 0; i < 50; i++)
        socket.write(`${megabyte.length.toString(16)}\r\n${megabyte}\r\n`);
    });
    // The reset may come before the answer is read.
    socket.on('error', () => {}).resume();
    await new Promise((resolve) => socket.on('close', resolve));
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * megabyte.length);
    expect((await server.post(ada)).status).toBe(201);
  });
});

test('no spelling of a path leads out of the site', async () => {
  const server = await startServer();
  for (const path of [
    '/../../../etc/passwd',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%252e%252e%252fpackage.json',
    '/assets/..\\..\\package.json',
    '/assets/%c0%ae%c0%ae/package.json',
    '/assets/%00../package.json',
    '/.env',
    '/data/bookings.db',
    '//etc/passwd',
    '/__proto__',
    '/:a(',
  ]) {
    const answer = await rawExchange(server.url, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answer, path).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toMatch(/root:|"dependencies"|SQLite/);
  }
});

test('no answer depends on the host that a request names', async () => {
  const server = await startServer();
  for (const host of ['evil.example', 'evil.example\r\nX-Forwarded-Host: evil.example']) {
    const request = `GET /book/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    expect(await rawExchange(server.url, request)).not.toContain('evil.example');
  }
});

test('headers made to be slow to parse are answered like any other', async () => {
  const server = await startServer();
  const hostile = [`"${','.repeat(15_000)}`, 'a/b,'.repeat(3_900), `a/b;"${';'.repeat(15_000)}`];
  for (const value of hostile) {
    expect((await server.post(ada, { Accept: value })).status).toBe(406);
    const page = await fetch(server.url, { headers: { 'Accept-Encoding': value } });
    expect(page.status).toBe(200);
  }
});
