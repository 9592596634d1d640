import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChannelName } from '../../server/store/delivery.ts';
import type { Store } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import type { Engine } from './store-contract.ts';

const quarantined = { ...ada, name: 'Spam', spam_signals: ['trap', 'same-words'] } as const;
const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';
const minute = 60_000;
const day = 24 * 60 * minute;

/** What every engine must do with bookings that look like spam. */
export function suspectsContract(engine: string, prepare: () => Promise<Engine>): void {
  async function outbox(...first: ChannelName[]) {
    const prepared = await prepare();
    const clock = { now: Date.UTC(2026, 0, 2) };
    const open = async (...channels: ChannelName[]) => {
      const store = await prepared.open(() => clock.now, channels);
      onTestFinished(() => store.close());
      return store;
    };
    return { clock, open, store: await open(...first) };
  }

  const claimed = async (store: Store, channel: ChannelName) => {
    const names: string[] = [];
    for (;;) {
      const acquired = await store.acquireDelivery(channel, 2 * minute);
      if (acquired === undefined) return names;
      names.push(acquired.booking.name);
    }
  };

  describe(`quarantined in ${engine}`, () => {
    test('are stored with their reasons and never claimed, until they are accepted: then once', async () => {
      const { clock, store } = await outbox('mail', 'webhook');
      await store.insertBookings([quarantined]);
      await store.insertBookings([ada]);
      expect(await claimed(store, 'mail')).toEqual(['Ada Lovelace']);
      expect(await claimed(store, 'webhook')).toEqual(['Ada Lovelace']);
      expect(await store.findBooking(1)).toMatchObject({
        booking: { state: 'quarantined', spam_signals: ['trap', 'same-words'], accepted_at: null },
        deliveries: [],
      });

      clock.now += day;
      expect(await store.acceptBooking(1)).toEqual({ accepted: true, due: 2 });
      expect(await store.acceptBooking(1)).toEqual({ accepted: false, due: 0 });
      expect(await store.findBooking(1)).toMatchObject({
        booking: {
          state: 'pending',
          spam_signals: ['trap', 'same-words'],
          accepted_at: '2026-01-03T00:00:00.000Z',
        },
        deliveries: [
          { channel: 'mail', attempts: 0, give_up_at: '2026-01-06T00:00:00.000Z' },
          { channel: 'webhook', attempts: 0 },
        ],
      });
      expect(await claimed(store, 'mail')).toContain('Spam');
      expect(await claimed(store, 'webhook')).toContain('Spam');
      expect(await claimed(store, 'mail')).toEqual([]);
    });

    test('that were accepted before or after a channel was configured reach it; those that wait do not', async () => {
      const { open, store } = await outbox();
      const named = (name: string) => ({ ...quarantined, name });
      await store.insertBookings([named('early'), ada, named('late'), named('never')]);
      expect(await store.acceptBooking(1)).toEqual({ accepted: true, due: 0 });
      const after = await open('mail');
      const first = await claimed(after, 'mail');
      expect(first).toEqual(['early', 'Ada Lovelace']);
      await after.acceptBooking(3);
      expect(await claimed(after, 'mail')).toEqual(['late']);
      expect((await after.summarizeDeliveries())[0]).toMatchObject({ pending: 3 });
    });

    test('accepted by two at once are delivered once', async () => {
      const { open, store } = await outbox('mail');
      await store.insertBookings([quarantined]);
      await claimed(store, 'mail');
      const stores = [store, await open('mail')];
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, i) => stores[i % 2]?.acceptBooking(1)),
      );
      expect(answers.filter((answer) => answer?.accepted)).toHaveLength(1);
      expect(await claimed(store, 'mail')).toEqual(['Spam']);
    });

    test('are accepted only when they are there and quarantined', async () => {
      const { store } = await outbox('mail');
      await store.insertBookings([ada]);
      expect(await store.acceptBooking(1)).toEqual({ accepted: false, due: 0 });
      expect(await store.acceptBooking(7)).toEqual({ accepted: false, due: 0 });
      expect((await store.findBooking(1))?.booking.accepted_at).toBeNull();
    });

    test('are listed, counted and left out', async () => {
      const { clock, store } = await outbox();
      expect(await store.summarizeQuarantine()).toEqual({ count: 0, oldest: null });
      await store.insertBookings([quarantined]);
      clock.now += day;
      await store.insertBookings([ada, quarantined, quarantined]);
      await store.acceptBooking(4);
      const idsOf = async (filter: object) =>
        (await store.listBookings({ limit: 9, ...filter })).map(({ id }) => id);
      expect(await idsOf({})).toEqual([4, 3, 2, 1]);
      expect(await idsOf({ state: 'quarantined' })).toEqual([3, 1]);
      expect(await idsOf({ state: 'quarantined', since: clock.now })).toEqual([3]);
      expect(await idsOf({ withoutQuarantined: true })).toEqual([4, 2]);
      expect(await idsOf({ state: 'none' })).toEqual([4, 2]);
      expect(await store.countBookings({ state: 'quarantined' })).toBe(2);
      expect(await store.summarizeQuarantine()).toEqual({
        count: 2,
        oldest: '2026-01-02T00:00:00.000Z',
      });
    });

    test('are recognised by their key, and erased like any other', async () => {
      const { clock, store } = await outbox('mail');
      await store.insertBookings([quarantined], { key });
      expect(await store.insertBookings([quarantined], { key })).toEqual({ repeated: true });
      expect(await store.insertBookings([quarantined], { native: true })).toEqual({
        repeated: true,
      });
      expect(await store.eraseBookings({ email: ada.email }, 9)).toEqual({
        erased: 1,
        undelivered: 1,
      });
      expect(await store.insertBookings([quarantined], { key })).toEqual({ repeated: true });
      await store.insertBookings([quarantined]);
      clock.now += day;
      expect(await store.eraseBookings({ before: clock.now }, 9)).toEqual({
        erased: 1,
        undelivered: 1,
      });
      expect(await store.summarizeQuarantine()).toEqual({ count: 0, oldest: null });
    });

    test('do not keep the same words out that come later and look like nobody’s spam', async () => {
      const { store } = await outbox('mail');
      const words = { ...ada, spam_signals: ['trap'] } as const;
      await store.insertBookings([words], { native: true });
      expect(await store.insertBookings([ada], { native: true })).toEqual({ repeated: false });
      expect(await store.insertBookings([ada], { native: true })).toEqual({ repeated: true });
      expect(await claimed(store, 'mail')).toEqual(['Ada Lovelace']);
    });

    test('do not keep the same words out that come under a key, but those of a quarantined', async () => {
      const { store } = await outbox('mail');
      const words = { ...ada, spam_signals: ['trap'] } as const;
      await store.insertBookings([words], { native: true });
      expect(await store.insertBookings([words], { key })).toEqual({ repeated: true });
      expect(await store.insertBookings([ada], { key })).toEqual({ repeated: false });
      expect(await claimed(store, 'mail')).toEqual(['Ada Lovelace']);
    });
  });
}
