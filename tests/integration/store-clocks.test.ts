import pino from 'pino';
import { describe, expect, test } from 'vitest';
import type { ChannelName } from '../../server/desk/delivery/deliveries.ts';
import { dispatch } from '../../server/desk/delivery/dispatch.ts';
import { acquireDelivery, completeDelivery } from '../../server/desk/delivery/leases.ts';
import { findSession, insertLink, redeemLink } from '../../server/desk/inbox/sessions.ts';
import { acquireJob } from '../../server/desk/jobs.ts';
import { changeLeads, overdue } from '../../server/desk/leads/leads.ts';
import { eraseOld } from '../../server/desk/leads/retention.ts';
import { countBookings, insertBookings, listBookings } from '../../server/store/bookings.ts';
import { findTime } from '../../server/store/store.ts';
import { temporaryFolder } from '../support/database.ts';
import { day, hour, minute } from '../support/delivery.ts';
import { acquire, acquireAll, databases } from '../support/engines.ts';
import { bookings } from '../support/new-bookings.ts';

const email = 'sales@example.com';

const differences = [
  ['two hours behind', -2 * hour],
  ['four days ahead', 4 * day],
] as const;

describe.each(databases)('with the clock of %s', (_, createDatabase) => {
  describe.each(differences)('%s of the servers’', (_name, difference) => {
    async function openTwo() {
      const database = await createDatabase();
      await database.setClock(Date.now() + difference);
      return { ...database, servers: [await database.open(), await database.open()] as const };
    }

    test('each booking is stored once and delivered once by each channel', async () => {
      const { run, pass, servers } = await openTwo();
      const [first, second] = servers;
      const channels: ChannelName[] = ['mail', 'webhook'];
      await Promise.all(servers.map((server) => insertBookings(server, bookings(20))));
      const passes = [dispatch(first, channels), dispatch(second, channels)];
      expect((await Promise.all(passes)).reduce((sum, count) => sum + count)).toBe(20);
      // One worker dies, and its deliveries follow after its lease.
      const held = await acquire(first, 'mail');
      const delivered: string[] = [];
      const deliverAll = async (server: typeof first) => {
        for (const channel of channels)
          for (;;) {
            const acquired = await acquireDelivery(server, channel, minute);
            if (acquired === undefined) break;
            delivered.push(`${acquired.lead.booking.id} ${channel}`);
            await completeDelivery(server, acquired, { state: 'done' });
          }
      };
      await Promise.all(servers.map(deliverAll));
      expect(delivered).toHaveLength(39);
      await pass(2 * minute);
      await deliverAll(second);
      expect(delivered.at(-1)).toBe(`${held.lead.booking.id} mail`);
      expect(new Set(delivered).size).toBe(40);
      expect(await run("SELECT id FROM deliveries WHERE state <> 'done'")).toEqual([]);
    });

    test('links, sessions and jobs last for the correct time', async () => {
      const { pass, servers } = await openTwo();
      const [first, second] = servers;
      await insertLink(first, { tokenHash: 'link', email, validFor: 10 * minute });
      expect(await redeemLink(second, 'link', 'browser', 'session', [email])).toEqual({ email });
      expect(await acquireJob(first, 'job', minute)).toBe(true);
      expect(await acquireJob(second, 'job', minute)).toBe(false);
      await pass(30 * day - 1);
      expect(await findSession(first, 'session')).toBeDefined();
      expect(await acquireJob(second, 'job', minute)).toBe(true);
      await pass(1);
      expect(await findSession(second, 'session')).toBeUndefined();
    });

    test('leads are overdue and erased at their age', async () => {
      const { pass, servers } = await openTwo();
      const [store] = servers;
      const dataFolder = await temporaryFolder();
      const lines: unknown[] = [];
      const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
      const erase = async () => {
        const context = { config: { dataFolder }, store, log };
        await eraseOld(context, 2, new AbortController().signal);
        return (await listBookings(store, { limit: 9 })).length;
      };
      const late = async () => countBookings(store, overdue(await findTime(store), 2 * day));
      await insertBookings(store, bookings(2));
      await changeLeads(store, [{ id: 1 }], { who: email, state: 'closed' });
      expect(await erase()).toBe(2);
      await pass(2 * day);
      expect(await erase()).toBe(2);
      expect(await late()).toBe(0);
      await pass(1);
      expect(await late()).toBe(1);
      expect(await erase()).toBe(1);
      expect(lines).toEqual([]);
    });
  });

  test('set back, no delivery waits until the clock has caught up', async () => {
    const { open, pass } = await createDatabase();
    const store = await open();
    await insertBookings(store, bookings(2));
    await dispatch(store, ['mail']);
    const retry = { state: 'pending', retryAfter: hour, error: 'no' } as const;
    await completeDelivery(store, await acquire(store, 'mail'), retry);
    await pass(-2 * hour);
    expect(await acquireAll(store, 'mail')).toHaveLength(2);
  });
});
