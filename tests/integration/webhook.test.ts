import { describe, expect, test, vi } from 'vitest';
import { ada } from '../support/ada.ts';
import { hookTo, hour, minute, openDesk, receiver } from '../support/delivery.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { booking } from '../support/new-bookings.ts';
import { webhookSecret } from '../support/webhook-receiver.ts';

/** Books, makes one attempt, and returns its outcome. */
async function hookOnce(url: string) {
  const desk = await openDesk(hookTo(url));
  await desk.book([booking()], { language: 'de' });
  await desk.deliver();
  return { ...desk, delivery: await desk.deliveryOf() };
}

describe('a webhook', () => {
  test('is signed by Standard Webhooks and contains the booking', async () => {
    const { url, hooks } = await receiver();
    const { delivery } = await hookOnce(url);
    const created_at = '2026-01-02T00:00:00.000Z';
    expect(hooks).toEqual([
      {
        id: delivery?.id,
        event: {
          type: 'booking.created',
          timestamp: created_at,
          data: {
            ...{ id: 1, created_at, ...ada, language: 'de', time_zone: null, contact_by: null },
            ...{ asked_before: [], links: [], quarantined: 0 },
          },
        },
      },
    ]);
    expect(delivery?.state).toBe('done');
  });

  const otherSecret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
  test('is signed with both secrets while the operator changes them', async () => {
    const { url, hooks } = await receiver();
    const { book, deliver } = await openDesk(
      hookTo(url, { secrets: [otherSecret, webhookSecret] }),
    );
    await book([booking()]);
    expect(await deliver()).toEqual({ delivered: 1, failed: 0 });
    expect(hooks).toHaveLength(1);
  });

  test.each([
    [204, 'done'],
    [429, 'pending'],
    [500, 'pending'],
    [410, 'dead'],
  ])('answered with %i is %s, with the same id at the next attempt', async (status, state) => {
    const target = await receiver();
    target.status = status;
    const { delivery, clock, deliver, lines } = await hookOnce(target.url);
    expect(delivery).toMatchObject({ state, attempts: 1 });
    if (state !== 'done') expect(lines.at(-1)).toMatchObject({ code: `HTTP ${status}` });
    clock.now += minute;
    await deliver();
    const ids = target.hooks.map(({ id }) => id);
    expect(ids).toEqual(Array(state === 'pending' ? 2 : 1).fill(delivery?.id));
  });

  test('that is refused keeps the first 500 characters of the answer, without control characters', async () => {
    const answer = `\u001b[31mno\u0000 such\r\nfield ${'é'.repeat(1000)}`;
    const { url } = await receiver((_request, response) => response.writeHead(400).end(answer));
    const { delivery, lines } = await hookOnce(url);
    const kept = `[31mno such field ${'é'.repeat(479)}`;
    expect(delivery?.last_error).toBe(`HTTP 400 Bad Request: ${kept}`);
    expect(JSON.stringify(lines)).not.toContain('such');
  });

  const inTenMinutes = () => new Date(Date.now() + 10 * minute).toUTCString();
  test.each([
    ['seconds', 429, () => '600', 10 * minute, 10 * minute],
    ['a date', 503, inTenMinutes, 9 * minute, 10 * minute],
    ['for longer than an hour', 503, () => '999999', hour, hour],
    ['nonsense', 503, () => 'soon', 10_000, 10_000],
  ])('waits as long as Retry-After asks: %s', async (_, status, retryAfter, least, most) => {
    const { url } = await receiver((_request, response) =>
      response.writeHead(status, { 'Retry-After': retryAfter() }).end(),
    );
    const { delivery, clock } = await hookOnce(url);
    const wait = Date.parse(delivery?.next_at ?? '') - clock.now;
    expect(wait).toBeGreaterThanOrEqual(least);
    expect(wait).toBeLessThanOrEqual(most);
  });

  test('follows no redirect', async () => {
    const elsewhere = await receiver();
    const { url } = await receiver((_request, response) =>
      response.writeHead(307, { Location: elsewhere.url }).end(),
    );
    const { lines } = await hookOnce(url);
    expect(elsewhere.hooks).toEqual([]);
    expect(lines).toMatchObject([{ code: 'HTTP 307' }]);
  });

  test('without an answer is aborted after half a minute', async () => {
    let asked = false;
    const { url } = await receiver(() => {
      asked = true;
    });
    const { book, deliver, deliveryOf, lines } = await openDesk(hookTo(url));
    await book([booking()]);
    useFakeTimers('setTimeout', 'setInterval');
    const tries = deliver();
    await expect.poll(() => asked).toBe(true);
    await vi.advanceTimersByTimeAsync(minute / 2);
    expect(await tries).toEqual({ delivered: 0, failed: 1 });
    expect(await deliveryOf()).toMatchObject({ state: 'pending', attempts: 1 });
    expect(lines).toMatchObject([{ code: 'TIMEOUT' }]);
  });

  test.each([
    [200, 'x', { state: 'done', attempts: 1 }],
    [500, 'x', { state: 'pending', attempts: 1, last_error: expect.stringContaining('HTTP 500') }],
    [410, '', { state: 'dead', attempts: 1, last_error: 'HTTP 410 Gone' }],
  ])(
    "answered with %i and an endless body of '%s' has the result of its status",
    async (...given) => {
      const [status, part, outcome] = given;
      let closed = false;
      const { url } = await receiver((_request, response) => {
        response.writeHead(status).flushHeaders();
        if (part) response.write(part);
        const timer = setInterval(() => part && response.write(part), 200);
        response.on('close', () => {
          clearInterval(timer);
          closed = true;
        });
      });
      const { delivery } = await hookOnce(url);
      expect(delivery).toMatchObject(outcome);
      await expect.poll(() => closed).toBe(true);
    },
  );
});
