import { describe, expect, test } from 'vitest';
import type { Store } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { acquire, acquireAll, databases } from '../support/engines.ts';

const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';
const minute = 60_000;

const sales = 'mail:sales@example.com';
const office = "mail:o'neill@example.com";
const channels = [office, sales, 'webhook', 'yet-another'];

const deliveriesOf = async (store: Store, id: number) =>
  (await store.findLead(id))?.deliveries ?? [];

const deadBookings = async (store: Store) =>
  (await store.listBookings({ limit: 9, state: 'dead' })).map(({ id }) => id);

describe.each(databases)('deliveries in %s', (_, createDatabase) => {
  test('are made with the booking, for each channel, with a random id', async () => {
    const store = await (await createDatabase()).open(...channels);
    await store.insertBookings([ada, ada]);
    const all = [...(await deliveriesOf(store, 1)), ...(await deliveriesOf(store, 2))];
    expect(all).toMatchObject(
      [1, 2].flatMap((booking_id) =>
        channels.map((channel) => ({ booking_id, channel, state: 'pending', attempts: 0 })),
      ),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(2 * channels.length);
    for (const { id } of all) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });

  test('are acquired by one worker at a time', async () => {
    const { open } = await createDatabase();
    const store = await open('mail');
    const names = ['1', '2', '3'];
    for (const name of names) await store.insertBookings([{ ...ada, name }]);
    const stores = [store, await open('mail')];
    const acquired = await Promise.all(
      Array.from({ length: 8 }, (_, i) => stores[i % 2]?.acquireDelivery('mail', minute)),
    );
    expect(acquired.flatMap((one) => one?.booking.name ?? []).sort()).toEqual(names);
  });

  test('of a worker that died are free again when its lease ends, and its late result is not written', async () => {
    const { clock, open } = await createDatabase();
    const store = await open('mail');
    await store.insertBookings([ada]);
    const dead = await acquire(store, 'mail');
    clock.now += 2 * minute - 1;
    expect(await store.acquireDelivery('mail', minute)).toBeUndefined();
    clock.now += 1;
    const next = await acquire(store, 'mail');
    expect(next.delivery).toMatchObject({ id: dead.delivery.id, attempts: 2 });
    expect(await store.completeDelivery(dead, { state: 'dead', error: 'late' })).toBe(false);
    expect(await deliveriesOf(store, 1)).toMatchObject([{ state: 'pending', last_error: null }]);
    expect(await store.completeDelivery(next, { state: 'done' })).toBe(true);
    expect(await store.completeDelivery(next, { state: 'dead', error: 'twice' })).toBe(false);
    const done_at = '2026-01-02T00:02:00.000Z';
    expect(await deliveriesOf(store, 1)).toMatchObject([{ state: 'done', done_at }]);
  });

  test('of a worker that renews its lease stay its own, and of one that lost it do not', async () => {
    const { clock, open } = await createDatabase();
    const store = await open('mail');
    await store.insertBookings([ada]);
    const acquired = await acquire(store, 'mail');
    clock.now += minute;
    expect(await store.renewLease(acquired, 2 * minute)).toBe(true);
    clock.now += 1.5 * minute;
    expect(await store.acquireDelivery('mail', minute)).toBeUndefined();
    clock.now += minute;
    await acquire(store, 'mail');
    expect(await store.renewLease(acquired, minute)).toBe(false);
  });

  test('that failed are due again at their time, with the reason', async () => {
    const { clock, open } = await createDatabase();
    const store = await open('mail');
    await store.insertBookings([ada]);
    const nextAt = clock.now + minute;
    const outcome = { state: 'pending', nextAt, error: '451 busy', channelDown: false } as const;
    await store.completeDelivery(await acquire(store, 'mail'), outcome);
    expect(await store.acquireDelivery('mail', minute)).toBeUndefined();
    clock.now = nextAt;
    const { delivery } = await acquire(store, 'mail');
    expect(delivery).toMatchObject({ attempts: 2, last_error: '451 busy' });
  });

  test('that were not really tried are due at once, and the try does not count', async () => {
    const store = await (await createDatabase()).open('mail');
    await store.insertBookings([ada]);
    await store.completeDelivery(await acquire(store, 'mail'), { state: 'untried' });
    expect((await acquire(store, 'mail')).delivery.attempts).toBe(1);
  });

  test('are made for earlier bookings when a channel is configured, the oldest first', async () => {
    const { open } = await createDatabase();
    const before = await open();
    const bookings = Array.from({ length: 250 }, (_, i) => ({ ...ada, name: `Ada ${i + 1}` }));
    await before.insertBookings(bookings);
    expect(await deliveriesOf(before, 1)).toEqual([]);
    const after = await open('mail');
    expect(await acquireAll(after, 'mail')).toEqual(bookings.map(({ name }) => name));
  });

  test('are not made for what has reached the provider by another channel', async () => {
    const { open } = await createDatabase();
    const before = await open('webhook');
    for (const name of ['delivered', 'waiting']) await before.insertBookings([{ ...ada, name }]);
    await before.completeDelivery(await acquire(before, 'webhook'), { state: 'done' });
    expect(await acquireAll(await open('webhook', 'mail'), 'mail')).toEqual(['waiting']);
  });

  test.each(['mail', office] as const)(
    'that wait for %s, which is configured no more, go to the first address',
    async (before) => {
      const { open, clock } = await createDatabase();
      const old = await open(before);
      for (const name of ['delivered', 'dead', 'failed', 'held'])
        await old.insertBookings([{ ...ada, name }]);
      await old.completeDelivery(await acquire(old, before), { state: 'done' });
      const dead = await acquire(old, before);
      await old.completeDelivery(dead, { state: 'dead', error: 'no' });
      const failed = await acquire(old, before);
      const outcome = { state: 'pending', nextAt: clock.now + minute, channelDown: true } as const;
      await old.completeDelivery(failed, { ...outcome, error: '451 busy' });
      const held = await acquire(old, before);

      const store = await open(sales, 'webhook');
      const taken = [await acquire(store, sales), await acquire(store, sales)];
      for (const [index, { id, created_at }] of [dead.delivery, failed.delivery].entries()) {
        const last_error = ['no', '451 busy'][index];
        expect(taken[index]?.delivery).toMatchObject({ id, created_at, attempts: 1, last_error });
      }
      // The worker that holds it may still deliver it.
      expect(await old.completeDelivery(held, { state: 'done' })).toBe(true);
      await store.replayDeliveries({ bookings: [1] });
      expect(await acquireAll(store, sales)).toEqual(['held', 'delivered']);
    },
  );

  test('that wait for an address that is configured no more are removed where the first one has its own', async () => {
    const { open } = await createDatabase();
    const both = await open(office, sales);
    await both.insertBookings([ada]);
    await both.completeDelivery(await acquire(both, sales), { state: 'done' });
    const store = await open(sales);
    expect(await acquireAll(store, sales)).toEqual([]);
    expect(await deliveriesOf(store, 1)).toMatchObject([{ channel: sales, state: 'done' }]);
    await store.insertBookings([ada]);
    expect(await deliveriesOf(store, 2)).toMatchObject([{ channel: sales }]);
  });

  test('that the operator marks as done are done, and can still be replayed', async () => {
    const store = await (await createDatabase()).open('mail', 'webhook');
    await store.insertBookings([ada, ada]);
    const acquired = await acquire(store, 'mail');
    expect(await store.markDeliveriesDone({ bookings: [1] })).toHaveLength(2);
    expect(await store.completeDelivery(acquired, { state: 'dead', error: 'x' })).toBe(false);
    expect(await deliveriesOf(store, 1)).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    await store.completeDelivery(await acquire(store, 'mail'), { state: 'dead', error: 'no' });
    expect(await store.markDeliveriesDone({ dead: true })).toHaveLength(1);
    expect(await store.markDeliveriesDone({ dead: true })).toHaveLength(0);
    expect(await store.summarizeDeliveries()).toMatchObject([{ channel: 'webhook', pending: 1 }]);
    expect(await store.replayDeliveries({ bookings: [2] })).toHaveLength(2);
    expect((await store.summarizeDeliveries())[0]).toMatchObject({ pending: 1, dead: 0 });
  });

  test('that died are replayed, one booking’s or all', async () => {
    const store = await (await createDatabase()).open('mail', 'webhook');
    await store.insertBookings([ada, ada]);
    for (const channel of ['mail', 'mail', 'webhook', 'webhook'] as const)
      await store.completeDelivery(await acquire(store, channel), { state: 'dead', error: 'no' });
    expect(await deadBookings(store)).toEqual([2, 1]);
    expect(await store.replayDeliveries({ bookings: [1] })).toHaveLength(2);
    expect(await deadBookings(store)).toEqual([2]);
    expect(await store.replayDeliveries({ dead: true })).toHaveLength(2);
    const { delivery } = await acquire(store, 'mail');
    expect(delivery).toMatchObject({ attempts: 1, give_up_at: '2026-01-05T00:00:00.000Z' });
  });

  test('are chosen by booking, by state and by channel, whose name may stand before a colon', async () => {
    const store = await (await createDatabase()).open('mail', 'webhook');
    await store.insertBookings([ada, ada, ada]);
    await store.completeDelivery(await acquire(store, 'webhook'), { state: 'dead', error: 'no' });
    expect(await store.markDeliveriesDone({ channel: 'webh' })).toHaveLength(0);
    expect(await store.markDeliveriesDone({ channel: 'webhook:x' })).toHaveLength(0);
    expect(await store.markDeliveriesDone({ bookings: [2, 3], dead: true })).toHaveLength(0);
    expect(await store.markDeliveriesDone({ dead: true, channel: 'mail' })).toHaveLength(0);
    expect(await store.markDeliveriesDone({ dead: true, channel: 'webhook' })).toHaveLength(1);
    expect(await store.replayDeliveries({ bookings: [] })).toHaveLength(0);
    expect(await store.replayDeliveries({ bookings: [1, 3], channel: 'mail' })).toEqual([1, 3]);
    expect(await store.markDeliveriesDone({ bookings: [1, 2, 3] })).toHaveLength(5);
  });

  test('are erased with their booking, and a late repeat of its key brings nothing back', async () => {
    const store = await (await createDatabase()).open('mail');
    await store.insertBookings([ada], { key });
    await store.insertBookings([{ ...ada, email: 'ADA@EXAMPLE.COM' }]);
    await store.insertBookings([{ ...ada, email: 'grace@example.com' }]);
    const erased = await store.eraseBookings({ ids: [1, 2] }, 100);
    expect(erased).toEqual({ erased: 2, undelivered: 2 });
    expect(await store.insertBookings([ada], { key })).toEqual({ repeated: true });
    expect(await store.listBookings({ limit: 9 })).toMatchObject([{ email: 'grace@example.com' }]);
    expect((await store.summarizeDeliveries())[0]).toMatchObject({ pending: 1 });
    const corrected = [{ ...ada, name: 'A' }];
    expect(await store.insertBookings(corrected, { key })).toEqual({ repeated: false });
  });
});
