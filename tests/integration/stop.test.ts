import dns from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pino from 'pino';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { createApplication } from '../../server/app.ts';
import { checkConfig } from '../../server/config/config.ts';
import { acquireDelivery } from '../../server/desk/delivery/leases.ts';
import { ada } from '../support/ada.ts';
import { storeIn } from '../support/bookings-command.ts';
import { temporaryFolder } from '../support/database.ts';
import { mailSettings, silentServer } from '../support/delivery.ts';
import { publicKey, rawExchange, startServer } from '../support/server.ts';

type Found = (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void;

/** Replaces the look-up of localhost, which then has two addresses. */
function replaceLookup(lookUp: (find: () => void) => void): void {
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const real = dns.lookup;
  const lookup = (host: string, options: dns.LookupAllOptions, found: Found) =>
    host === 'localhost' ? lookUp(() => found(null, addresses)) : real(host, options, found);
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
}

/** A slow machine would exceed the product's limits for a request and for its answer. */
const patient = { requestTimeout: 60_000, stopGrace: 60_000 };

test.each(['127.0.0.1', '127.0.0.2'])(
  'a server on localhost with two addresses finishes its answers at %s when it stops',
  async (address) => {
    replaceLookup((find) => find());
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

test('a server that stops while it begins to listen on localhost stops without an error', async () => {
  const folder = await temporaryFolder();
  const settings = { HOST: 'localhost', PORT: '0', DATA_DIR: folder };
  const application = await createApplication(checkConfig(settings, folder), {
    log: pino({ level: 'silent' }),
    built: `${inject('program')}/dist`,
  });
  const stopped = Promise.withResolvers<void>();
  async function stopBeforeSecondAddress(find: () => void): Promise<void> {
    const closing = application.close();
    // Enough for the server to close, if it does not wait.
    for (let turns = 0; turns < 100; turns++) await nextTurn();
    find();
    await closing;
  }
  replaceLookup((find) => {
    if (application.server.server.listening)
      stopBeforeSecondAddress(find).then(stopped.resolve, stopped.reject);
    else find();
  });
  const listening = application.listen();
  await stopped.promise;
  await listening;
});

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
  const { url, sockets } = await silentServer();
  const { folder, post, close } = await startServer({ settings: mailSettings(url) });
  await post(ada);
  await expect.poll(() => sockets.length).toBe(1);
  await close();
  const acquired = await acquireDelivery(await storeIn(folder), 'mail', 1_000);
  expect(acquired?.delivery).toMatchObject({ attempts: 1 });
});
