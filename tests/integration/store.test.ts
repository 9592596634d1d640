import { describe, expect, onTestFinished, test } from 'vitest';
import { bookingFields, bookingLimits } from '../../booking/booking.ts';
import type { ChannelName } from '../../server/store/delivery.ts';
import type { Store } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { deliveriesContract } from './deliveries-contract.ts';
import { suspectsContract } from './quarantine-contract.ts';

const grace = { ...ada, name: 'Grace Hopper', email: 'grace@example.com' };
const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';
const day = 24 * 60 * 60 * 1000;

export interface Engine {
  /** Opens a store on the same database each time that one test asks for it. `now` gives the time. */
  open(now?: () => number, channels?: readonly ChannelName[]): Promise<Store>;
}

/** What every engine behind the store's interface must do. `prepare` gives one a database of its own. */
export function storeContract(engine: string, prepare: () => Promise<Engine>): void {
  async function fresh(now?: () => number): Promise<Store> {
    const store = await (await prepare()).open(now);
    onTestFinished(() => store.close());
    return store;
  }

  const all = (store: Store) => store.listBookings({ limit: 1000 });

  deliveriesContract(engine, prepare);
  suspectsContract(engine, prepare);

  describe(`a store in ${engine}`, () => {
    test('keeps a booking with an id, the time and its key', async () => {
      const store = await fresh(() => Date.UTC(2026, 0, 2, 3, 4, 5, 6));
      expect(await store.insertBookings([ada], { key })).toEqual({ repeated: false });
      expect(await all(store)).toEqual([
        {
          id: expect.any(Number),
          created_at: '2026-01-02T03:04:05.006Z',
          ...ada,
          request_id: key,
          state: 'none',
          spam_signals: [],
          accepted_at: null,
        },
      ]);
    });

    test('has it after it was closed and opened again', async () => {
      const prepared = await prepare();
      const first = await prepared.open();
      await first.insertBookings([ada]);
      await first.close();
      const second = await prepared.open();
      onTestFinished(() => second.close());
      expect(await all(second)).toMatchObject([{ ...ada, request_id: null }]);
    });

    test('takes the same key with the same words once', async () => {
      const store = await fresh();
      await store.insertBookings([ada], { key });
      expect(await store.insertBookings([ada], { key })).toEqual({ repeated: true });
      expect(await all(store)).toHaveLength(1);
    });

    test('takes the same key with the same words once when they arrive at once, here and by another server', async () => {
      const prepared = await prepare();
      const stores = [await prepared.open(), await prepared.open()];
      onTestFinished(async () => {
        await Promise.all(stores.map((store) => store.close()));
      });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => stores[i % 2]?.insertBookings([ada], { key })),
      );
      expect(answers.filter((answer) => answer?.repeated === false)).toHaveLength(1);
      expect(await all(stores[0] ?? (await prepared.open()))).toHaveLength(1);
    });

    test.each(bookingFields)(
      'takes another %s as another booking, under a key and from a form',
      async (field) => {
        const store = await fresh();
        const other = { ...ada, [field]: `a${ada[field]}` };
        await store.insertBookings([ada], { key });
        await store.insertBookings([ada]);
        expect(await store.insertBookings([other], { key })).toEqual({ repeated: false });
        expect(await all(store)).toHaveLength(3);
      },
    );

    test('takes the same words from a form once within 24 hours, whatever way they came first', async () => {
      let now = Date.UTC(2026, 0, 1);
      const store = await fresh(() => now);
      await store.insertBookings([ada], { key });
      now += day - 1;
      expect(await store.insertBookings([ada], { native: true })).toEqual({ repeated: true });
      now += 1;
      expect(await store.insertBookings([ada], { native: true })).toEqual({ repeated: false });
      expect(await store.insertBookings([grace], { native: true })).toEqual({ repeated: false });
      expect(await all(store)).toHaveLength(3);
    });

    test('takes the words that a form posted by itself once, when they come under a key within 24 hours', async () => {
      let now = Date.UTC(2026, 0, 1);
      const store = await fresh(() => now);
      await store.insertBookings([ada], { native: true });
      now += day - 1;
      expect(await store.insertBookings([ada], { key })).toEqual({ repeated: true });
      const corrected = { ...ada, company_name: 'Difference Engines' };
      expect(await store.insertBookings([corrected], { key })).toEqual({ repeated: false });
      const another = key.replace('0b', '1c');
      expect(await store.insertBookings([corrected], { key: another })).toEqual({
        repeated: false,
      });
      now += 1;
      expect(await store.insertBookings([ada], { key })).toEqual({ repeated: false });
      expect(await all(store)).toHaveLength(4);
    });

    test('takes the same words once when they come under a key and from a form at once', async () => {
      const prepared = await prepare();
      const stores = [await prepared.open(), await prepared.open()];
      onTestFinished(async () => {
        await Promise.all(stores.map((store) => store.close()));
      });
      const origins = [{ key }, { native: true }];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => stores[i % 2]?.insertBookings([ada], origins[i % 2])),
      );
      expect(answers.filter((answer) => answer?.repeated === false)).toHaveLength(1);
      expect(await all(stores[0] ?? (await prepared.open()))).toHaveLength(1);
    });

    test('takes the same words without a key again, when a program sends them', async () => {
      const store = await fresh();
      await store.insertBookings([ada]);
      expect(await store.insertBookings([ada])).toEqual({ repeated: false });
    });

    test('takes all bookings of a request or none', async () => {
      const store = await fresh();
      await expect(store.insertBookings([ada, { ...grace, name: '' }])).rejects.toThrow();
      expect(await all(store)).toEqual([]);
      await store.insertBookings([ada, grace]);
      expect(await all(store)).toHaveLength(2);
    });

    test('is not spoilt by a bad request among good ones', async () => {
      const store = await fresh();
      const results = await Promise.allSettled([
        store.insertBookings([ada]),
        store.insertBookings([{ ...ada, email: 'x' }]),
        store.insertBookings([grace]),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await all(store)).toHaveLength(2);
    });

    test.each(bookingFields)('has the limits of %s in its own checks too', async (field) => {
      const store = await fresh();
      for (const value of [' ', ada[field].padStart(bookingLimits[field].max + 1, 'a')]) {
        await expect(store.insertBookings([{ ...ada, [field]: value }])).rejects.toThrow(
          `booking_requests_${field}_check`,
        );
      }
    });

    test('counts code points, as the form does', async () => {
      const store = await fresh();
      await store.insertBookings([{ ...ada, name: '😀'.repeat(200) }]);
      await expect(store.insertBookings([{ ...ada, name: '😀'.repeat(201) }])).rejects.toThrow();
    });

    test('lists the newest first, page by page', async () => {
      const store = await fresh();
      for (let i = 1; i <= 5; i++) await store.insertBookings([{ ...ada, name: `Ada ${i}` }]);
      const first = await store.listBookings({ limit: 2 });
      expect(first.map(({ name }) => name)).toEqual(['Ada 5', 'Ada 4']);
      const before = first.at(-1)?.id ?? 0;
      const second = await store.listBookings({ limit: 2, before });
      expect(second.map(({ name }) => name)).toEqual(['Ada 3', 'Ada 2']);
    });

    test('says that it can be written, and changes nothing by it', async () => {
      const store = await fresh();
      await store.check();
      expect(await all(store)).toEqual([]);
    });

    test('answers what waits before it closes, and nothing afterwards', async () => {
      const prepared = await prepare();
      const store = await prepared.open();
      const waiting = Promise.all(Array.from({ length: 50 }, () => store.insertBookings([ada])));
      await store.close();
      await waiting;
      await expect(store.insertBookings([ada])).rejects.toMatchObject({ name: 'StoreUnavailable' });
      const again = await prepared.open();
      onTestFinished(() => again.close());
      expect(await all(again)).toHaveLength(50);
    });
  });
}
