import { describe, expect, test } from 'vitest';
import { createDeliveryWorker } from '../../server/delivery/worker.ts';
import { ada } from '../support/ada.ts';
import { hookTo, openDeliveryStore, receiver } from '../support/delivery.ts';

async function hookOnce(url: string, tryLimit = 10_000) {
  const channel = hookTo(url);
  const outbox = await openDeliveryStore(channel);
  await outbox.store.insertBookings([ada]);
  await createDeliveryWorker({ ...outbox, channel, tryLimit }).deliverDue();
  const [delivery] = (await outbox.store.findBooking(1))?.deliveries ?? [];
  return { ...outbox, delivery };
}

describe('a webhook', () => {
  test('is signed by Standard Webhooks and brings the booking', async () => {
    const { url, hooks } = await receiver();
    const { delivery } = await hookOnce(url);
    const created_at = '2026-01-02T00:00:00.000Z';
    expect(hooks).toEqual([
      {
        id: delivery?.id,
        event: {
          type: 'booking.created',
          timestamp: created_at,
          data: { id: 1, created_at, ...ada },
        },
      },
    ]);
    expect(delivery?.state).toBe('done');
  });

  test('keeps its id over all tries', async () => {
    const target = await receiver();
    target.status = 500;
    const { clock, store, log, now } = await hookOnce(target.url);
    target.status = 200;
    clock.now += 60_000;
    await createDeliveryWorker({ store, log, now, channel: hookTo(target.url) }).deliverDue();
    expect(target.hooks).toHaveLength(2);
    expect(target.hooks[1]?.id).toBe(target.hooks[0]?.id);
    expect((await store.findBooking(1))?.deliveries).toMatchObject([
      { state: 'done', attempts: 2 },
    ]);
  });

  test.each([400, 404, 429, 500, 503])('answered with %i waits', async (status) => {
    const target = await receiver();
    target.status = status;
    const { delivery } = await hookOnce(target.url);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(delivery?.last_error).toContain(`HTTP ${status}`);
  });

  test('answered with 410 is dead at once', async () => {
    const target = await receiver();
    target.status = 410;
    const { delivery, lines } = await hookOnce(target.url);
    expect(delivery).toMatchObject({ state: 'dead', attempts: 1, last_error: 'HTTP 410 Gone' });
    expect(lines).toContainEqual(expect.objectContaining({ level: 50, code: 'HTTP 410' }));
  });

  test('follows no redirect', async () => {
    const elsewhere = await receiver();
    const { url } = await receiver((_request, response) =>
      response.writeHead(307, { Location: elsewhere.url }).end(),
    );
    const { delivery } = await hookOnce(url);
    expect(elsewhere.hooks).toEqual([]);
    expect(delivery?.last_error).toMatch(/HTTP 307 .*not followed/);
  });

  test('to a receiver that never answers is cut off as a whole', async () => {
    const { url } = await receiver(() => {});
    const { delivery } = await hookOnce(url, 500);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(delivery?.last_error).toContain('0.5 seconds');
  });

  test.each([
    [200, { state: 'done', attempts: 1 }],
    [500, { state: 'pending', attempts: 1, last_error: 'HTTP 500 Internal Server Error' }],
  ])('answered with %i is judged by it, however slowly the rest comes', async (status, outcome) => {
    const { url } = await receiver((_request, response) => {
      response.writeHead(status);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const { delivery } = await hookOnce(url);
    expect(delivery).toMatchObject(outcome);
  });

  test('reads no more than a little of a huge answer', async () => {
    let sent = 0;
    const { url } = await receiver((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024);
      const more = () => {
        while (sent < 200_000_000 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const { delivery } = await hookOnce(url);
    expect(delivery?.state).toBe('done');
    expect(sent).toBeLessThan(50_000_000);
  });
});
