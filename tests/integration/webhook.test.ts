import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { hookTo, minute, openDeliveryStore, receiver } from '../support/delivery.ts';

/** Books, tries once, and returns what became of it. */
async function hookOnce(url: string, tryLimit = 30_000) {
  const opened = await openDeliveryStore(hookTo(url));
  await opened.store.insertBookings([ada], { language: 'de' });
  await opened.worker({ tryLimit }).deliverDue();
  const [delivery] = (await opened.store.findBooking(1))?.deliveries ?? [];
  return { ...opened, delivery };
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
          data: { id: 1, created_at, ...ada, language: 'de', quarantined: 0 },
        },
      },
    ]);
    expect(delivery?.state).toBe('done');
  });

  test('keeps its id over all tries', async () => {
    const target = await receiver();
    target.status = 500;
    const { clock, store, worker } = await hookOnce(target.url);
    target.status = 200;
    clock.now += minute;
    await worker().deliverDue();
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

  test('without an answer is aborted', async () => {
    const { url } = await receiver(() => {});
    const { delivery } = await hookOnce(url, 500);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(delivery?.last_error).toContain('0.5 seconds');
  });

  test.each([
    [200, { state: 'done', attempts: 1 }],
    [500, { state: 'pending', attempts: 1, last_error: 'HTTP 500 Internal Server Error' }],
  ])('answered with %i and an endless body is judged by the status', async (status, outcome) => {
    let closed = false;
    const { url } = await receiver((_request, response) => {
      response.writeHead(status);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => {
        clearInterval(timer);
        closed = true;
      });
    });
    const { delivery } = await hookOnce(url);
    expect(delivery).toMatchObject(outcome);
    await expect.poll(() => closed).toBe(true);
  });
});
