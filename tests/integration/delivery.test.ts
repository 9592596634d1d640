import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Channel, DeliveryFailure } from '../../server/delivery/channel.ts';
import { startOutbox } from '../../server/delivery/outbox.ts';
import { createDeliveryWorker } from '../../server/delivery/worker.ts';
import { ada } from '../support/ada.ts';
import {
  catcher,
  hookTo,
  hour,
  mailTo,
  minute,
  openDeliveryStore,
  receiver,
} from '../support/delivery.ts';
import { startServer } from '../support/server.ts';

const middle = () => 0.5;

describe('a delivery that keeps failing', () => {
  const channel: Channel = {
    name: 'webhook',
    target: 'nowhere',
    deliver: () => Promise.reject(new DeliveryFailure('rejected', 'HTTP 500', 'HTTP 500')),
  };

  test('waits ever longer, from seconds to hours, for about three days, then it is dead and kept', async () => {
    const { store, clock, now, log, lines } = await openDeliveryStore(channel);
    await store.insertBookings([ada]);
    const began = clock.now;
    const deliverer = createDeliveryWorker({ store, channel, log, now, random: middle });
    const times: number[] = [];
    const delivery = async () => (await store.findBooking(1))?.deliveries[0];
    while ((await delivery())?.state === 'pending') {
      times.push(clock.now - began);
      expect((await deliverer.deliverDue()).failed).toBe(1);
      expect((await deliverer.deliverDue()).failed).toBe(0);
      clock.now = Date.parse((await delivery())?.next_at ?? '');
    }
    const waits = times.slice(1).map((time, i) => (time - (times[i] ?? 0)) / 1000);
    expect(waits.slice(0, 4)).toEqual([10, 30, 90, 270]);
    expect(Math.max(...waits)).toBe(6 * 3600);
    expect((times.at(-1) ?? 0) / (24 * hour)).toBeGreaterThan(3);
    expect((times.at(-1) ?? 0) / (24 * hour)).toBeLessThan(3.5);
    expect(await delivery()).toMatchObject({ state: 'dead', last_error: 'HTTP 500' });
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 50, msg: expect.stringContaining('dead') }),
    );
  });

  test('does not die for time that nobody tried it in', async () => {
    const { store, clock, now, log } = await openDeliveryStore(channel);
    await store.insertBookings([ada]);
    clock.now += 30 * 24 * hour;
    await createDeliveryWorker({ store, channel, log, now }).deliverDue();
    expect((await store.findBooking(1))?.deliveries).toMatchObject([{ state: 'pending' }]);
  });

  test.each(['rejected', 'unavailable'] as const)(
    'does not keep others waiting, also when it alone finds the channel %s',
    async (kind) => {
      const delivered: string[] = [];
      const choosy: Channel = {
        ...channel,
        deliver: async ({ booking }) => {
          if (booking?.name === 'poison') throw new DeliveryFailure(kind, 'HTTP 502', 'HTTP 502');
          delivered.push(booking?.name ?? '');
          return 'ok';
        },
      };
      const { store, clock, now, log } = await openDeliveryStore(choosy);
      const book = (...names: string[]) =>
        store.insertBookings(names.map((name) => ({ ...ada, name })));
      const deliverer = createDeliveryWorker({ store, channel: choosy, log, now });
      await book('1', 'poison', '2');
      await deliverer.deliverDue();
      expect(delivered).toEqual(['1', '2']);
      clock.now += hour;
      await deliverer.deliverDue();
      await book('3');
      await deliverer.deliverDue();
      expect(delivered).toEqual(['1', '2', '3']);
    },
  );
});

describe('a mail server that is down for a day and then back', () => {
  test('gets everything once, in order of age, and few tries meanwhile', async () => {
    const first = await catcher();
    await first.close();
    const channel = mailTo(first.url);
    const { store, clock, now, log } = await openDeliveryStore(channel);
    const deliverer = createDeliveryWorker({ store, channel, log, now });
    let tries = 0;
    let perPoll = 0;
    for (let time = 0; time < 24 * 60; time++) {
      if (time % 6 === 0) await store.insertBookings([{ ...ada, name: `Ada ${time}` }]);
      const { failed, delivered } = await deliverer.deliverDue();
      tries += failed + delivered;
      perPoll = Math.max(perPoll, failed);
      clock.now += minute;
    }
    expect(perPoll).toBe(2);
    expect(tries).toBeGreaterThan(60);
    expect(tries).toBeLessThan(300);

    const back = await catcher({}, first.port);
    const backSince = clock.now;
    while (back.mails.length < 240 && clock.now - backSince < hour) {
      await deliverer.deliverDue();
      clock.now += minute;
    }
    expect((clock.now - backSince) / minute).toBeLessThan(25);
    const names = back.mails.map(({ text = '' }) => Number(/Ada (\d+)/.exec(text)?.[1]));
    expect(new Set(names).size).toBe(240);
    expect(names).toHaveLength(240);
    // The one that found it back came first; all the others follow by age.
    expect(names.slice(1)).toEqual(names.slice(1).toSorted((a, b) => a - b));
    expect(await store.listBookings({ limit: 9, state: 'pending' })).toEqual([]);
    expect(await store.listBookings({ limit: 9, state: 'dead' })).toEqual([]);
  });
});

test('a lone booking leaves within a quarter of an hour after an outage, however long that was', async () => {
  let isBack = false;
  const channel: Channel = {
    name: 'webhook',
    target: '',
    deliver: async () => {
      if (!isBack) throw new DeliveryFailure('unavailable', 'ECONNREFUSED', 'refused');
      return 'ok';
    },
  };
  const { store, clock, now, log } = await openDeliveryStore(channel);
  await store.insertBookings([ada]);
  const deliverer = createDeliveryWorker({ store, channel, log, now });
  const work = async (minutes: number) => {
    let delivered = 0;
    for (let time = 0; time < minutes; time++) {
      delivered += (await deliverer.deliverDue()).delivered;
      clock.now += minute;
    }
    return delivered;
  };
  expect(await work(20 * 60)).toBe(0);
  isBack = true;
  expect(await work(19)).toBe(1);
});

test('what one booking alone costs does not grow with what waits behind it', async () => {
  let tries = 0;
  const channel: Channel = {
    name: 'webhook',
    target: '',
    deliver: async ({ booking }) => {
      if (booking?.name !== 'poison') return 'ok';
      tries += 1;
      throw new DeliveryFailure('unavailable', 'TIMEOUT', 'No end after 30 seconds');
    },
  };
  const { store, clock, now, log } = await openDeliveryStore(channel);
  await store.insertBookings([{ ...ada, name: 'poison' }, ...Array(100).fill(ada)]);
  const deliverer = createDeliveryWorker({ store, channel, log, now });
  for (let delivered = 0; delivered < 100; clock.now += minute)
    delivered += (await deliverer.deliverDue()).delivered;
  expect(tries).toBeLessThan(5);
});

describe('two workers on one store', () => {
  test('deliver nothing twice while both live', async () => {
    const { url, mails } = await catcher();
    const channel = mailTo(url);
    const { store, open, log, now } = await openDeliveryStore(channel);
    await store.insertBookings(
      Array.from({ length: 100 }, (_, i) => ({ ...ada, name: `Ada ${i}` })),
    );
    const stores = [store, await open()];
    const results = await Promise.all(
      stores.map((each) => createDeliveryWorker({ store: each, channel, log, now }).deliverDue()),
    );
    expect(mails).toHaveLength(100);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(100);
    for (const { delivered } of results) expect(delivered).toBeGreaterThan(10);
  });

  test('take over from one that died in the middle of a try', async () => {
    const { url, mails } = await catcher();
    const channel = mailTo(url);
    const { store, open, log, now, clock } = await openDeliveryStore(channel);
    await store.insertBookings([ada]);
    await store.acquireDelivery('mail', 120_000);
    const heir = createDeliveryWorker({ store: await open(), channel, log, now });
    await heir.deliverDue();
    expect(mails).toHaveLength(0);
    clock.now += 2 * minute;
    await heir.deliverDue();
    expect(mails).toHaveLength(1);
  });
});

describe('the outbox', () => {
  test('delivers right after a booking, by every channel, when the server is told of one', async () => {
    const mailServer = await catcher();
    const hookServer = await receiver();
    const server = await startServer({
      channels: [mailTo(mailServer.url), hookTo(hookServer.url)],
    });
    const began = performance.now();
    expect((await server.post(ada)).status).toBe(201);
    await expect.poll(() => [mailServer.mails.length, hookServer.hooks.length]).toEqual([1, 1]);
    // Long before it would have looked by itself.
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test('finds by itself what another program stored', async () => {
    const { url, mails } = await catcher();
    const channel = mailTo(url);
    const { store, open, log } = await openDeliveryStore(channel);
    const outbox = startOutbox({
      store,
      channels: [channel],
      log,
      lateMinutes: 60,
      retentionDays: undefined,
      now: () => Date.UTC(2026, 0, 2),
      pollInterval: 20,
    });
    onTestFinished(() => outbox.stop(0));
    await (await open()).insertBookings([ada]);
    await expect.poll(() => mails.length).toBe(1);
  });

  test('lets a try in hand finish when it stops, and begins no other', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<string>();
    let begun = 0;
    const channel: Channel = {
      name: 'mail',
      target: '',
      deliver: () => {
        begun += 1;
        asked.resolve();
        return answer.promise;
      },
    };
    const { store, log, now } = await openDeliveryStore(channel);
    await store.insertBookings([ada, ada]);
    const outbox = startOutbox({
      store,
      channels: [channel],
      log,
      now,
      lateMinutes: 60,
      retentionDays: undefined,
    });
    await asked.promise;
    const stopped = outbox.stop(10_000);
    answer.resolve('ok');
    await stopped;
    expect(begun).toBe(1);
    const states = (await store.listBookings({ limit: 9 })).map(({ state }) => state);
    expect(states).toEqual(['pending', 'done']);
  });

  test('breaks off a try that lasts when it stops, and gives its lease back', async () => {
    const asked = Promise.withResolvers<void>();
    const channel: Channel = {
      name: 'mail',
      target: '',
      deliver: (_notice, signal) => {
        asked.resolve();
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    };
    const { store, log, now } = await openDeliveryStore(channel);
    await store.insertBookings([ada]);
    const outbox = startOutbox({
      store,
      channels: [channel],
      log,
      now,
      lateMinutes: 60,
      retentionDays: undefined,
    });
    await asked.promise;
    await outbox.stop(50);
    expect((await store.acquireDelivery('mail', 120_000))?.delivery.attempts).toBe(1);
  });

  test('says in the log at its start and every day that quarantined wait', async () => {
    const { store, log, now, lines } = await openDeliveryStore();
    const start = () => {
      const options = { store, channels: [], log, now, lateMinutes: 60 };
      const outbox = startOutbox({ ...options, retentionDays: undefined });
      onTestFinished(() => outbox.stop(0));
      return outbox;
    };
    const said = () => lines.map(({ level, msg }) => [level, msg]);
    await start().stop();
    expect(said()).toEqual([]);
    const quarantined = { ...ada, spam_signals: ['trap'] } as const;
    await store.insertBookings([quarantined, ada]);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    start();
    const first = [40, '1 quarantined booking waits: npm run bookings -- list --quarantined'];
    await expect.poll(said).toEqual([first]);
    await store.insertBookings([quarantined]);
    await vi.advanceTimersByTimeAsync(23 * hour);
    expect(said()).toEqual([first]);
    await vi.advanceTimersByTimeAsync(hour);
    const second = [40, '2 quarantined bookings wait: npm run bookings -- list --quarantined'];
    await expect.poll(said).toEqual([first, second]);
  });

  test('erases what is older than RETENTION_DAYS, with its deliveries', async () => {
    const { store, log, now, clock, lines } = await openDeliveryStore(mailTo('smtp://127.0.0.1:9'));
    await store.insertBookings(Array.from({ length: 450 }, () => ada));
    clock.now += 31 * 24 * hour;
    await store.insertBookings([ada]);
    const outbox = startOutbox({
      store,
      channels: [],
      log,
      now,
      lateMinutes: 60,
      retentionDays: 30,
    });
    onTestFinished(() => outbox.stop(0));
    await expect.poll(() => store.countBookings()).toBe(1);
    await expect.poll(() => lines.map(({ undelivered }) => undelivered)).toContain(450);
    expect((await store.summarizeDeliveries())[0]).toMatchObject({ pending: 1 });
  });

  test('stops soon in the middle of erasing', async () => {
    const { store, log, now, clock } = await openDeliveryStore(mailTo('smtp://127.0.0.1:9'));
    await store.insertBookings(Array.from({ length: 5_000 }, () => ada));
    clock.now += 31 * 24 * hour;
    const outbox = startOutbox({
      store,
      channels: [],
      log,
      now,
      lateMinutes: 60,
      retentionDays: 30,
    });
    await outbox.stop(0);
    expect(await store.countBookings()).toBeGreaterThan(4_000);
  });

  test('is said to be late in /readyz, which stays 200, and in the log', async () => {
    const gone = await catcher();
    await gone.close();
    const clock = { now: Date.now() };
    const server = await startServer({ channels: [mailTo(gone.url)], now: () => clock.now });
    await server.post(ada);
    const readyz = async () => {
      const response = await fetch(`${server.url}/readyz`);
      return [response.status, await response.json()];
    };
    expect(await readyz()).toEqual([200, { status: 'ok', deliveries: 'ok' }]);
    clock.now += 61 * minute;
    await expect
      .poll(readyz, { timeout: 5_000 })
      .toEqual([200, { status: 'ok', deliveries: 'late' }]);
  });

  test('says in /readyz that no channel is configured', async () => {
    const server = await startServer();
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
      status: 'ok',
      deliveries: 'none',
    });
  });
});
