import { describe, expect, test } from 'vitest';
import type { ChannelName } from '../../server/desk/delivery/channel.ts';
import { dispatch } from '../../server/desk/delivery/dispatch.ts';
import { changeLeads } from '../../server/desk/leads/leads.ts';
import { findBooking, insertBookings, listBookings } from '../../server/store/bookings.ts';
import type { Store } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { hour } from '../support/delivery.ts';
import { acquireAll, databases } from '../support/engines.ts';
import { booking, bookings } from '../support/new-bookings.ts';
import { insertOf } from '../support/postgres.ts';

const channelsOf = async (store: Store, id: number) =>
  (await findBooking(store, id))?.deliveries.map(({ channel }) => channel);

const pass = (store: Store, ...channels: ChannelName[]) => dispatch(store, channels);

/** A row inserted by another data interface, without spam signals or search text. */
const rowOf = (name: string) =>
  insertOf({ ...ada, name }, ', created_at', ", '2026-01-02T00:00:00.000Z'");

describe.each(databases)('the dispatcher on %s', (_, createDatabase) => {
  test('creates one due delivery for each channel, with a random id, oldest first', async () => {
    const { open } = await createDatabase();
    const store = await open();
    await insertBookings(store, bookings(250));
    expect(await pass(store, 'mail', 'webhook')).toBe(250);
    expect(await pass(store, 'mail', 'webhook')).toBe(0);
    const deliveries = [1, 2].map(async (id) => (await findBooking(store, id))?.deliveries ?? []);
    const found = (await Promise.all(deliveries)).flat();
    expect(found.map(({ booking_id, channel }) => [booking_id, channel])).toEqual([
      [1, 'mail'],
      [1, 'webhook'],
      [2, 'mail'],
      [2, 'webhook'],
    ]);
    expect(found[0]).toMatchObject({
      state: 'pending',
      attempts: 0,
      next_at: '2026-01-02T00:00:00.000Z',
      give_up_at: '2026-01-05T00:00:00.000Z',
    });
    expect(new Set(found.map(({ id }) => id)).size).toBe(4);
    for (const { id } of found) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    const oldestFirst = await listBookings(store, { limit: 250, oldestFirst: true });
    expect(await acquireAll(store, 'mail')).toEqual(oldestFirst.map(({ name }) => name));
  });

  test('checks bookings of another data interface for spam, even without a channel', async () => {
    const { open, run } = await createDatabase();
    const store = await open();
    await run(rowOf('www.casino.example/win'));
    await run(rowOf('Grace'));
    expect(await listBookings(store, { limit: 9, text: 'grace' })).toEqual([]);
    expect(await pass(store)).toBe(0);
    expect(await listBookings(store, { limit: 9, text: 'grace' })).toHaveLength(1);
    expect(await listBookings(store, { limit: 9 })).toMatchObject([
      { state: 'new', spam_signals: [], version: 0 },
      { state: 'quarantined', spam_signals: ['link-in-name'], version: 1 },
    ]);
    // Checked and dispatched in one pass.
    await run(rowOf('www.poker.example/win'));
    expect(await pass(store, 'mail')).toBe(1);
    const channels = [1, 2, 3].map((id) => channelsOf(store, id));
    expect(await Promise.all(channels)).toEqual([[], ['mail'], []]);
  });

  test('keeps a state that a person has changed, and keeps the note searchable', async () => {
    const { open, run } = await createDatabase();
    const store = await open();
    await run(rowOf('www.casino.example/win'));
    await changeLeads(store, [{ id: 1 }], { who: 'cli', state: 'contacted', note: 'Rang' });
    expect(await pass(store, 'mail')).toBe(1);
    const [found] = await listBookings(store, { limit: 9, text: 'rang casino' });
    expect(found).toMatchObject({ state: 'contacted', spam_signals: ['link-in-name'] });
  });

  test('creates deliveries of the last 72 hours for the very first channel', async () => {
    const { open, pass: wait } = await createDatabase();
    const store = await open();
    await insertBookings(store, bookings(101));
    await wait(1);
    await insertBookings(store, [booking()]);
    await wait(72 * hour);
    // The server dies after the first hundred.
    let writes = 0;
    const write: Store['write'] = (work) => {
      writes += 1;
      return writes === 1 ? store.write(work) : Promise.reject(new Error('died'));
    };
    await expect(dispatch({ ...store, write }, ['mail'])).rejects.toThrow('died');
    expect(await dispatch(store, ['mail'])).toBe(1);
    expect([await channelsOf(store, 101), await channelsOf(store, 102)]).toEqual([[], ['mail']]);
    // A server that was off for longer still delivers, because it had the channel before.
    await insertBookings(store, [booking({ name: 'Later' })]);
    await wait(1000 * hour);
    expect(await pass(store, 'mail')).toBe(1);
  });
});
