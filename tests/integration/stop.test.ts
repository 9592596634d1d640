import dns from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
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
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const server = await startServer({ settings: { HOST: 'localhost' } });
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
