import { describe, expect, test, vi } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import { ada } from '../support/ada.ts';
import { failInserts, lockDatabase } from '../support/database.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { startServer } from '../support/server.ts';

describe('the log', () => {
  test('has the cause of a 500 and its id, which the answer has too', async () => {
    const server = await startServer();
    const repair = failInserts(server.folder, 'the secret cause');
    const response = await server.post(ada);
    expect(response.status).toBe(500);
    const answer = await response.text();
    expect(answer).not.toContain('secret');
    expect(JSON.parse(answer).hint).toContain(response.headers.get('x-request-id'));
    expect(JSON.stringify(server.lines)).toContain('the secret cause');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    repair();
    expect((await server.post(ada)).status).toBe(201);
  });

  test('has one line for a request, with its id and no data of the visitor', async () => {
    const server = await startServer({ settings: { TRUST_PROXY: 'loopback' } });
    await server.postForm(
      { ...ada, email: 'very-private' },
      `?columns=${bookingFields.join()}&x=very-private`,
      { 'X-Forwarded-For': '203.0.113.77' },
    );
    await expect.poll(() => server.lines.filter(({ method }) => method === 'POST')).toHaveLength(1);
    const [line] = server.lines.filter(({ method }) => method === 'POST');
    expect(line).toMatchObject({
      path: '/rest/v1/booking_requests',
      status: 400,
      address: '203.0.113.0/24',
      reason: 'PostgREST; error=23514',
      reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const all = JSON.stringify(server.lines);
    for (const secret of ['very-private', ada.name, '203.0.113.77'])
      expect(all).not.toContain(secret);
  });

  test('has no line for a health check', async () => {
    const server = await startServer();
    for (const path of ['/healthz', '/readyz', '/missing']) await fetch(server.url + path);
    await expect
      .poll(() => server.lines.flatMap(({ path }) => (path === undefined ? [] : [path])))
      .toEqual(['/missing']);
  });

  test('has one stack for an outage of the store, a count each minute, and a line for its end', async () => {
    useFakeTimers('setInterval', 'clearInterval');
    const server = await startServer({ limits: { busyTimeout: 0 } });
    const fail = async () => {
      const unlock = lockDatabase(server.folder);
      await server.post(ada);
      unlock();
    };
    const about = () =>
      server.lines
        .filter(({ code }) => code === 'store')
        .map(({ level, failures, err }) => [level, failures, err !== undefined]);
    const first = [50, undefined, true];
    const goesOn = (count: number) => [50, count, false];
    for (let i = 0; i < 3; i++) await fail();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect(about()).toEqual([first]);
    vi.advanceTimersByTime(120_000);
    expect(about()).toEqual([first, goesOn(3)]);
    await fail();
    await server.post(ada);
    vi.advanceTimersByTime(60_000);
    expect(about()).toEqual([first, goesOn(3), goesOn(1)]);
    vi.advanceTimersByTime(120_000);
    const over = [30, undefined, false];
    expect(about()).toEqual([first, goesOn(3), goesOn(1), over]);
    await fail();
    expect(about().at(-1)).toEqual(first);
  });
});
