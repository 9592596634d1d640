import dns from 'node:dns/promises';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseFile } from '../../server/store/sqlite/database.ts';
import { ada } from '../support/ada.ts';
import {
  type Hold,
  holdConnections,
  idle,
  silent,
  trickle,
  trickleBody,
} from '../support/held-connections.ts';
import { publicKey, rawExchange, startServer } from '../support/server.ts';

describe('who holds connections open', () => {
  test('is cut off within ten seconds while he trickles or is silent, and delays nobody', {
    timeout: 30_000,
  }, async () => {
    const server = await startServer();
    const began = performance.now();
    const held = await holdConnections(server.url, 900, silent, trickle, trickleBody);
    onTestFinished(held.letGo);
    expect(held.connected()).toBe(900);
    const asked = performance.now();
    expect((await fetch(server.url)).status).toBe(200);
    expect((await server.post(ada)).status).toBe(201);
    expect(performance.now() - asked).toBeLessThan(5_000);
    await expect.poll(held.open, { timeout: 15_000 }).toBe(0);
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(server.rows()).toHaveLength(1);
  });

  test('on the second address of localhost is cut off as well', {
    timeout: 30_000,
  }, async () => {
    localhostHasTwoAddresses();
    const { url } = await startServer({ host: 'localhost' });
    const second = url.replace('127.0.0.1', '127.0.0.2');
    const held = await holdConnections(second, 3, silent, trickle, trickleBody);
    onTestFinished(held.letGo);
    expect(held.connected()).toBe(3);
    expect((await fetch(second)).status).toBe(200);
    await expect.poll(held.open, { timeout: 10_000 }).toBe(0);
    const answer = await rawExchange(second, 'no request\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*X-Request-Id: /s);
  });

  test('makes way for visitors when there are many', async () => {
    const server = await startServer({ maxConnections: 100 });
    const held = await holdConnections(server.url, 300, idle);
    onTestFinished(held.letGo);
    const visit = () => fetch(server.url, { headers: { Connection: 'close' } });
    const status = () =>
      visit().then(
        (page) => page.status,
        () => 'refused',
      );
    // Idle ones go when their answer has left, so the first visits may come too early.
    await expect.poll(status).toBe(200);
    await expect.poll(held.open).toBeLessThanOrEqual(100);
    for (let i = 0; i < 20; i++) await expect.poll(status).toBe(200);
  });
});

describe('who opens connections without end and finishes no request', () => {
  test.each([
    'G',
    'POST /rest/v1/booking_requests HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{',
  ])(
    'shuts out no visitor, nor a slow one who came before (%j)',
    { timeout: 30_000 },
    async (beginning) => {
      const server = await startServer({ maxConnections: 100 });
      const slow = connectTo(server.url, '127.0.0.1');
      const body = JSON.stringify(ada);
      slow.write(
        `POST /rest/v1/booking_requests HTTP/1.1\r\nHost: x\r\napikey: ${publicKey}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
      );
      await once(slow, 'connect');
      const letGo = renewConnections(server.url, 150, beginning);
      onTestFinished(letGo);
      for (let visits = 0; visits < 8; visits++) {
        const visit = await fetch(server.url, { headers: { Connection: 'close' } });
        expect(visit.status).toBe(200);
        await pause(50);
      }
      slow.write(body.slice(20));
      const [answer] = await once(slow, 'data');
      expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /);
    },
  );
});

/** Holds so many connections from another address, each with this beginning, and opens a new one for each that is closed. */
function renewConnections(url: string, count: number, beginning: string): () => void {
  const open = new Set<Socket>();
  let over = false;
  const renew = () => {
    if (over) return;
    const socket = connectTo(url, '127.0.0.2');
    open.add(socket.on('connect', () => socket.write(beginning)));
    socket.on('close', () => {
      open.delete(socket);
      setTimeout(renew, 100);
    });
  };
  for (let i = 0; i < count; i++) renew();
  return () => {
    over = true;
    for (const socket of open) socket.destroy();
  };
}

function connectTo(url: string, localAddress: string): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), localAddress }).on('error', () => {});
}

test('that visitors are turned away is said once a minute', async () => {
  let asked = 0;
  const stored = Promise.withResolvers<{ repeated: boolean }>();
  const server = await startServer({
    maxConnections: 20,
    store: {
      check: async () => {},
      insertBookings: () => {
        asked += 1;
        return stored.promise;
      },
    },
  });
  const body = JSON.stringify(ada);
  const book: Hold = (socket) =>
    socket.write(
      `POST /rest/v1/booking_requests HTTP/1.1\r\nHost: x\r\napikey: ${publicKey}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  for (let i = 0; i < 30; i++) {
    const held = await holdConnections(server.url, 1, book);
    onTestFinished(held.letGo);
    if (i < 20) await expect.poll(() => asked).toBe(i + 1);
  }
  onTestFinished(() => stored.resolve({ repeated: false }));
  const said = () =>
    server.lines.filter(({ msg }) => String(msg).includes('too many connections are open'));
  await expect.poll(said).toHaveLength(1);
});

describe('requests that do not wait for the answer to the one before', () => {
  test('are answered in their order while they are a few', async () => {
    const { url } = await startServer();
    const last = 'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const answer = await rawExchange(url, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5) + last);
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '200', '200', '200', '200', '404']);
  });

  test('end the connection when they are many, and delay nobody', { timeout: 30_000 }, async () => {
    const server = await startServer();
    const pages = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20_000);
    const body = JSON.stringify(ada);
    const posts =
      `POST /rest/v1/booking_requests HTTP/1.1\r\nHost: x\r\napikey: ${publicKey}\r\nContent-Length: ${body.length}\r\n\r\n${body}`.repeat(
        3_000,
      );
    const flood = (bytes: string): Hold => {
      return (socket) => socket.write(bytes);
    };
    const held = await holdConnections(server.url, 20, flood(pages), flood(posts));
    onTestFinished(held.letGo);
    const asked = performance.now();
    expect((await fetch(server.url)).status).toBe(200);
    expect(performance.now() - asked).toBeLessThan(2_000);
    await expect.poll(held.open, { timeout: 10_000 }).toBe(0);
    const refused = server.lines.filter(({ refusal }) => refusal === 'PIPELINING');
    expect(refused).toHaveLength(20);
    // What was begun is not undone.
    await expect.poll(() => server.rows().length).toBeGreaterThan(0);
    expect(server.rows().length).toBeLessThanOrEqual(10 * 8);
    expect((await server.post(ada)).status).toBe(201);
  });
});

test('when more wait than the queue holds, some get 503 at once and the rest are stored', async () => {
  const server = await startServer({ sqlite: { queueLimit: 20 } });
  const other = new DatabaseSync(databaseFile(server.folder));
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const answers = Array.from({ length: 60 }, (_, i) =>
    server.post({ ...ada, name: `Ada ${i}` }, { 'Idempotency-Key': crypto.randomUUID() }),
  );
  const began = performance.now();
  const refused: Response[] = [];
  for (const answer of answers) {
    void answer.then((response) => {
      if (response.status === 503) refused.push(response);
    });
  }
  await expect.poll(() => refused.length).toBe(40);
  expect(performance.now() - began).toBeLessThan(3_000);
  for (const { headers } of refused) {
    expect(headers.get('retry-after')).toBe('2');
    expect(headers.get('proxy-status')).toBe('PostgREST; error=OVERLOADED');
  }
  other.exec('COMMIT');
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(server.rows()).toHaveLength(20);
});

test('a second address of localhost that is taken is said in the log', async () => {
  const other = createServer().listen(0, '127.0.0.2');
  onTestFinished(() => {
    other.close();
  });
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  localhostHasTwoAddresses();
  const server = await startServer({ host: 'localhost', port });
  await expect
    .poll(() => server.lines.map(({ msg }) => msg))
    .toContain('localhost is also 127.0.0.2, on which this program cannot listen');
  expect((await fetch(server.url)).status).toBe(200);
});

/** As on a machine with IPv6, where it means 127.0.0.1 and ::1. */
function localhostHasTwoAddresses(): void {
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(vi.fn().mockResolvedValue(addresses));
  onTestFinished(() => lookup.mockRestore());
}
