import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { brokenRequests, traversals } from '../support/broken-requests.ts';
import { publicKey, rawExchange, startServer } from '../support/server.ts';

/** What came back until the connection was closed, ours being closed after a second of silence. */
function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    // Closed by the other side with bytes of ours unread: that is an answer too.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

function statusesIn(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}

describe('bytes that are no request', () => {
  test('get a clear refusal or a closed connection, and store nothing', async () => {
    const server = await startServer();
    for (const [name, bytes] of Object.entries(brokenRequests)) {
      const statuses = statusesIn(await exchange(server.url, bytes));
      for (const status of statuses) {
        expect(status, name).toBeGreaterThanOrEqual(400);
        expect(status, name).toBeLessThan(500);
      }
    }
    expect(server.rows()).toEqual([]);
    expect((await server.post(ada)).status).toBe(201);
  });

  test.each([
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nbad header very-private', 400],
    ['no host', 'GET / HTTP/1.1\r\nX-Host: very-private', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: very-private', 400],
    ['a tunnel', 'CONNECT very-private:443 HTTP/1.1\r\nHost: x', 400],
    ['another expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: very-private', 417],
  ])(
    'such as %s are named in the log by an id that is in the answer, without a byte of theirs',
    async (_, request, status) => {
      const server = await startServer();
      const answer = await rawExchange(server.url, `${request}\r\n\r\n`);
      expect(statusesIn(answer)).toEqual([status]);
      for (const header of ['X-Content-Type-Options: nosniff', 'Content-Security-Policy: default'])
        expect(answer).toContain(header);
      const [, id] = /X-Request-Id: (\S+)/.exec(answer) ?? [];
      const line = server.lines.find(({ reqId }) => reqId === id);
      expect(line).toMatchObject({ status, address: '127.0.0.0/24' });
      expect(JSON.stringify(server.lines)).not.toContain('very-private');
    },
  );
});

describe('a booking that is cut off', () => {
  test('at any byte leaves no row, whole or half', async () => {
    const server = await startServer();
    const body = JSON.stringify(ada);
    const request = `POST /rest/v1/booking_requests HTTP/1.1\r\nHost: x\r\napikey: ${publicKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const { hostname, port } = new URL(server.url);
    const cuts = Array.from({ length: request.length - 1 }, (_, at) => at + 1);
    await Promise.all(
      cuts.map(
        (cut) =>
          new Promise<void>((resolve, reject) => {
            const socket = connect(Number(port), hostname, () => socket.end(request.slice(0, cut)));
            socket.on('error', reject).on('close', () => resolve());
            socket.resume();
          }),
      ),
    );
    expect(server.rows()).toEqual([]);
    expect((await server.post(ada)).status).toBe(201);
    expect(server.rows()).toMatchObject([ada]);
  });

  test('by a reset is not stored either, nor does it end the server', async () => {
    const server = await startServer();
    const { hostname, port } = new URL(server.url);
    for (let i = 0; i < 50; i++) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `POST /rest/v1/booking_requests HTTP/1.1\r\nHost: x\r\napikey: ${publicKey}\r\nContent-Length: 99\r\n\r\n{"name"`,
            () => socket.resetAndDestroy(),
          );
        });
        socket.on('close', () => resolve());
      });
    }
    expect((await server.post(ada)).status).toBe(201);
    expect(server.rows()).toHaveLength(1);
  });

  test.each([undefined, ['loopback']])(
    'by a reset after its last byte is stored all the same, with %o as trusted proxies',
    async (trustProxy) => {
      const server = await startServer({ rateLimit: { requests: 1000, seconds: 600 }, trustProxy });
      const { hostname, port } = new URL(server.url);
      const body = JSON.stringify(ada);
      const request = `POST /rest/v1/booking_requests HTTP/1.1\r\nHost: x\r\napikey: ${publicKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const senders = Array.from({ length: 20 }, async () => {
        const socket = connect(Number(port), hostname, () =>
          socket.write(request, () => socket.resetAndDestroy()),
        );
        await new Promise<void>((resolve) => socket.on('close', () => resolve()));
      });
      await Promise.all(senders);
      await expect.poll(() => server.rows()).toHaveLength(20);
      expect(server.lines.filter(({ level }) => Number(level) > 30)).toEqual([]);
    },
  );
});

describe('a body', () => {
  test('of 50 MB is refused, whether its length is told or not, and memory does not hold it', {
    timeout: 30_000,
  }, async () => {
    const server = await startServer();
    const before = process.memoryUsage().rss;
    const megabyte = 'a'.repeat(1024 * 1024);
    const head = `POST /rest/v1/booking_requests HTTP/1.1\r\nHost: x\r\napikey: ${publicKey}\r\n`;
    const answers = await Promise.all([
      flood(server.url, `${head}Content-Length: ${50 * megabyte.length}\r\n\r\n`, megabyte, 50),
      flood(
        server.url,
        `${head}Transfer-Encoding: chunked\r\n\r\n`,
        `${megabyte.length.toString(16)}\r\n${megabyte}\r\n`,
        50,
      ),
    ]);
    // A client that goes on sending may see the connection closed before it sees the answer.
    for (const answer of answers)
      expect(answer === '' || /^HTTP\/1\.1 413 /.test(answer)).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(40 * megabyte.length);
    expect((await server.post(ada)).status).toBe(201);
  });

  test('that is deep, huge or reaches for a prototype is refused in the dialect', async () => {
    const server = await startServer();
    const bodies = [
      `${'{"name":'.repeat(1_800)}1${'}'.repeat(1_800)}`,
      `${'['.repeat(8_000)}${']'.repeat(8_000)}`,
      '['.repeat(8_000),
      '{"__proto__":{"name":"Eve"},"company_name":"x","email":"eve@example.com"}',
      '{"constructor":{"prototype":{"name":"Eve"}},"name":"Eve"}',
      '{"name":{"__proto__":null},"company_name":"x","email":"eve@example.com"}',
      `{${Array.from({ length: 1_000 }, (_, i) => `"c${i}":1`).join()}}`,
      '{"name":1e999,"company_name":"x","email":"eve@example.com"}',
      '\ufeff',
    ];
    for (const body of bodies) {
      const response = await server.post(body);
      expect(response.status, body.slice(0, 60)).toBeGreaterThanOrEqual(400);
      expect(response.status, body.slice(0, 60)).toBeLessThan(500);
      expect(await response.json()).toMatchObject({ code: expect.any(String) });
    }
    expect(server.rows()).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
  });
});

test('no spelling of a path leads out of the site', async () => {
  const server = await startServer();
  for (const path of traversals) {
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const answer = await exchange(server.url, request);
    expect(statusesIn(answer), path).toEqual([path.startsWith('/rest/v1/') ? 401 : 404]);
    expect(answer).not.toMatch(/root:|"dependencies"|SQLite/);
  }
});

test('no answer depends on the host that a request names', async () => {
  const server = await startServer();
  const get = (host: string) =>
    rawExchange(server.url, `GET /book/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  for (const host of ['evil.example', 'evil.example\r\nX-Forwarded-Host: evil.example']) {
    expect(await get(host)).not.toContain('evil.example');
  }
});

test('an address written whole is its path, and HTTP/1.0 needs no host', async () => {
  const server = await startServer();
  const page =
    'GET http://anywhere.example/book?x=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  expect(await rawExchange(server.url, page)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await rawExchange(server.url, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test('headers that take long to read cost as little as short ones', async () => {
  const server = await startServer();
  const hostile = [`"${','.repeat(15_000)}`, 'a/b,'.repeat(3_900), `a/b;"${';'.repeat(15_000)}`];
  for (const value of hostile) {
    const headers = { Accept: value };
    expect((await server.post(ada, headers)).status).toBe(406);
    const page = await fetch(server.url, { headers: { 'Accept-Encoding': value } });
    expect(page.status).toBe(200);
  }
});

/** Sends `head` and `part` again and again until it is refused. Gives what came back. */
function flood(url: string, head: string, part: string, times: number): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, async () => {
      socket.write(head);
      for (let i = 0; i < times && socket.writable; i++) {
        if (!socket.write(part))
          await Promise.race([pause(100), new Promise((go) => socket.once('drain', go))]);
      }
      socket.end();
    });
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}
