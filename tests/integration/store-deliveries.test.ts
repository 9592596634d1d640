import { describe, expect, test } from 'vitest';
import type { ChannelName } from '../../server/desk/delivery/channel.ts';
import {
  countDeliveries,
  createMissing,
  markDeliveriesDone,
  replayDeliveries,
} from '../../server/desk/delivery/deliveries.ts';
import { dispatch } from '../../server/desk/delivery/dispatch.ts';
import {
  acquireDelivery,
  completeDelivery,
  retryWaiting,
} from '../../server/desk/delivery/leases.ts';
import { findBooking, insertBookings } from '../../server/store/bookings.ts';
import type { Store } from '../../server/store/store.ts';
import { minute } from '../support/delivery.ts';
import { acquire, acquireAll, databases } from '../support/engines.ts';
import { booking, bookings, spam } from '../support/new-bookings.ts';

const who = 'sales@example.com';

const deliveriesOf = async (store: Store, id: number) =>
  (await findBooking(store, id))?.deliveries ?? [];

const fail = async (store: Store, channel: ChannelName) =>
  completeDelivery(store, await acquire(store, channel), { state: 'dead', error: 'no' });

describe.each(databases)('deliveries in %s', (_, createDatabase) => {
  /** A store with this number of bookings, dispatched to these channels. */
  async function openWith(count: number, ...channels: ChannelName[]) {
    const database = await createDatabase();
    const store = await database.open();
    await insertBookings(store, bookings(count));
    await dispatch(store, channels);
    return { ...database, store };
  }

  test('are acquired by one worker at a time, with the booking', async () => {
    const { open, store } = await openWith(3, 'mail');
    const stores = [store, await open()];
    const acquired = await Promise.all(
      Array.from({ length: 8 }, (_, i) => acquireDelivery(stores[i % 2] ?? store, 'mail', minute)),
    );
    const names = acquired.flatMap((one) => one?.lead.booking.name ?? []);
    expect(names.sort()).toEqual(bookings(3).map(({ name }) => name));
  });

  test('of a dead worker are free when its lease ends, and a late outcome is not written', async () => {
    const { pass, store } = await openWith(1, 'mail');
    const dead = await acquire(store, 'mail');
    await pass(2 * minute - 1);
    expect(await acquireDelivery(store, 'mail', minute)).toBeUndefined();
    await pass(1);
    const next = await acquire(store, 'mail');
    expect(next.delivery).toMatchObject({ id: dead.delivery.id, attempts: 2 });
    expect(await completeDelivery(store, dead, { state: 'dead', error: 'late' })).toBe(false);
    expect(await deliveriesOf(store, 1)).toMatchObject([{ state: 'pending', last_error: null }]);
    expect(await completeDelivery(store, next, { state: 'done', warning: 'one refused' })).toBe(
      true,
    );
    expect(await completeDelivery(store, next, { state: 'dead', error: 'twice' })).toBe(false);
    const done_at = '2026-01-02T00:02:00.000Z';
    const last_error = 'one refused';
    expect(await deliveriesOf(store, 1)).toMatchObject([{ state: 'done', done_at, last_error }]);
  });

  test('that failed are due again at their time, after those never attempted', async () => {
    const { pass, store } = await openWith(3, 'mail');
    const retry = { state: 'pending', retryAfter: minute, error: '451 busy' } as const;
    await completeDelivery(store, await acquire(store, 'mail'), retry);
    await completeDelivery(store, await acquire(store, 'mail'), { ...retry, retryAfter: 0 });
    expect((await acquire(store, 'mail')).lead.booking.id).toBe(3);
    expect((await acquire(store, 'mail')).delivery).toMatchObject({
      booking_id: 2,
      attempts: 2,
      last_error: '451 busy',
    });
    expect(await acquireDelivery(store, 'mail', minute)).toBeUndefined();
    await pass(minute);
    expect((await acquire(store, 'mail')).lead.booking.id).toBe(1);
  });

  test('are due once their channel works again, except those in progress', async () => {
    const { store } = await openWith(2, 'mail', 'webhook');
    const retry = { state: 'pending', retryAfter: minute, error: 'no' } as const;
    for (const channel of ['mail', 'webhook'] as const)
      await completeDelivery(store, await acquire(store, channel), retry);
    await acquire(store, 'mail');
    await retryWaiting(store, 'mail');
    expect((await acquire(store, 'mail')).lead.booking.id).toBe(1);
    expect(await acquireDelivery(store, 'mail', minute)).toBeUndefined();
    expect((await acquire(store, 'webhook')).lead.booking.id).toBe(2);
    expect(await acquireDelivery(store, 'webhook', minute)).toBeUndefined();
  });

  test('can be marked as done by a person, and still be replayed', async () => {
    const { store } = await openWith(2, 'mail', 'webhook');
    const acquired = await acquire(store, 'mail');
    expect(await markDeliveriesDone(store, { ids: [1] }, who)).toEqual([1, 1]);
    expect(await completeDelivery(store, acquired, { state: 'dead', error: 'x' })).toBe(false);
    await fail(store, 'mail');
    expect(await markDeliveriesDone(store, { dead: true }, who)).toEqual([2]);
    expect(await markDeliveriesDone(store, { dead: true }, who)).toEqual([]);
    expect(await countDeliveries(store)).toMatchObject([{ channel: 'webhook', state: 'pending' }]);
    const late = await acquire(store, 'webhook');
    expect(await replayDeliveries(store, { ids: [2] }, who)).toEqual([2, 2]);
    expect(await completeDelivery(store, late, { state: 'done' })).toBe(false);
    expect(await findBooking(store, 2)).toMatchObject({
      booking: { version: 2, delivery: 'pending' },
      events: [{ who, action: 'delivered' }, { action: 'replayed' }],
    });
  });

  test('do not wait for the time at which the clock was before it was set back', async () => {
    const { pass, store } = await openWith(2, 'mail');
    const retry = { state: 'pending', retryAfter: 60 * minute, error: 'no' } as const;
    await completeDelivery(store, await acquire(store, 'mail'), retry);
    await pass(-120 * minute);
    expect(await acquireAll(store, 'mail')).toHaveLength(2);
  });

  test('are selected by booking, state and channel together', async () => {
    const { store } = await openWith(3, 'mail', 'webhook');
    await fail(store, 'webhook');
    expect(await markDeliveriesDone(store, { channel: 'chat' }, who)).toEqual([]);
    expect(await markDeliveriesDone(store, { ids: [2, 3], dead: true }, who)).toEqual([]);
    expect(await markDeliveriesDone(store, { dead: true, channel: 'mail' }, who)).toEqual([]);
    expect(await markDeliveriesDone(store, { dead: true, channel: 'webhook' }, who)).toEqual([1]);
    expect(await replayDeliveries(store, { ids: [] }, who)).toEqual([]);
    const mails = { ids: [1, 3], channel: 'mail' } as const;
    expect((await replayDeliveries(store, mails, who)).toSorted()).toEqual([1, 3]);
  });

  test('that one channel lacks are created from a day on, but only for dispatched bookings', async () => {
    const { pass, store } = await openWith(2, 'mail');
    await pass(24 * 60 * minute);
    await insertBookings(store, [booking({ name: 'Second day' })]);
    await insertBookings(store, [spam()]);
    await dispatch(store, ['mail']);
    await insertBookings(store, [booking({ name: 'Undispatched' })]);
    const create = (since: string) => createMissing(store, 'webhook', since, who);
    expect(await create('2026-01-03')).toEqual([3]);
    expect((await create('2026-01-01')).toSorted()).toEqual([1, 2]);
    expect(await create('2026-01-01')).toEqual([]);
    expect(await acquireAll(store, 'webhook')).toEqual(['Second day', 'Ada 001', 'Ada 002'].sort());
    expect(await findBooking(store, 1)).toMatchObject({
      booking: { version: 1 },
      deliveries: [{ channel: 'mail' }, { channel: 'webhook' }],
      events: [{ action: 'replayed' }],
    });
  });
});
