import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { hour, mailTo, openDeliveryStore } from '../support/delivery.ts';

const day = 24 * hour;

/** A store with this many bookings that were delivered, and one that was not. */
async function openWithDelivered(count: number) {
  const opened = await openDeliveryStore(mailTo('smtp://127.0.0.1:9'));
  await opened.store.insertBookings([ada, ...Array(count).fill(ada)]);
  for (let booking = 2; booking <= count + 1; booking++)
    await opened.store.markDeliveriesDone({ bookings: [booking] });
  return opened;
}

describe('with RETENTION_DAYS', () => {
  test('what was delivered and is older is erased, nothing else: a stop in the middle leaves every booking whole or erased, and the next start goes on', async () => {
    const { store, outbox, clock, lines } = await openWithDelivered(450);
    clock.now += 31 * day;
    const begun = Promise.withResolvers<void>();
    const eraseBookings: typeof store.eraseBookings = (...args) => {
      begun.resolve();
      return store.eraseBookings(...args);
    };
    const first = outbox({ channels: [], retentionDays: 30, store: { ...store, eraseBookings } });
    await begun.promise;
    await first.stop();
    // Without its deliveries the state of a booking would be `none`.
    const left = await store.listBookings({ limit: 999 });
    expect(left.map(({ state }) => state)).toEqual([...Array(250).fill('done'), 'pending']);
    outbox({ channels: [], retentionDays: 30 });
    await expect.poll(() => store.countBookings()).toBe(1);
    await expect.poll(() => lines.map(({ erased }) => erased)).toContain(250);
  });

  test.each([
    ['400 days ahead', 400 * day],
    ['two days back', -2 * day],
  ])('a clock that jumped %s erases nothing and is warned of', async (_, jump) => {
    const { store, outbox, clock, lines } = await openWithDelivered(2);
    await outbox({ channels: [], retentionDays: 1 }).stop();
    clock.now += jump;
    // What is booked meanwhile has the wrong time, and does not make it right.
    await store.insertBookings([ada]);
    await outbox({ channels: [], retentionDays: 1 }).stop();
    const warning = expect.stringMatching(/clock .* erase --older-than DAYS/);
    await expect.poll(() => lines).toContainEqual(expect.objectContaining({ msg: warning }));
    expect(await store.countBookings()).toBe(4);
    // The operator says that it is right.
    await store.recordRetention();
    outbox({ channels: [], retentionDays: 1 });
    if (jump > 0) await expect.poll(() => store.countBookings()).toBe(2);
  });
});
