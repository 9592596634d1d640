import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseFile, openSqlite } from '../../server/store/sqlite/store.ts';
import { ada } from '../support/ada.ts';
import { temporaryFolder } from '../support/database.ts';

const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';

describe('a booking that was filed into the large indexes', () => {
  test('is still found by its key, its words and its address, and erased by them', async () => {
    const folder = await temporaryFolder();
    const store = await openSqlite({ folder });
    onTestFinished(() => store.close());
    await store.insertBookings([ada], { key });
    await store.insertBookings(
      Array.from({ length: 1_100 }, (_, n) => ({ ...ada, email: `v${n}@bakery.example` })),
    );
    const reader = new DatabaseSync(databaseFile(folder), { readOnly: true });
    onTestFinished(() => reader.close());
    const filed = () =>
      Number(reader.prepare('SELECT sum(filed) AS filed FROM booking_requests').get()?.filed);
    expect(filed()).toBe(0);
    // The store files what is more than a thousand when it has been idle for a second.
    await vi.waitFor(() => expect(filed()).toBe(101), { timeout: 20_000, interval: 50 });

    expect(await store.insertBookings([ada], { key })).toEqual({ repeated: true });
    expect(await store.insertBookings([ada], { native: true })).toEqual({ repeated: true });
    expect(await store.countBookings({ email: 'ADA@EXAMPLE.COM' })).toBe(1);
    expect(await store.countBookings({ email: 'v1099@bakery.example' })).toBe(1);
    expect(await store.eraseBookings({ email: ada.email }, 10)).toMatchObject({ erased: 1 });
    expect(await store.insertBookings([ada], { key })).toEqual({ repeated: true });
    expect(await store.countBookings()).toBe(1_100);
  });
});

describe('a list of a time', () => {
  test('is the same by the index and without it, also when a clock was wrong', async () => {
    const hour = 60 * 60 * 1000;
    const times = [3, 1, 2, 5, 4].map((hours) => hours * hour);
    let now = 0;
    const store = await openSqlite({ folder: await temporaryFolder(), now: () => now });
    onTestFinished(() => store.close());
    const idsOf = async () =>
      (await store.listBookings({ limit: 10, since: 2 * hour, until: 5 * hour })).map(
        ({ id }) => id,
      );
    for (now of times) await store.insertBookings([ada]);
    expect(await idsOf()).toEqual([5, 3, 1]);
    // So many in that time that its index is no shorter way.
    now = 2 * hour;
    await store.insertBookings(Array.from({ length: 10_001 }, () => ada));
    expect(await idsOf()).toEqual(Array.from({ length: 10 }, (_, n) => 10_006 - n));
    expect(await store.countBookings({ since: 2 * hour, until: 5 * hour })).toBe(10_004);
    expect(await store.countBookings({ since: 2 * hour + 1, until: 5 * hour })).toBe(2);
  });
});
