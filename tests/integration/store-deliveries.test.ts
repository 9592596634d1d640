import { describe, expect, onTestFinished, test } from 'vitest';
import { type ChannelName, channelNames } from '../../server/store/delivery.ts';
import type { Store } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import type { Engine } from './store-contract.ts';

const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';
const minute = 60_000;
const day = 24 * 60 * minute;

/** What every engine must do with deliveries. */
export function deliveriesContract(engine: string, prepare: () => Promise<Engine>): void {
  /** Stores on one database with a clock of the test's own. */
  async function outbox() {
    const prepared = await prepare();
    const clock = { now: Date.UTC(2026, 0, 2) };
    const open = async (...channels: ChannelName[]) => {
      const store = await prepared.open(() => clock.now, channels);
      onTestFinished(() => store.close());
      return store;
    };
    return { clock, open };
  }

  const deliveriesOf = async (store: Store, id: number) =>
    (await store.findBooking(id))?.deliveries ?? [];

  describe(`deliveries in ${engine}`, () => {
    test('are made with the booking, for each channel, with a random id', async () => {
      const store = await (await outbox()).open(...channelNames);
      await store.insertBookings([ada, ada]);
      const all = [...(await deliveriesOf(store, 1)), ...(await deliveriesOf(store, 2))];
      expect(all).toMatchObject(
        [1, 2].flatMap((booking_id) =>
          channelNames
            .toSorted()
            .map((channel) => ({ booking_id, channel, state: 'pending', attempts: 0 })),
        ),
      );
      expect(new Set(all.map(({ id }) => id)).size).toBe(2 * channelNames.length);
      for (const { id } of all) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    });

    test('are claimed for each channel until none is left', async () => {
      const store = await (await outbox()).open(...channelNames);
      await store.insertBookings([ada]);
      for (const channel of channelNames) {
        expect(await store.acquireDelivery(channel, minute)).toMatchObject({ booking: ada });
        expect(await store.acquireDelivery(channel, minute)).toBeUndefined();
      }
    });

    test('are made once for a repeated key', async () => {
      const store = await (await outbox()).open('mail');
      await store.insertBookings([ada], { key });
      await store.insertBookings([ada], { key });
      expect(await store.summarizeDeliveries()).toContainEqual({
        channel: 'mail',
        pending: 1,
        dead: 0,
        oldest: '2026-01-02T00:00:00.000Z',
      });
    });

    test('are claimed by one worker at a time, the oldest booking first', async () => {
      const { open } = await outbox();
      const stores = [await open('mail'), await open('mail')];
      for (const name of ['1', '2', '3']) await stores[0]?.insertBookings([{ ...ada, name }]);
      const claims = await Promise.all(
        Array.from({ length: 8 }, (_, i) => stores[i % 2]?.acquireDelivery('mail', 120_000)),
      );
      const names = claims.flatMap((acquired) => (acquired ? [acquired.booking.name] : []));
      expect(names.sort()).toEqual(['1', '2', '3']);
    });

    test('are given back by a worker that died when its lease ends, and its late result is not written', async () => {
      const { clock, open } = await outbox();
      const store = await open('mail');
      await store.insertBookings([ada]);
      const dead = await store.acquireDelivery('mail', 120_000);
      clock.now += 119_999;
      expect(await store.acquireDelivery('mail', 120_000)).toBeUndefined();
      clock.now += 1;
      const heir = await store.acquireDelivery('mail', 120_000);
      expect(heir?.delivery).toMatchObject({ id: dead?.delivery.id, attempts: 2 });
      if (dead === undefined || heir === undefined) throw new Error('nothing was claimed');
      expect(await store.completeDelivery(dead, { state: 'dead', error: 'late' })).toBe(false);
      expect(await deliveriesOf(store, 1)).toMatchObject([{ state: 'pending', last_error: null }]);
      expect(await store.completeDelivery(heir, { state: 'done' })).toBe(true);
      expect(await store.completeDelivery(heir, { state: 'dead', error: 'twice' })).toBe(false);
      expect(await deliveriesOf(store, 1)).toMatchObject([
        { state: 'done', done_at: '2026-01-02T00:02:00.000Z' },
      ]);
    });

    test('that failed are due again at their time, with the reason', async () => {
      const { clock, open } = await outbox();
      const store = await open('mail');
      await store.insertBookings([ada]);
      const acquired = await store.acquireDelivery('mail', 120_000);
      if (acquired === undefined) throw new Error('nothing was claimed');
      const nextAt = clock.now + minute;
      await store.completeDelivery(acquired, {
        state: 'pending',
        nextAt,
        error: '451 busy',
        channelDown: false,
      });
      expect(await store.acquireDelivery('mail', 120_000)).toBeUndefined();
      clock.now = nextAt;
      expect((await store.acquireDelivery('mail', 120_000))?.delivery).toMatchObject({
        attempts: 2,
        last_error: '451 busy',
      });
    });

    test('that were not really tried come back at once and do not count', async () => {
      const store = await (await outbox()).open('mail');
      await store.insertBookings([ada]);
      const acquired = await store.acquireDelivery('mail', 120_000);
      if (acquired === undefined) throw new Error('nothing was claimed');
      await store.completeDelivery(acquired, { state: 'untried' });
      expect((await store.acquireDelivery('mail', 120_000))?.delivery.attempts).toBe(1);
    });

    test('are made later for a channel that is configured later, for every booking once, the oldest first', async () => {
      const { open } = await outbox();
      const before = await open();
      const words = Array.from({ length: 250 }, (_, i) => ({ ...ada, name: `Ada ${i + 1}` }));
      await before.insertBookings(words);
      expect(await deliveriesOf(before, 1)).toEqual([]);
      const after = await open('mail');
      const names: string[] = [];
      for (;;) {
        const acquired = await after.acquireDelivery('mail', 120_000);
        if (acquired === undefined) break;
        names.push(acquired.booking.name);
      }
      expect(names).toEqual(words.map(({ name }) => name));
    });

    test('are not made for what has reached the provider by another channel', async () => {
      const { open } = await outbox();
      const before = await open('webhook');
      await before.insertBookings([{ ...ada, name: 'delivered' }]);
      await before.insertBookings([{ ...ada, name: 'waiting' }]);
      const acquired = await before.acquireDelivery('webhook', 120_000);
      if (acquired) await before.completeDelivery(acquired, { state: 'done' });
      const after = await open('webhook', 'mail');
      expect((await after.acquireDelivery('mail', 120_000))?.booking.name).toBe('waiting');
      expect(await after.acquireDelivery('mail', 120_000)).toBe(undefined);
    });

    test('are done when the provider has read the booking otherwise, and can be replayed still', async () => {
      const store = await (await outbox()).open('mail', 'webhook');
      await store.insertBookings([ada, ada]);
      const acquired = await store.acquireDelivery('mail', 120_000);
      expect(await store.markDeliveriesDone({ booking: 1 })).toBe(2);
      if (acquired)
        expect(await store.completeDelivery(acquired, { state: 'dead', error: 'x' })).toBe(false);
      expect(await deliveriesOf(store, 1)).toMatchObject([{ state: 'done' }, { state: 'done' }]);
      const other = await store.acquireDelivery('mail', 120_000);
      if (other) await store.completeDelivery(other, { state: 'dead', error: '550 refused' });
      expect(await store.markDeliveriesDone('dead')).toBe(1);
      expect(await store.markDeliveriesDone('dead')).toBe(0);
      expect((await store.summarizeDeliveries())[0]).toMatchObject({ pending: 0, dead: 0 });
      expect(await store.replayDeliveries({ booking: 2 })).toBe(2);
      expect((await store.summarizeDeliveries())[0]).toMatchObject({ pending: 1, dead: 0 });
    });

    test('that died are replayed, one booking’s or all', async () => {
      const store = await (await outbox()).open('mail', 'webhook');
      await store.insertBookings([ada, ada]);
      for (const channel of ['mail', 'webhook'] as const) {
        for (let i = 0; i < 2; i++) {
          const acquired = await store.acquireDelivery(channel, 120_000);
          if (acquired) await store.completeDelivery(acquired, { state: 'dead', error: 'refused' });
        }
      }
      expect((await store.listBookings({ limit: 9, state: 'dead' })).map(({ id }) => id)).toEqual([
        2, 1,
      ]);
      expect(await store.replayDeliveries({ booking: 1 })).toBe(2);
      expect((await store.listBookings({ limit: 9, state: 'dead' })).map(({ id }) => id)).toEqual([
        2,
      ]);
      expect(await store.replayDeliveries('dead')).toBe(2);
      expect(await store.acquireDelivery('mail', 120_000)).toMatchObject({
        delivery: { attempts: 1, give_up_at: '2026-01-05T00:00:00.000Z' },
      });
    });

    test('go with their booking when it is erased, and a late repeat of its key brings nothing back', async () => {
      const store = await (await outbox()).open('mail');
      await store.insertBookings([ada], { key });
      await store.insertBookings([{ ...ada, email: 'ADA@EXAMPLE.COM' }]);
      await store.insertBookings([{ ...ada, email: 'grace@example.com' }]);
      expect(await store.eraseBookings({ email: 'ada@example.com' }, 100)).toEqual({
        erased: 2,
        undelivered: 2,
      });
      expect(await store.insertBookings([ada], { key })).toEqual({ repeated: true });
      expect(await store.listBookings({ limit: 9 })).toMatchObject([
        { email: 'grace@example.com' },
      ]);
      expect((await store.summarizeDeliveries())[0]).toMatchObject({ pending: 1 });
      // Other words under the same key are another booking.
      expect(await store.insertBookings([{ ...ada, name: 'A' }], { key })).toEqual({
        repeated: false,
      });
    });

    test('tell whether a booking that is erased had reached anybody, also where there are none', async () => {
      const { open } = await outbox();
      const early = await open();
      await early.insertBookings([ada]);
      const all = { email: ada.email };
      expect(await early.eraseBookings(all, 100)).toEqual({ erased: 1, undelivered: 1 });
      const store = await open('mail');
      await store.insertBookings([ada]);
      const acquired = await store.acquireDelivery('mail', 120_000);
      if (acquired) await store.completeDelivery(acquired, { state: 'done' });
      expect(await store.eraseBookings(all, 100)).toEqual({ erased: 1, undelivered: 0 });
    });

    test('and their bookings are erased by age', async () => {
      const { clock, open } = await outbox();
      const store = await open('mail');
      await store.insertBookings([ada]);
      clock.now += 2 * day;
      await store.insertBookings([ada]);
      const before = clock.now - day;
      expect(await store.eraseBookings({ before }, 100)).toMatchObject({ erased: 1 });
      expect(await store.eraseBookings({ before }, 100)).toMatchObject({ erased: 0 });
      expect((await store.listBookings({ limit: 9 })).map(({ id }) => id)).toEqual([2]);
    });

    test('bookings are found by time, words in any script and state, and counted', async () => {
      const { clock, open } = await outbox();
      const store = await open();
      await store.insertBookings([{ ...ada, company_name: 'ЗАВОД' }]);
      clock.now += day;
      await store.insertBookings([ada]);
      const idsOf = async (filter: object) =>
        (await store.listBookings({ limit: 9, ...filter })).map(({ id }) => id);
      expect(await idsOf({ text: 'завод' })).toEqual([1]);
      expect(await idsOf({ since: clock.now })).toEqual([2]);
      expect(await idsOf({ until: clock.now })).toEqual([1]);
      expect(await idsOf({ state: 'none' })).toEqual([2, 1]);
      expect(await idsOf({ state: 'done' })).toEqual([]);
      expect(await store.countBookings({ text: 'завод' })).toBe(1);
      expect(await store.countBookings()).toBe(2);
    });
  });
}
