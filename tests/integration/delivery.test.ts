import { describe, expect, test, vi } from 'vitest';
import { DeliveryFailure } from '../../server/desk/delivery/channel.ts';
import type { Store } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import {
  catcher,
  channelThat,
  channelThatFails,
  hookTo,
  hour,
  mailTo,
  minute,
  openDeliveryStore,
  receiver,
} from '../support/delivery.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { startServer } from '../support/server.ts';

const named = (...names: (string | number)[]) => names.map((name) => ({ ...ada, name: `${name}` }));

const deliveryOf = async (store: Store) => (await store.findLead(1))?.deliveries[0];

describe('a delivery that keeps failing', () => {
  test('waits ever longer, from seconds to an hour, for about three days, then it is dead and kept', async () => {
    const { store, clock, worker, lines } = await openDeliveryStore(channelThatFails('rejected'));
    await store.insertBookings([ada]);
    const began = clock.now;
    const { deliverDue } = worker({ random: () => 0.5 });
    const times: number[] = [];
    while ((await deliveryOf(store))?.state === 'pending') {
      times.push(clock.now - began);
      expect((await deliverDue()).failed).toBe(1);
      expect((await deliverDue()).failed).toBe(0);
      clock.now = Date.parse((await deliveryOf(store))?.next_at ?? '');
    }
    const waits = times.slice(1).map((time, i) => (time - (times[i] ?? 0)) / 1000);
    expect(waits.slice(0, 4)).toEqual([10, 30, 90, 270]);
    expect(Math.max(...waits)).toBe(3600);
    expect((times.at(-1) ?? 0) / (24 * hour)).toBeGreaterThan(3);
    expect((times.at(-1) ?? 0) / (24 * hour)).toBeLessThan(3.5);
    expect(await deliveryOf(store)).toMatchObject({ state: 'dead', last_error: 'HTTP 500' });
    const error = { level: 50, msg: expect.stringContaining('dead') };
    expect(lines).toContainEqual(expect.objectContaining(error));
  });

  test('does not die while nobody tried it', async () => {
    const { store, clock, worker } = await openDeliveryStore(channelThatFails('rejected'));
    await store.insertBookings([ada]);
    clock.now += 30 * 24 * hour;
    await worker().deliverDue();
    expect((await deliveryOf(store))?.state).toBe('pending');
  });

  test('is not held back by a clock that was ten hours ahead and is put right', async () => {
    const { store, clock, worker } = await openDeliveryStore(channelThatFails('rejected'));
    clock.now += 10 * hour;
    await store.insertBookings([ada]);
    await worker().deliverDue();
    clock.now -= 10 * hour;
    expect(await worker().deliverDue()).toEqual({ delivered: 0, failed: 1 });
    expect(await worker().deliverDue()).toEqual({ delivered: 0, failed: 0 });
  });

  test.each(['rejected', 'unavailable'] as const)(
    'as %s does not hold up the others',
    async (kind) => {
      const delivered: string[] = [];
      const channel = channelThat(async ({ booking }) => {
        if (booking?.name === 'poison') throw new DeliveryFailure(kind, 'HTTP 502', 'HTTP 502');
        delivered.push(booking?.name ?? '');
        return 'ok';
      });
      const { store, clock, worker } = await openDeliveryStore(channel);
      const { deliverDue } = worker();
      await store.insertBookings(named('1', 'poison', '2'));
      await deliverDue();
      expect(delivered).toEqual(['1', '2']);
      clock.now += hour;
      await deliverDue();
      await store.insertBookings(named('3'));
      await deliverDue();
      expect(delivered).toEqual(['1', '2', '3']);
    },
  );
});

describe('a channel that was down', () => {
  test('for a day gets everything once, in order of age, and few tries meanwhile', async () => {
    const first = await catcher();
    await first.close();
    const { store, clock, worker } = await openDeliveryStore(mailTo(first.url));
    const { deliverDue } = worker();
    let tries = 0;
    for (let time = 0; time < 24 * 60; time++) {
      if (time % 6 === 0) await store.insertBookings(named(`Ada ${time}`));
      const { failed, delivered } = await deliverDue();
      expect(failed).toBeLessThanOrEqual(2);
      tries += failed + delivered;
      clock.now += minute;
    }
    expect(tries).toBeGreaterThan(60);
    expect(tries).toBeLessThan(480);

    const back = await catcher({}, first.port);
    const backSince = clock.now;
    while (back.mails.length < 240 && clock.now - backSince < hour) {
      await deliverDue();
      clock.now += minute;
    }
    expect((clock.now - backSince) / minute).toBeLessThan(25);
    const names = back.mails.map(({ text = '' }) => Number(/Ada (\d+)/.exec(text)?.[1]));
    expect(new Set(names).size).toBe(240);
    expect(names).toHaveLength(240);
    // The first one found the server back; all the others follow by age.
    expect(names.slice(1)).toEqual(names.slice(1).toSorted((a, b) => a - b));
    expect(await store.countBookings({ state: 'done' })).toBe(240);
  });

  test('gets a lone booking within a quarter of an hour, however long it was down', async () => {
    const receiver = downReceiver();
    const { store, clock, worker } = await openDeliveryStore(receiver.channel);
    await store.insertBookings([ada]);
    const { deliverDue } = worker();
    const deliveredIn = async (minutes: number) => {
      let delivered = 0;
      for (let time = 0; time < minutes; time++) {
        delivered += (await deliverDue()).delivered;
        clock.now += minute;
      }
      return delivered;
    };
    expect(await deliveredIn(20 * 60)).toBe(0);
    receiver.comesBack();
    expect(await deliveredIn(19)).toBe(1);
  });
});

describe('the outbox', () => {
  test('delivers by every channel as soon as a booking is made', async () => {
    const mailServer = await catcher();
    const hookServer = await receiver();
    const server = await startServer({
      channels: [mailTo(mailServer.url), hookTo(hookServer.url)],
      pollInterval: hour,
    });
    expect((await server.post(ada)).status).toBe(201);
    await expect.poll(() => [mailServer.mails.length, hookServer.hooks.length]).toEqual([1, 1]);
  });

  test('finds by itself what another program stored', async () => {
    const { url, mails } = await catcher();
    const { open, outbox } = await openDeliveryStore(mailTo(url));
    outbox({ pollInterval: 20 });
    await (await open()).insertBookings([ada]);
    await expect.poll(() => mails.length).toBe(1);
  });

  test('lets a try in hand finish when it stops, and begins no other', async () => {
    const tried = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<string>();
    const deliver = vi.fn(() => {
      tried.resolve();
      return answer.promise;
    });
    const { store, outbox } = await openDeliveryStore(channelThat(deliver));
    await store.insertBookings([ada, ada]);
    const { stop } = outbox();
    await tried.promise;
    const stopped = stop(hour);
    answer.resolve('ok');
    await stopped;
    expect(deliver).toHaveBeenCalledOnce();
    const states = (await store.listBookings({ limit: 9 })).map(({ state }) => state);
    expect(states).toEqual(['pending', 'done']);
  });

  test('begins others beside a try that lasts, keeps its lease, and reports both', async () => {
    const answer = Promise.withResolvers<string>();
    const begun: string[] = [];
    const channel = channelThat(({ booking }) => {
      begun.push(booking?.name ?? '');
      return booking?.name === 'slow' ? answer.promise : Promise.resolve('ok');
    });
    const { store, worker, clock } = await openDeliveryStore(channel);
    await store.insertBookings(named('slow', 'quick'));
    useFakeTimers('setTimeout', 'setInterval');
    const { deliverDue, triesInFlight } = worker({ tryLimit: hour });
    const due = deliverDue();
    await expect.poll(() => begun).toEqual(['slow']);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await due).toEqual({ delivered: 1, failed: 0 });
    for (let minutes = 0; minutes < 5; minutes++) {
      clock.now += minute;
      await vi.advanceTimersByTimeAsync(minute);
      // The store's own thread answers in real time, one call after the other.
      await store.countBookings();
    }
    expect(await store.acquireDelivery('webhook', minute)).toBeUndefined();
    answer.resolve('ok');
    expect(await triesInFlight()).toEqual([{ state: 'done' }]);
    expect(begun).toEqual(['slow', 'quick']);
    expect(await store.countBookings({ state: 'done' })).toBe(2);
  });

  test('logs at the start and every day that quarantined bookings wait', async () => {
    const { store, outbox, lines } = await openDeliveryStore();
    const logged = () => lines.map(({ level, msg }) => [level, msg]);
    await outbox().stop();
    expect(logged()).toEqual([]);
    const quarantined = { ...ada, spam_signals: ['honeypot'] } as const;
    await store.insertBookings([quarantined, ada]);
    useFakeTimers('setTimeout', 'setInterval');
    outbox();
    const first = [40, '1 quarantined booking waits: ./lodemark list --quarantined'];
    await expect.poll(logged).toEqual([first]);
    await store.insertBookings([quarantined]);
    await vi.advanceTimersByTimeAsync(23 * hour);
    expect(logged()).toEqual([first]);
    await vi.advanceTimersByTimeAsync(hour);
    const second = [40, '2 quarantined bookings wait: ./lodemark list --quarantined'];
    await expect.poll(logged).toEqual([first, second]);
  });
});

describe('deliveries that do not reach the provider', () => {
  const readyz = async (url: string) => {
    const response = await fetch(`${url}/readyz`);
    const { status, deliveries } = await response.json();
    return [response.status, { status, deliveries }];
  };
  const late = [200, { status: 'ok', deliveries: 'late' }];

  test('are late in /readyz, which stays 200, when they have waited too long', async () => {
    const gone = await catcher();
    await gone.close();
    const clock = { now: Date.now() };
    const server = await startServer({ channels: [mailTo(gone.url)], now: () => clock.now });
    await server.post(ada);
    expect(await readyz(server.url)).toEqual([200, { status: 'ok', deliveries: 'ok' }]);
    clock.now += 61 * minute;
    await expect.poll(() => readyz(server.url)).toEqual(late);
  });

  test('are late in /readyz at once when one is dead', async () => {
    const target = await receiver();
    target.status = 410;
    const server = await startServer({ channels: [hookTo(target.url)] });
    await server.post(ada);
    await expect.poll(() => readyz(server.url)).toEqual(late);
    expect(await server.store.countBookings({ state: 'dead' })).toBe(1);
  });

  test('are logged as an error every hour while one is dead, until it is marked as done', async () => {
    const { store, outbox, worker, clock, lines } = await openDeliveryStore(
      channelThatFails('gone'),
    );
    await store.insertBookings([ada]);
    await worker().deliverDue();
    lines.length = 0;
    const logged = () => lines.map(({ level, msg }) => [level, msg]);
    const error = [50, 'bookings do not reach the provider: see ./lodemark doctor'];
    // Read once, so that the fake timers do not have to wait for the database.
    let summaries = await store.summarizeDeliveries();
    const pass = async (minutes: number) => {
      for (let passed = 0; passed < minutes; passed++) {
        clock.now += minute;
        await vi.advanceTimersByTimeAsync(minute);
      }
    };
    useFakeTimers('setTimeout', 'setInterval');
    outbox({ store: { ...store, summarizeDeliveries: async () => summaries } });
    await expect.poll(logged).toEqual([error]);
    await pass(59);
    expect(logged()).toEqual([error]);
    await pass(1);
    expect(logged()).toEqual([error, error]);
    await store.markDeliveriesDone({ dead: true });
    summaries = await store.summarizeDeliveries();
    await pass(60);
    expect(logged()).toEqual([error, error]);
  });
});

/** A channel whose receiver is down until it comes back. */
function downReceiver() {
  let isBack = false;
  const channel = channelThat(async () => {
    if (!isBack) throw new DeliveryFailure('unavailable', 'ECONNREFUSED', 'refused');
    return 'ok';
  });
  return {
    channel,
    comesBack() {
      isBack = true;
    },
  };
}
