import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChannelName } from '../../server/store/delivery.ts';
import type { Store } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import type { Engine } from './store-contract.ts';

const suspect = { ...ada, name: 'Spam', suspicion: ['trap', 'same-words'] } as const;
const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';
const minute = 60_000;
const day = 24 * 60 * minute;

/** What every engine must do with bookings that look like spam. */
export function suspectsContract(engine: string, prepare: () => Promise<Engine>): void {
  async function desk(...first: ChannelName[]) {
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
      const claim = await store.claimDelivery(channel, 2 * minute);
      if (claim === undefined) return names;
      names.push(claim.booking.name);
    }
  };

  describe(`suspects in ${engine}`, () => {
    test('are stored with their reasons and never claimed, until they are accepted: then once', async () => {
      const { clock, store } = await desk('mail', 'webhook');
      await store.insertBookings([suspect]);
      await store.insertBookings([ada]);
      expect(await claimed(store, 'mail')).toEqual(['Ada Lovelace']);
      expect(await claimed(store, 'webhook')).toEqual(['Ada Lovelace']);
      expect(await store.findBooking(1)).toMatchObject({
        booking: { state: 'suspect', suspicion: ['trap', 'same-words'], accepted_at: null },
        deliveries: [],
      });

      clock.now += day;
      expect(await store.acceptBooking(1)).toEqual({ accepted: true, due: 2 });
      expect(await store.acceptBooking(1)).toEqual({ accepted: false, due: 0 });
      expect(await store.findBooking(1)).toMatchObject({
        booking: {
          state: 'pending',
          suspicion: ['trap', 'same-words'],
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
      const { open, store } = await desk();
      const named = (name: string) => ({ ...suspect, name });
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
      const { open, store } = await desk('mail');
      await store.insertBookings([suspect]);
      await claimed(store, 'mail');
      const stores = [store, await open('mail')];
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, i) => stores[i % 2]?.acceptBooking(1)),
      );
      expect(answers.filter((answer) => answer?.accepted)).toHaveLength(1);
      expect(await claimed(store, 'mail')).toEqual(['Spam']);
    });

    test('are accepted only when they are there and suspects', async () => {
      const { store } = await desk('mail');
      await store.insertBookings([ada]);
      expect(await store.acceptBooking(1)).toEqual({ accepted: false, due: 0 });
      expect(await store.acceptBooking(7)).toEqual({ accepted: false, due: 0 });
      expect((await store.findBooking(1))?.booking.accepted_at).toBeNull();
    });

    test('are listed, counted and left out', async () => {
      const { clock, store } = await desk();
      expect(await store.summarizeSuspects()).toEqual({ count: 0, oldest: null });
      await store.insertBookings([suspect]);
      clock.now += day;
      await store.insertBookings([ada, suspect, suspect]);
      await store.acceptBooking(4);
      const idsOf = async (filter: object) =>
        (await store.listBookings({ limit: 9, ...filter })).map(({ id }) => id);
      expect(await idsOf({})).toEqual([4, 3, 2, 1]);
      expect(await idsOf({ state: 'suspect' })).toEqual([3, 1]);
      expect(await idsOf({ state: 'suspect', since: clock.now })).toEqual([3]);
      expect(await idsOf({ withoutSuspects: true })).toEqual([4, 2]);
      expect(await idsOf({ state: 'none' })).toEqual([4, 2]);
      expect(await store.countBookings({ state: 'suspect' })).toBe(2);
      expect(await store.summarizeSuspects()).toEqual({
        count: 2,
        oldest: '2026-01-02T00:00:00.000Z',
      });
    });

    test('are recognised by their key, and erased like any other', async () => {
      const { clock, store } = await desk('mail');
      await store.insertBookings([suspect], { key });
      expect(await store.insertBookings([suspect], { key })).toEqual({ repeated: true });
      expect(await store.isRepeat(suspect, { key })).toBe(true);
      expect(await store.insertBookings([suspect], { native: true })).toEqual({ repeated: true });
      expect(await store.isRepeat(suspect, { native: true })).toBe(true);
      expect(await store.eraseBookings({ email: ada.email }, 9)).toEqual({
        erased: 1,
        undelivered: 1,
      });
      expect(await store.insertBookings([suspect], { key })).toEqual({ repeated: true });
      await store.insertBookings([suspect]);
      clock.now += day;
      expect(await store.eraseBookings({ before: clock.now }, 9)).toEqual({
        erased: 1,
        undelivered: 1,
      });
      expect(await store.summarizeSuspects()).toEqual({ count: 0, oldest: null });
    });

    test('do not keep the same words out that come later and look like nobody’s spam', async () => {
      const { store } = await desk('mail');
      const words = { ...ada, suspicion: ['trap'] } as const;
      await store.insertBookings([words], { native: true });
      expect(await store.isRepeat(ada, { native: true })).toBe(false);
      expect(await store.insertBookings([ada], { native: true })).toEqual({ repeated: false });
      expect(await store.insertBookings([ada], { native: true })).toEqual({ repeated: true });
      expect(await claimed(store, 'mail')).toEqual(['Ada Lovelace']);
    });

    test('do not keep the same words out that come under a key, but those of a suspect', async () => {
      const { store } = await desk('mail');
      const words = { ...ada, suspicion: ['trap'] } as const;
      await store.insertBookings([words], { native: true });
      expect(await store.isRepeat(words, { key })).toBe(true);
      expect(await store.insertBookings([words], { key })).toEqual({ repeated: true });
      expect(await store.isRepeat(ada, { key })).toBe(false);
      expect(await store.insertBookings([ada], { key })).toEqual({ repeated: false });
      expect(await claimed(store, 'mail')).toEqual(['Ada Lovelace']);
    });
  });
}
