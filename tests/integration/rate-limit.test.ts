import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { engines } from '../support/engines.ts';
import { publicKey } from '../support/server.ts';

const rateLimit = { requests: 2, seconds: 600 };

type Server = Awaited<ReturnType<(typeof engines)[number][1]>>;

/** The statuses of this many new bookings, one after the other, from this forwarded address. */
async function statuses(server: Server, count: number, from?: string) {
  const headers = from === undefined ? {} : { 'X-Forwarded-For': from };
  const answers = [];
  for (let i = 0; i < count; i++) answers.push((await server.post(ada, headers)).status);
  return answers;
}

describe.each(engines)('on %s:', (_engine, startServer) => {
  describe('one address', () => {
    test('makes as many bookings as the limit says, and is then told when to try again', async () => {
      const server = await startServer({ rateLimit });
      expect(await statuses(server, 2)).toEqual([201, 201]);
      const response = await server.post(ada);
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toMatch(/^(600|59\d)$/);
      expect(response.headers.get('proxy-status')).toBe('PostgREST; error=TOO_MANY_REQUESTS');
      expect(await response.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect(await server.stored()).toHaveLength(2);
    });

    test('may go on in the next window', async () => {
      const server = await startServer({ rateLimit: { requests: 1, seconds: 1 } });
      expect(await statuses(server, 2)).toEqual([201, 429]);
      await expect.poll(async () => (await server.post(ada)).status, { timeout: 5000 }).toBe(201);
    });

    test('is not charged for what is refused or does not reach the store', async () => {
      const server = await startServer({ rateLimit });
      for (let i = 0; i < 5; i++) await server.post({ ...ada, email: 'nobody' });
      expect(await statuses(server, 3)).toEqual([201, 201, 429]);
    });

    test('is charged for each row of an array', async () => {
      const server = await startServer({ rateLimit });
      expect((await server.post([ada, ada, ada])).status).toBe(429);
      expect((await server.post([ada, ada])).status).toBe(201);
      expect(await statuses(server, 1)).toEqual([429]);
    });

    test('is never limited or charged for a repeat of a known key', async () => {
      const server = await startServer({ rateLimit });
      const key = { 'Idempotency-Key': crypto.randomUUID() };
      for (let i = 0; i < 5; i++) expect((await server.post(ada, key)).status).toBe(201);
      expect(await statuses(server, 2)).toEqual([201, 429]);
      expect((await server.post(ada, key)).status).toBe(201);
      expect((await server.post({ ...ada, name: 'Grace Hopper' }, key)).status).toBe(429);
      expect(await server.stored()).toHaveLength(2);
    });

    test('is never limited for the same form sent again', async () => {
      const server = await startServer({ rateLimit: { requests: 1, seconds: 600 } });
      for (let i = 0; i < 3; i++) expect((await server.postForm(ada)).status).toBe(303);
    });

    test('makes any number when the limit is 0', async () => {
      const server = await startServer({ rateLimit: { requests: 0, seconds: 600 } });
      expect(await statuses(server, 5)).toEqual(Array(5).fill(201));
    });
  });

  describe('behind a trusted proxy', () => {
    const trustProxy = ['loopback'];

    test('each visitor has a limit of their own', async () => {
      const server = await startServer({ rateLimit, trustProxy });
      expect(await statuses(server, 3, '203.0.113.1')).toEqual([201, 201, 429]);
      expect(await statuses(server, 1, '203.0.113.2')).toEqual([201]);
    });

    test('what a visitor wrote into the header before the proxy does not help', async () => {
      const server = await startServer({ rateLimit, trustProxy });
      expect(await statuses(server, 2, '203.0.113.1')).toEqual([201, 201]);
      expect(await statuses(server, 1, '198.51.100.7, 203.0.113.1')).toEqual([429]);
    });

    test('an IPv6 network of 64 bits is one visitor', async () => {
      const server = await startServer({ rateLimit, trustProxy });
      expect(await statuses(server, 1, '2001:db8:0:1::1')).toEqual([201]);
      expect(await statuses(server, 2, '2001:db8::1:aaaa:bbbb:cccc:dddd')).toEqual([201, 429]);
      expect(await statuses(server, 1, '2001:db8:0:2::1')).toEqual([201]);
    });

    test('an IPv4 address in IPv6 notation is the same visitor', async () => {
      const server = await startServer({ rateLimit, trustProxy });
      expect(await statuses(server, 2, '203.0.113.9')).toEqual([201, 201]);
      expect(await statuses(server, 1, '::ffff:203.0.113.9')).toEqual([429]);
      expect(await statuses(server, 1, '0:0::FFFF:cb00:7109')).toEqual([429]);
      expect(await statuses(server, 1, '::ffff:cb00:710a')).toEqual([201]);
    });

    test('is the same visitor where the proxy writes the port too, and the log has no whole address', async () => {
      const server = await startServer({ rateLimit, trustProxy });
      expect(await statuses(server, 1, '203.0.113.9:5001')).toEqual([201]);
      expect(await statuses(server, 2, '203.0.113.9:5002')).toEqual([201, 429]);
      expect(await statuses(server, 2, '[2001:db8:9::1]:5001')).toEqual([201, 201]);
      expect(await statuses(server, 1, '[2001:db8:9::2]')).toEqual([429]);
      await statuses(server, 1, 'very-private');
      await expect
        .poll(() => server.lines.map(({ address }) => address))
        .toEqual(expect.arrayContaining(['203.0.113.0/24', '2001:db8:9::/48', 'unknown']));
      expect(JSON.stringify(server.lines)).not.toMatch(/113\.9|very-private|:500/);
    });

    test('a proxy that is not on the list is limited by its own address, whatever it says', async () => {
      const server = await startServer({ rateLimit, trustProxy: ['10.0.0.1'] });
      expect(await statuses(server, 2, '203.0.113.1')).toEqual([201, 201]);
      expect(await statuses(server, 1, '203.0.113.2')).toEqual([429]);
    });
  });

  describe('behind a proxy while TRUST_PROXY is unset', () => {
    test('nobody is limited as somebody else, and the log says once what to set', async () => {
      const server = await startServer({ rateLimit });
      expect(await statuses(server, 5, '203.0.113.1')).toEqual(Array(5).fill(201));
      const warnings = server.lines.filter(({ msg }) => String(msg).includes('TRUST_PROXY'));
      expect(warnings).toHaveLength(1);
    });

    test('those who come directly are limited all the same', async () => {
      const server = await startServer({ rateLimit });
      await statuses(server, 3, '203.0.113.1');
      expect(await statuses(server, 3)).toEqual([201, 201, 429]);
    });
  });

  test('who has not the public key cannot use up anybody’s share', async () => {
    const server = await startServer({ rateLimit });
    for (let i = 0; i < 5; i++) await server.post(ada, { apikey: 'wrong' });
    expect((await server.post(ada, { apikey: publicKey })).status).toBe(201);
  });
});
