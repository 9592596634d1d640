import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { engines } from '../support/server-engines.ts';

const settings = { RATE_LIMIT_REQUESTS: '2' };

/** The statuses of this number of bookings, in turn, from this forwarded address. */
async function statuses(server: TestServer, count: number, from?: string) {
  const headers = from === undefined ? {} : { 'X-Forwarded-For': from };
  const answers = [];
  for (let i = 0; i < count; i++) answers.push((await server.post(ada, headers)).status);
  return answers;
}

/** Rows, each from another visitor. */
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ ...ada, name: `${i}` }));

describe.each(engines)('on %s:', (_engine, startOn, lock) => {
  describe('one address', () => {
    test('can book again in the next window', async () => {
      const server = await startOn({
        settings: { RATE_LIMIT_REQUESTS: '1', RATE_LIMIT_SECONDS: '2' },
      });
      const status = async () => (await server.post(ada)).status;
      await expect.poll(status).toBe(429);
      await expect.poll(status).toBe(201);
    });

    test('counts each row, so that an array stores no more', async () => {
      const server = await startOn({ settings: { RATE_LIMIT_REQUESTS: '5' } });
      expect((await server.post(rowsOf(6))).status).toBe(429);
      expect((await server.post(rowsOf(3))).status).toBe(201);
      expect((await server.post(rowsOf(3))).status).toBe(429);
      // A repeat and a refused request count too.
      expect((await server.post(rowsOf(1))).status).toBe(201);
      expect((await server.post([{ ...ada, email: 'none' }])).status).toBe(400);
      const response = await server.post(ada);
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toMatch(/^(600|5\d\d)$/);
      expect(response.headers.get('proxy-status')).toBe('PostgREST; error=TOO_MANY_REQUESTS');
      expect((await server.postForm(ada)).status).toBe(429);
      expect(await server.stored()).toHaveLength(3);
    });

    test('does not count a request that the server answers with 503', async () => {
      const server = await startOn({
        settings: { RATE_LIMIT_REQUESTS: '1' },
        limits: { busyTimeout: 0, statementTimeout: 100 },
      });
      const unlock = await lock(server);
      expect(await statuses(server, 2)).toEqual([503, 503]);
      await unlock();
      // A slow machine can reach the limit of the statement again.
      const status = async () => (await server.post(ada)).status;
      await expect.poll(status).toBe(201);
      await expect.poll(status).toBe(429);
    });
  });
});

describe('behind a trusted proxy', () => {
  const behindProxy = { settings: { ...settings, TRUST_PROXY: 'loopback' } };

  test('a forged header before the proxy has no effect', async () => {
    const server = await startServer(behindProxy);
    expect(await statuses(server, 2, '203.0.113.1')).toEqual([201, 201]);
    expect(await statuses(server, 1, '198.51.100.7, 203.0.113.1')).toEqual([429]);
  });

  test('an IPv6 network of 64 bits is one visitor, and so is an IPv4 address in its notation', async () => {
    const server = await startServer(behindProxy);
    expect(await statuses(server, 1, '2001:db8:0:1::1')).toEqual([201]);
    expect(await statuses(server, 2, '2001:db8::1:aaaa:bbbb:cccc:dddd')).toEqual([201, 429]);
    expect(await statuses(server, 1, '2001:db8:0:2::1')).toEqual([201]);
    expect(await statuses(server, 2, '203.0.113.9')).toEqual([201, 201]);
    expect(await statuses(server, 1, '::ffff:203.0.113.9')).toEqual([429]);
    expect(await statuses(server, 1, '0:0::FFFF:cb00:7109')).toEqual([429]);
    expect(await statuses(server, 1, '::ffff:cb00:710a')).toEqual([201]);
    expect(await statuses(server, 2, 'fe80::1%eth0.1')).toEqual([201, 201]);
    expect(await statuses(server, 1, 'fe80::1%lo')).toEqual([429]);
  });

  test('an address with a port is the same visitor, and the log has no full address', async () => {
    const server = await startServer(behindProxy);
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

  test('an unlisted proxy is limited by its own address', async () => {
    const server = await startServer({ settings: { ...settings, TRUST_PROXY: '10.0.0.1' } });
    expect(await statuses(server, 2, '203.0.113.1')).toEqual([201, 201]);
    expect(await statuses(server, 1, '203.0.113.2')).toEqual([429]);
  });
});

test('behind a proxy without TRUST_PROXY all visitors share one quota, and the log names the setting once', async () => {
  const server = await startServer({ settings });
  expect(await statuses(server, 2, '203.0.113.1')).toEqual([201, 201]);
  expect(await statuses(server, 1, '203.0.113.2')).toEqual([429]);
  const warnings = server.lines.filter(({ msg }) => String(msg).includes('TRUST_PROXY'));
  expect(warnings).toMatchObject([
    { level: 40, msg: expect.stringContaining('TRUST_PROXY=127.0.0.1') },
  ]);
});
