import { describe, expect, test } from 'vitest';
import { bookingFields, fieldRules } from '../../booking/booking.ts';
import type { Store } from '../../server/store/store.ts';
import { ada, anotherFor, tooLongFor } from '../support/ada.ts';
import { acquire, databases } from '../support/engines.ts';

const grace = { ...ada, name: 'Grace Hopper', email: 'grace@example.com' };
const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';
const day = 24 * 60 * 60 * 1000;

const all = (store: Store) => store.listBookings({ limit: 1000 });

describe.each(databases)('a store in %s', (_, createDatabase) => {
  test('keeps a booking with an id, the time and its key', async () => {
    const { open, clock } = await createDatabase();
    clock.now = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
    const store = await open();
    expect(await store.insertBookings([ada], { key, language: 'de' })).toEqual({ repeated: false });
    expect(await all(store)).toEqual([
      {
        id: expect.any(Number),
        created_at: '2026-01-02T03:04:05.006Z',
        ...ada,
        request_id: key,
        language: 'de',
        state: 'none',
        spam_signals: [],
        accepted_at: null,
      },
    ]);
  });

  test.each([
    ['under one key', [{ key }, { key }]],
    ['under a key and by a form', [{ key }, { native: true }]],
    ['by a form', [{ native: true }, { native: true }]],
  ])(
    'stores the same values once if they arrive %s at once, at two servers',
    async (_, origins) => {
      const { open } = await createDatabase();
      const store = await open();
      const stores = [store, await open()];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => stores[i % 2]?.insertBookings([ada], origins[i % 2])),
      );
      expect(answers.filter((answer) => answer?.repeated === false)).toHaveLength(1);
      expect(await all(store)).toHaveLength(1);
    },
  );

  test('remembers where copies are and when they were made, and has one secret for all', async () => {
    const { open, clock } = await createDatabase();
    const store = await open();
    await store.recordCopy('/b.db');
    await store.recordCopy('/a.csv');
    clock.now += day;
    await store.recordCopy('/b.db');
    expect(await store.listCopies()).toEqual([
      { file: '/a.csv', written_at: '2026-01-02T00:00:00.000Z' },
      { file: '/b.db', written_at: '2026-01-03T00:00:00.000Z' },
    ]);
    const secret = await store.findSecret();
    expect(secret).toMatch(/^.{64,}$/);
    expect(await (await open()).findSecret()).toBe(secret);
  });

  test.each(bookingFields)('stores another %s as another booking', async (field) => {
    const store = await (await createDatabase()).open();
    const other = { ...ada, [field]: anotherFor(field) };
    await store.insertBookings([ada], { key });
    expect(await store.insertBookings([other], { key })).toEqual({ repeated: false });
    expect(await store.insertBookings([ada], { native: true })).toEqual({ repeated: true });
    expect(await all(store)).toHaveLength(2);
  });

  test('stores the values of a form once within 24 hours, whichever way they came first', async () => {
    const { open, clock } = await createDatabase();
    const store = await open();
    await store.insertBookings([ada], { key });
    clock.now += day - 1;
    expect(await store.insertBookings([ada], { native: true })).toEqual({ repeated: true });
    clock.now += 1;
    expect(await store.insertBookings([ada], { native: true })).toEqual({ repeated: false });
    expect(await store.insertBookings([grace], { native: true })).toEqual({ repeated: false });
    expect(await all(store)).toHaveLength(3);
  });

  test('stores the values of a form once if they come under a key within 24 hours', async () => {
    const { open, clock } = await createDatabase();
    const store = await open();
    await store.insertBookings([ada], { native: true });
    clock.now += day - 1;
    expect(await store.insertBookings([ada], { key })).toEqual({ repeated: true });
    const corrected = { ...ada, company_name: 'Difference Engines' };
    const another = key.replace('0b', '1c');
    expect(await store.insertBookings([corrected], { key })).toEqual({ repeated: false });
    expect(await store.insertBookings([corrected], { key: another })).toEqual({ repeated: false });
    clock.now += 1;
    expect(await store.insertBookings([ada], { key })).toEqual({ repeated: false });
    expect(await all(store)).toHaveLength(4);
  });

  test('stores all bookings of a request or none', async () => {
    const store = await (await createDatabase()).open();
    await expect(store.insertBookings([ada, { ...grace, name: '' }])).rejects.toThrow();
    expect(await all(store)).toEqual([]);
    await store.insertBookings([ada, grace]);
    expect(await all(store)).toHaveLength(2);
  });

  test('stores the good requests that arrive together with a bad one', async () => {
    const store = await (await createDatabase()).open();
    const results = await Promise.allSettled(
      [ada, { ...ada, email: 'x' }, grace].map((booking) => store.insertBookings([booking])),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await all(store)).toHaveLength(2);
  });

  test.each(bookingFields)('checks the limits of %s itself too', async (field) => {
    const store = await (await createDatabase()).open();
    for (const value of [...(fieldRules[field].required ? [' '] : []), tooLongFor(field)]) {
      await expect(store.insertBookings([{ ...ada, [field]: value }])).rejects.toThrow(
        `booking_requests_${field}_check`,
      );
    }
  });

  test('lists the newest first, page by page', async () => {
    const store = await (await createDatabase()).open();
    for (let i = 1; i <= 5; i++) await store.insertBookings([{ ...ada, name: `Ada ${i}` }]);
    const first = await store.listBookings({ limit: 2 });
    expect(first.map(({ name }) => name)).toEqual(['Ada 5', 'Ada 4']);
    const second = await store.listBookings({ limit: 2, before: first.at(-1)?.id ?? 0 });
    expect(second.map(({ name }) => name)).toEqual(['Ada 3', 'Ada 2']);
  });

  test('finds bookings by time, text in any script, and state, and counts them', async () => {
    const { open, clock } = await createDatabase();
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

  test('erases by age what every channel delivered, at most as many as it is asked to', async () => {
    const { open, clock } = await createDatabase();
    await (await open()).insertBookings([ada]);
    const store = await open('mail', 'webhook');
    await store.insertBookings([ada, ada, ada, ada]);
    for (const booking of [2, 3]) await store.markDeliveriesDone({ bookings: [booking] });
    const half = await acquire(store, 'mail');
    await store.completeDelivery(half, { state: 'done' });
    const dead = await acquire(store, 'mail');
    await store.completeDelivery(dead, { state: 'dead', error: 'refused' });
    clock.now += 2 * day;
    await store.insertBookings([ada]);
    await store.markDeliveriesDone({ bookings: [6] });
    const deliveredBefore = clock.now - day;
    const erase = (limit: number) => store.eraseBookings({ deliveredBefore }, limit);
    expect(await erase(1)).toEqual({ erased: 1, undelivered: 0 });
    expect(await erase(9)).toEqual({ erased: 1, undelivered: 0 });
    expect(await erase(9)).toEqual({ erased: 0, undelivered: 0 });
    expect((await all(store)).map(({ id }) => id)).toEqual([6, 5, 4, 1]);
  });

  test('remembers when it last erased by age, or else has its newest booking', async () => {
    const { open, clock } = await createDatabase();
    const store = await open();
    expect(await store.findRetention()).toBeNull();
    await store.insertBookings([ada]);
    expect(await store.findRetention()).toBe('2026-01-02T00:00:00.000Z');
    clock.now += day;
    await store.recordRetention();
    clock.now += day;
    await store.insertBookings([ada]);
    expect(await store.findRetention()).toBe('2026-01-03T00:00:00.000Z');
  });

  test('answers what waits before it closes, and nothing afterwards', async () => {
    const { open } = await createDatabase();
    const store = await open();
    const waiting = Promise.all(Array.from({ length: 50 }, () => store.insertBookings([ada])));
    await store.close();
    await waiting;
    await expect(store.insertBookings([ada])).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect(await all(await open())).toHaveLength(50);
  });
});
