import { describe, expect, test } from 'vitest';
import type { NewBooking } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { acquire, databases } from '../support/engines.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const who = 'sales@example.com';
const spam: NewBooking = { ...ada, name: 'Spam', spam_signals: ['honeypot'] };

describe.each(databases)('leads that wait, in %s', (_, createDatabase) => {
  /** Nine hours with a booking at the beginning of each; the third is quarantined. */
  async function nineHours() {
    const { clock, open } = await createDatabase();
    const store = await open();
    for (let n = 1; n <= 9; n += 1) {
      await store.insertBookings([n === 3 ? spam : ada]);
      clock.now += hour;
    }
    await store.changeLead(1, { who, state: 'contacted' });
    await store.changeLead(2, { who, state: 'closed' });
    await store.changeLead(4, { who, note: 'Rang, nobody there' });
    return { clock, open, store };
  }

  test('are counted while they are new and older than asked for', async () => {
    const { clock, store } = await nineHours();
    const overdue = (hours: number) => store.summarizeOverdue(clock.now - hours * hour);
    expect(await overdue(0)).toMatchObject({ count: 6 });
    const { count, oldest } = await overdue(4);
    expect([count, oldest]).toEqual([2, (await store.findBooking(4))?.booking.created_at]);
    expect(await overdue(9)).toEqual({ count: 0, oldest: null });
    await store.acceptBooking(3);
    await store.changeLead(4, { who, state: 'closed' });
    expect(await overdue(5)).toMatchObject({ count: 1 });
  });

  test('are reminded of once, the oldest first, and again only if a server stopped meanwhile', async () => {
    const { clock, open, store } = await nineHours();
    const other = await open();
    const next = async () => {
      const leads = await other.acquireReminders(clock.now - 2 * hour, 3, hour);
      return leads.map(({ id }) => id);
    };
    expect(await next()).toEqual([4, 5, 6]);
    expect(await next()).toEqual([7]);
    expect(await next()).toEqual([]);
    await store.completeReminders([4, 5, 7, 99]);
    await store.completeReminders([4]);
    await store.changeLead(7, { who, state: 'contacted' });
    clock.now += hour;
    expect(await next()).toEqual([6, 8]);
    const { lead, events } = (await store.findLead(4)) ?? {};
    expect(lead?.reminded_at).toBe('2026-01-02T09:00:00.000Z');
    expect(events?.map(({ who, action }) => [who, action])).toEqual([
      [who, 'noted'],
      ['server', 'reminded'],
    ]);
  });

  test('are each reminded of by one of several servers', async () => {
    const { clock, open, store } = await nineHours();
    const stores = [store, await open(), await open()];
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, i) => stores[i % 3]?.acquireReminders(clock.now, 2, hour)),
    );
    const ids = taken.flatMap((leads = []) => leads.map(({ id }) => id));
    expect(ids.sort()).toEqual([...new Set(ids)]);
    const rest = await store.acquireReminders(clock.now, 9, hour);
    expect(new Set([...ids, ...rest.map(({ id }) => id)])).toEqual(new Set([4, 5, 6, 7, 8, 9]));
  });

  test('are in the figures of the report, with what became of the others', async () => {
    const { clock, open } = await createDatabase();
    const store = await open('mail', 'webhook');
    await store.insertBookings([ada, spam]);
    clock.now += 26 * hour;
    const since = clock.now;
    await store.insertBookings([ada, ada, spam]);
    clock.now += day;
    await store.insertBookings([ada]);
    clock.now += hour;
    await store.changeLead(1, { who, state: 'contacted' });
    await store.changeLead(3, { who, state: 'contacted' });
    await store.changeLead(6, { who, state: 'closed' });
    // By mistake: it waits again.
    await store.changeLead(4, { who, state: 'contacted' });
    await store.changeLead(4, { who, state: 'new' });
    await store.completeDelivery(await acquire(store, 'mail'), { state: 'done' });
    await store.completeDelivery(await acquire(store, 'mail'), { state: 'done' });
    const dead = { state: 'dead', error: 'refused' } as const;
    await store.completeDelivery(await acquire(store, 'mail'), dead);
    const { contactTimes, ...figures } = await store.reportFigures(since);
    expect(contactTimes.sort()).toEqual([hour, 25 * hour]);
    expect(figures).toEqual({
      days: [
        { day: '2026-01-03', leads: 3, quarantined: 1 },
        { day: '2026-01-04', leads: 1, quarantined: 0 },
      ],
      open: ['2026-01-03T02:00:00.000Z'],
      deliveries: [
        { channel: 'mail', done: 1, pending: 1, dead: 1 },
        { channel: 'webhook', done: 0, pending: 3, dead: 0 },
      ],
    });
  });

  test('are reported once in each period, by one of several servers, unless that did not send it', async () => {
    const { clock, open } = await createDatabase();
    const stores = [await open(), await open()];
    const all = () =>
      Promise.all(
        Array.from({ length: 6 }, (_, i) => stores[i % 2]?.acquireReport('2026-W48', hour)),
      );
    expect((await all()).filter(Boolean)).toHaveLength(1);
    expect(await stores[0]?.acquireReport('2026-W49', hour)).toBe(true);
    clock.now += hour;
    expect((await all()).filter(Boolean)).toHaveLength(1);
    await stores[1]?.completeReport('2026-W48');
    clock.now += hour;
    expect((await all()).filter(Boolean)).toEqual([]);
  });
});
