import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { publicKey, rawExchange, startServer, type TestServer } from '../support/server.ts';

const body = JSON.stringify({ ...ada, name: 'Broken' });
const size = body.length.toString(16);
const head = `POST /rest/v1/booking_requests HTTP/1.1\r\nHost: x\r\napikey: ${publicKey}\r\n`;
const sized = `${head}Content-Length: ${body.length}\r\n`;
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;

/** Requests that two programs could split differently (RFC 9112 §11.2), and bytes that are not a request. */
const brokenRequests = {
  'a length and chunks': `${sized}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'two lengths': `${sized}Content-Length: 3\r\n\r\n${body}`,
  'an unknown coding': `${head}Transfer-Encoding: xchunked\r\n\r\n${size}\r\n${body}\r\n0\r\n\r\n`,
  'chunked, but not as the last coding': `${head}Transfer-Encoding: chunked, identity\r\n\r\n${size}\r\n${body}\r\n0\r\n\r\n`,
  'a coding before chunked': `${head}Transfer-Encoding: gzip, chunked\r\n\r\n${size}\r\n${body}\r\n0\r\n\r\n`,
  'two hosts': `${sized}Host: y\r\n\r\n${body}`,
  'a tunnel': 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n',
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

/** Requests as JSON and as a form. Each body is cut off after each of its bytes. */
const tooShort = [
  ['application/json', JSON.stringify(ada)],
  ['application/x-www-form-urlencoded', new URLSearchParams(ada).toString()],
].flatMap(([type, text = '']) =>
  Array.from(text.slice(1), (_, at) => {
    const length = `Content-Length: ${text.length}\r\n\r\n`;
    return `${head}Content-Type: ${type}\r\n${length}${text.slice(0, at + 1)}`;
  }),
);

/** Resolves with the stored rows when the server has finished all requests. */
async function storedAtLast({ app, stored }: TestServer) {
  const open = promisify(app.server.getConnections.bind(app.server));
  await expect.poll(() => open()).toBe(0);
  return stored();
}

describe('a booking that is cut off anywhere', () => {
  test('because the connection ends is not stored', async () => {
    const server = await startServer();
    await Promise.all(tooShort.map((bytes) => rawExchange(server.url, bytes)));
    expect(await storedAtLast(server)).toEqual([]);
    expect((await server.post(ada)).status).toBe(201);
  });

  test('because it is slow, or in its headers, gets 408 and is not stored', async () => {
    const server = await startServer();
    const requests = ['GET / HTTP/1.1\r\nHost: x\r\n', ...tooShort];
    const answers = requests.map((bytes) => rawExchange(server.url, bytes, 'wait'));
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(await storedAtLast(server)).toEqual([]);
  });
});

test('a body that has not arrived yet is not read for a refusal, and the connection ends', async () => {
  const server = await startServer({ settings: { RATE_LIMIT_REQUESTS: '1' } });
  expect((await server.post(ada)).status).toBe(201);
  for (const [request, status] of [
    ['PATCH /rest/v1/booking_requests', 401],
    ['POST /xmlrpc.php', 404],
    ['POST /rest/v1/booking_requests', 429],
  ] as const) {
    const unfinished = chunked.replace('POST /rest/v1/booking_requests', request);
    const answer = await rawExchange(server.url, `${unfinished}1\r\n{\r\n`, 'wait');
    // A second answer would mean that the rest of the body was read as a request.
    const [first] = answer.split('\r\n\r\n', 1);
    expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\nconnection: close\r\n`, 'is'));
  }
});

test('a body in chunks of one byte is refused as too large, because reading it takes too long', async () => {
  const { url } = await startServer();
  const answer = await rawExchange(url, `${chunked}${'1\r\n \r\n'.repeat(2000)}0\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 .*BODY_TOO_LARGE/s);
});

test('the target of a request may be in absolute form, and no target causes a server error', async () => {
  const server = await startServer();
  const statusOf = async (target: string) =>
    (await rawExchange(server.url, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)).slice(9, 12);
  for (const target of ['http://x/book', 'HTTPS://x', 'http://x?a=b'])
    expect(await statusOf(target)).toBe('200');
  const post = sized.replace(' /rest', ' http://x/rest').concat('\r\n', body);
  expect(await rawExchange(server.url, post)).toMatch(/^HTTP\/1\.1 201 /);
  for (const target of ['/book#%', '/book?a=%', '/book?#%', '/#%zz', '/book?%c0%ae', '*'])
    expect(await statusOf(target), target).toMatch(/^[2-4]/);
  expect(server.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('no spelling of a path reaches a file outside the site', async () => {
  const server = await startServer();
  for (const path of [
    ...['/../../../etc/passwd', '/assets/../../package.json', '/assets/..%2f..%2fpackage.json'],
    ...['/assets/%252e%252e%252fpackage.json', '/assets/..\\..\\package.json'],
    ...['/assets/%c0%ae%c0%ae/package.json', '/assets/%00../package.json', '//etc/passwd'],
    ...['/.env', '/data/bookings.db', '/__proto__', '/:a(', '/%zz', `/${'a'.repeat(500)}`],
  ]) {
    const answer = await rawExchange(server.url, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answer, path).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('<title>404');
    expect(answer).not.toMatch(/root:|"dependencies"|SQLite/);
  }
});

test('no answer depends on the request’s host', async () => {
  const server = await startServer();
  for (const host of ['evil.example', 'evil.example\r\nX-Forwarded-Host: evil.example']) {
    const request = `GET /book/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    expect(await rawExchange(server.url, request)).not.toContain('evil.example');
  }
});
