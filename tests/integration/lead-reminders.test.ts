import { describe, expect, test } from 'vitest';
import type { NewBooking } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { acquire, databases } from '../support/engines.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const who = 'sales@example.com';
const spam: NewBooking = { ...ada, name: 'Spam', spam_signals: ['honeypot'] };

describe.each(databases)('leads that wait, in %s', (_, createDatabase) => {
  test('are counted while they are new and older than asked for', async () => {
    const { clock, open } = await createDatabase();
    const store = await open();
    // Nine hours with a booking at the beginning of each; the third is quarantined.
    for (let n = 1; n <= 9; n += 1) {
      await store.insertBookings([n === 3 ? spam : ada]);
      clock.now += hour;
    }
    await store.changeLead(1, { who, state: 'contacted' });
    await store.changeLead(2, { who, state: 'closed' });
    await store.changeLead(4, { who, note: 'Rang, nobody there' });
    const overdue = (hours: number) => store.summarizeOverdue(clock.now - hours * hour);
    expect(await overdue(0)).toMatchObject({ count: 6 });
    const { count, oldest } = await overdue(4);
    expect([count, oldest]).toEqual([2, (await store.findLead(4))?.lead.created_at]);
    expect(await overdue(9)).toEqual({ count: 0, oldest: null });
    await store.acceptBooking(3);
    await store.changeLead(4, { who, state: 'closed' });
    expect(await overdue(5)).toMatchObject({ count: 1 });
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
});
