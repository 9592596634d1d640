import dns from 'node:dns';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ada } from '../support/ada.ts';
import { publicKey, startServer } from '../support/server.ts';

test.each(['127.0.0.1', '127.0.0.2'])(
  'a server on localhost with two addresses finishes its answers at %s when it stops',
  async (address) => {
    const addresses = ['127.0.0.1', '127.0.0.2'].map((name) => ({ address: name, family: 4 }));
    const real = dns.lookup;
    const lookup = (host: string, options: object, found: (...result: unknown[]) => void) =>
      host === 'localhost' ? found(null, addresses) : real(host, options, found);
    vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);
    const arrived = Promise.withResolvers<void>();
    const stored = Promise.withResolvers<{ repeated: boolean }>();
    const store = {
      check: async () => {},
      insertBookings: () => {
        arrived.resolve();
        return stored.promise;
      },
    };
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const { app, endpoint } = await startServer({ host: 'localhost', store });
    const url = new URL(endpoint);
    url.host = `${address}:${url.port}`;
    const headers = { apikey: publicKey, 'Content-Type': 'application/json' };
    const answer = fetch(url, { method: 'POST', headers, body: JSON.stringify(ada) });
    await arrived.promise;
    let closed = false;
    const closing = app.close().then(() => {
      closed = true;
    });
    await expect.poll(() => fetch(url).catch(() => 'refused')).toBe('refused');
    expect(closed).toBe(false);
    stored.resolve({ repeated: false });
    expect((await answer).status).toBe(201);
    await closing;
  },
);
