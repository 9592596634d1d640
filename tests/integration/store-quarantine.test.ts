import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { acquireAll, databases } from '../support/engines.ts';

const spam_signals = ['honeypot', 'same-values'] as const;
const spam = { ...ada, name: 'Spam', spam_signals };
const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';
const day = 24 * 60 * 60_000;

describe.each(databases)('quarantined bookings in %s', (_, createDatabase) => {
  test('are stored with their signals and not delivered until they are accepted: then once', async () => {
    const { clock, open } = await createDatabase();
    const store = await open('mail', 'webhook');
    await store.insertBookings([spam]);
    await store.insertBookings([ada]);
    expect(await acquireAll(store, 'mail')).toEqual([ada.name]);
    expect(await acquireAll(store, 'webhook')).toEqual([ada.name]);
    expect(await store.findLead(1)).toMatchObject({
      lead: { state: 'quarantined', spam_signals, accepted_at: null },
      deliveries: [],
    });

    clock.now += day;
    expect(await store.acceptBooking(1)).toEqual({ accepted: true, due: 2 });
    expect(await store.acceptBooking(1)).toEqual({ accepted: false, due: 0 });
    expect(await store.findLead(1)).toMatchObject({
      lead: { state: 'pending', spam_signals, accepted_at: '2026-01-03T00:00:00.000Z' },
      deliveries: [
        { channel: 'mail', attempts: 0, give_up_at: '2026-01-06T00:00:00.000Z' },
        { channel: 'webhook', attempts: 0 },
      ],
    });
    expect(await acquireAll(store, 'mail')).toContain('Spam');
    expect(await acquireAll(store, 'webhook')).toContain('Spam');
    expect(await acquireAll(store, 'mail')).toEqual([]);
  });

  test('reach a new channel if they were accepted, before or after it was configured', async () => {
    const { open } = await createDatabase();
    const store = await open();
    const named = (name: string) => ({ ...spam, name });
    await store.insertBookings([named('early'), ada, named('late'), named('never')]);
    expect(await store.acceptBooking(1)).toEqual({ accepted: true, due: 0 });
    const after = await open('mail');
    expect(await acquireAll(after, 'mail')).toEqual(['early', ada.name]);
    await after.acceptBooking(3);
    expect(await acquireAll(after, 'mail')).toEqual(['late']);
    expect((await after.summarizeDeliveries())[0]).toMatchObject({ pending: 3 });
  });

  test('that two accept at once are delivered once', async () => {
    const { open } = await createDatabase();
    const store = await open('mail');
    await store.insertBookings([spam]);
    expect(await acquireAll(store, 'mail')).toEqual([]);
    const stores = [store, await open('mail')];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => stores[i % 2]?.acceptBooking(1)),
    );
    expect(answers.filter((answer) => answer?.accepted)).toHaveLength(1);
    expect(await acquireAll(store, 'mail')).toEqual(['Spam']);
  });

  test('are listed, counted and left out', async () => {
    const { clock, open } = await createDatabase();
    const store = await open();
    expect(await store.summarizeQuarantine()).toEqual({ count: 0, oldest: null });
    await store.insertBookings([spam]);
    clock.now += day;
    await store.insertBookings([ada, spam, spam]);
    await store.acceptBooking(4);
    expect(await store.acceptBooking(2)).toEqual({ accepted: false, due: 0 });
    const idsOf = async (filter: object) =>
      (await store.listBookings({ limit: 9, ...filter })).map(({ id }) => id);
    expect(await idsOf({})).toEqual([4, 3, 2, 1]);
    expect(await idsOf({ state: 'quarantined' })).toEqual([3, 1]);
    expect(await idsOf({ state: 'quarantined', since: clock.now })).toEqual([3]);
    expect(await idsOf({ withoutQuarantined: true })).toEqual([4, 2]);
    expect(await idsOf({ state: 'none' })).toEqual([4, 2]);
    expect(await store.countBookings({ state: 'quarantined' })).toBe(2);
    const oldest = '2026-01-02T00:00:00.000Z';
    expect(await store.summarizeQuarantine()).toEqual({ count: 2, oldest });
  });

  test('are recognised by their key, and erased like any other', async () => {
    const { clock, open } = await createDatabase();
    const store = await open('mail');
    await store.insertBookings([spam], { key });
    expect(await store.insertBookings([spam], { key })).toEqual({ repeated: true });
    expect(await store.insertBookings([spam], { native: true })).toEqual({ repeated: true });
    const erased = { erased: 1, undelivered: 1 };
    expect(await store.eraseBookings({ ids: [1] }, 9)).toEqual(erased);
    expect(await store.insertBookings([spam], { key })).toEqual({ repeated: true });
    await store.insertBookings([spam]);
    clock.now += day;
    expect(await store.eraseBookings({ deliveredBefore: clock.now }, 9)).toMatchObject({
      erased: 0,
    });
    expect(await store.summarizeQuarantine()).toMatchObject({ count: 1 });
  });

  test('do not keep out the same values that look real, by a form or under a key', async () => {
    const store = await (await createDatabase()).open('mail');
    await store.insertBookings([{ ...ada, spam_signals }], { native: true });
    expect(await store.insertBookings([{ ...ada, spam_signals }], { key })).toEqual({
      repeated: true,
    });
    expect(await store.insertBookings([ada], { key })).toEqual({ repeated: false });
    expect(await store.insertBookings([ada], { native: true })).toEqual({ repeated: true });
    expect(await acquireAll(store, 'mail')).toEqual([ada.name]);
    const grace = { ...ada, email: 'grace@example.com' };
    await store.insertBookings([{ ...grace, spam_signals }], { native: true });
    expect(await store.insertBookings([grace], { native: true })).toEqual({ repeated: false });
  });
});
