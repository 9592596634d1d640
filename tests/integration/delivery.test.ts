import { describe, expect, test, vi } from 'vitest';
import { checkConfig } from '../../server/config/config.ts';
import { type Channel, DeliveryFailure, type Receipt } from '../../server/desk/delivery/channel.ts';
import { acquireDelivery } from '../../server/desk/delivery/leases.ts';
import { type OutboxOptions, startOutbox } from '../../server/desk/delivery/outbox.ts';
import { startDesk } from '../../server/desk/desk.ts';
import { deskFindings } from '../../server/desk/trouble.ts';
import { countBookings } from '../../server/store/bookings.ts';
import {
  channelThat,
  day,
  deliverOnce,
  failingChannel,
  hour,
  mailSettings,
  minute,
  openDesk,
} from '../support/delivery.ts';
import { booking, bookings } from '../support/new-bookings.ts';

/** A channel that records delivered names, and fails for names in `refused`. */
function recorder(...refused: string[]) {
  const delivered: string[] = [];
  const tried: string[] = [];
  const channel = channelThat(async ({ lead }) => {
    const name = lead?.booking.name ?? '';
    tried.push(name);
    if (refused.includes(name)) throw new DeliveryFailure('HTTP 502', 'HTTP 502');
    delivered.push(name);
    return { answer: 'ok' };
  });
  return { channel, delivered, tried };
}

/** A channel whose attempts wait until the test ends them. */
function slowChannel() {
  const answer = Promise.withResolvers<Receipt>();
  const begun: string[] = [];
  const channel: Channel = {
    ...channelThat(({ lead }, signal) => {
      begun.push(lead?.booking.name ?? '');
      signal.addEventListener('abort', () => answer.reject(signal.reason));
      return answer.promise;
    }),
    tryLimit: hour,
  };
  return { channel, begun, answer: () => answer.resolve({ answer: 'ok' }) };
}

describe('a delivery that keeps failing', () => {
  test('waits longer each time, up to an hour, and is dead after three days, but kept', async () => {
    const { book, deliver, deliveryOf, clock, lines } = await openDesk(failingChannel);
    await book([booking()]);
    const began = clock.now;
    const times: number[] = [];
    while ((await deliveryOf())?.state === 'pending') {
      times.push(clock.now - began);
      expect((await deliver()).failed).toBe(1);
      expect((await deliver()).failed).toBe(0);
      clock.now = Date.parse((await deliveryOf())?.next_at ?? '');
    }
    const waits = times.slice(1).map((time, i) => (time - (times[i] ?? 0)) / 1000);
    expect(waits.slice(0, 4)).toEqual([10, 30, 90, 270]);
    expect(Math.max(...waits)).toBe(3600);
    expect(Math.floor((times.at(-1) ?? 0) / day)).toBe(3);
    expect(await deliveryOf()).toMatchObject({ state: 'dead', last_error: 'HTTP 500' });
    expect(lines.at(-1)).toMatchObject({ level: 50, code: 'HTTP 500', lead: 1 });
  });

  test('does not die before its tenth attempt, even if no server ran for long', async () => {
    const { book, deliver, deliveryOf, clock } = await openDesk(failingChannel);
    await book([booking()]);
    for (let tries = 1; tries < 10; tries += 1) {
      clock.now += 30 * day;
      await deliver();
      expect(await deliveryOf()).toMatchObject({ state: 'pending', attempts: tries });
    }
    clock.now += 30 * day;
    await deliver();
    expect(await deliveryOf()).toMatchObject({ state: 'dead', attempts: 10 });
  });

  test('does not delay others, and is retried after their success at most once a minute', async () => {
    const { channel, delivered, tried } = recorder('poison');
    const { book, deliver, clock } = await openDesk(channel);
    const triesAfter = async (name: string) => {
      await book([booking({ name })]);
      await deliver();
      await deliver();
      return tried.filter((one) => one === 'poison').length;
    };
    await book([booking({ name: 'poison' })]);
    for (let tries = 0; tries < 5; tries += 1, clock.now += hour) await deliver();
    await deliver();
    // It waits for half an hour.
    expect(await triesAfter('one')).toBe(7);
    expect(await triesAfter('two')).toBe(7);
    clock.now += minute;
    expect(await triesAfter('three')).toBe(8);
    expect(delivered).toEqual(['one', 'two', 'three']);
  });
});

test('a bug in a receipt is logged with its place, and without its message', async () => {
  const channel = channelThat(async ({ lead }) => {
    throw new TypeError(lead?.booking.email);
  }, 'receipt');
  const { lines } = await deliverOnce(channel);
  const reason = expect.stringContaining('delivery.test.ts');
  expect(lines.at(-1)).toMatchObject({ code: 'FAULT', reason });
  expect(JSON.stringify(lines)).not.toContain(booking().email);
});

describe('the worker', () => {
  test('lets five slow attempts run in parallel, and no more', async () => {
    const { channel, begun, answer } = slowChannel();
    const { book, worker, store } = await openDesk(channel);
    await book(bookings(7));
    const due = worker.deliverDue();
    await expect.poll(() => begun).toHaveLength(5);
    expect(await acquireDelivery(store, 'webhook', minute)).toMatchObject({
      lead: { booking: { name: 'Ada 006' } },
    });
    answer();
    await due;
    await worker.whenIdle();
    expect(begun).toHaveLength(6);
  });

  test('logs a result that comes after the end of its lease', async () => {
    const { channel, begun, answer } = slowChannel();
    const { book, worker, store, clock, lines } = await openDesk(channel);
    await book([booking()]);
    await worker.deliverDue();
    await expect.poll(() => begun).toHaveLength(1);
    // An attempt may take an hour here, and the lease is a minute longer.
    clock.now += hour + minute - 1;
    expect(await acquireDelivery(store, 'webhook', minute)).toBeUndefined();
    clock.now += 1;
    expect(await acquireDelivery(store, 'webhook', minute)).toBeDefined();
    answer();
    await worker.whenIdle();
    expect(lines.at(-1)).toMatchObject({ level: 40, lead: 1, attempts: 1 });
    expect(await countBookings(store, { delivery: 'failing' })).toBe(1);
  });
});

describe('the outbox', () => {
  async function openOutbox(options: Partial<OutboxOptions>, ...channels: Channel[]) {
    const desk = await openDesk(channels[0]);
    const start = () => startOutbox({ ...desk, channels, pollInterval: 20, ...options });
    return { ...desk, start };
  }

  test('finishes running attempts when it stops, and begins no other', async () => {
    const { channel, begun, answer } = slowChannel();
    const { book, store, start } = await openOutbox({}, channel);
    await book(bookings(6));
    const { stop } = start();
    await expect.poll(() => begun).toHaveLength(5);
    const stopped = stop(hour);
    answer();
    await stopped;
    expect(begun).toHaveLength(5);
    expect(await countBookings(store, { delivery: 'done' })).toBe(5);
  });

  test('stops although the result of an attempt cannot be recorded', async () => {
    const { channel, begun, answer } = slowChannel();
    const { book, lines, start, store } = await openOutbox({}, channel);
    await book([booking()]);
    const { stop } = start();
    await expect.poll(() => begun).toHaveLength(1);
    vi.spyOn(store, 'write').mockRejectedValue(new Error('down'));
    answer();
    const levels = () => lines.flatMap(({ lead, level }) => (lead === 1 ? [level] : []));
    await expect.poll(levels).toContain(40);
    await stop(0);
    expect(levels().at(-1)).toBe(50);
  });

  test('lets a job finish its email when it stops', async () => {
    const begun: string[] = [];
    const answer = Promise.withResolvers<void>();
    const job = {
      interval: hour,
      code: 'job',
      failure: 'no job',
      async run(breakOff: AbortSignal) {
        begun.push('a report');
        await answer.promise;
        begun.push(breakOff.aborted ? 'broken off' : 'sent');
      },
    };
    const { start } = await openOutbox({ jobs: [job] });
    const { stop } = start();
    const stopped = stop(hour);
    answer.resolve();
    await stopped;
    expect(begun).toEqual(['a report', 'sent']);
  });
});

describe('late work in /readyz and doctor, by the database’s clock:', () => {
  const gone = mailSettings('smtp://127.0.0.1:9');
  const promised = { ...gone, CONTACT_WITHIN: '24h' };
  test.each([
    ['a delivery without its setting', 99 * hour, {}, 'none none', ['mail']],
    ['nothing after 50 minutes', 50 * minute, promised, 'ok ok', []],
    ['a delivery after an hour', 61 * minute, gone, 'late none', ['mail']],
    ['a lead after a day', 25 * hour, promised, 'late late', ['mail']],
  ])('%s', async (_, age, settings, states, late) => {
    const channel = channelThat(async () => ({ answer: 'never' }), 'mail');
    const { store, clock, book, log } = await openDesk(channel);
    const config = checkConfig(settings, '/nonexistent');
    await book([booking()]);
    clock.now += age;
    const desk = startDesk({ config, store, log });
    const { deliveries, leads } = await desk.lateStatus();
    expect(`${deliveries} ${leads}`).toBe(states);
    const findings = await deskFindings(config).inStore(store);
    await desk.stop(0);
    const found = findings.filter(({ code }) => code === 'delivery-late');
    expect(found.map(({ channel }) => channel)).toEqual(late);
  });
});
