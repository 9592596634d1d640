import dns from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { acquireDelivery } from '../../server/desk/delivery/leases.ts';
import { ada } from '../support/ada.ts';
import { storeIn } from '../support/bookings-command.ts';
import { mailSettings, socketServer } from '../support/delivery.ts';
import { publicKey, rawExchange, startServer } from '../support/server.ts';

/** A slow machine would exceed the product's limit of five seconds for an answer. */
const patient = { stopGrace: 60_000 };

test.each(['127.0.0.1', '127.0.0.2'])(
  'a server on localhost with two addresses finishes its answers at %s when it stops',
  async (address) => {
    const addresses = ['127.0.0.1', '127.0.0.2'].map((name) => ({ address: name, family: 4 }));
    const real = dns.lookup;
    const lookup = (host: string, options: object, found: (...result: unknown[]) => void) =>
      host === 'localhost' ? found(null, addresses) : real(host, options, found);
    vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const server = await startServer({ settings: { HOST: 'localhost' }, limits: patient });
    const url = new URL(server.endpoint);
    url.host = `${address}:${url.port}`;
    const request = http.request(url, {
      method: 'POST',
      headers: { apikey: publicKey, 'Content-Type': 'application/json', Expect: '100-continue' },
    });
    request.flushHeaders();
    await once(request, 'continue');
    let closed = false;
    const closing = server.close().then(() => {
      closed = true;
    });
    await expect.poll(() => fetch(url).catch(() => 'refused')).toBe('refused');
    expect(closed).toBe(false);
    request.end(JSON.stringify(ada));
    const response: http.IncomingMessage = (await once(request, 'response'))[0];
    expect(response.statusCode).toBe(201);
    response.resume();
    await closing;
  },
);

test('a server stops although a client keeps an incomplete request open', async () => {
  const { app, url, close } = await startServer({ limits: { stopGrace: 100 } });
  const received = once(app.server, 'request');
  const head = 'POST /rest/v1/booking_requests HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n';
  const half = rawExchange(url, head, 'wait');
  await received;
  await close();
  await half;
});

test('a server that stops while a mail server hangs releases the lease', async () => {
  const { port, sockets } = await socketServer(() => {});
  const settings = mailSettings(`smtp://127.0.0.1:${port}`);
  const { folder, post, close } = await startServer({ settings });
  await post(ada);
  await expect.poll(() => sockets.length).toBe(1);
  await close();
  const acquired = await acquireDelivery(await storeIn(folder), 'mail', 1_000);
  expect(acquired?.delivery).toMatchObject({ attempts: 1 });
});
