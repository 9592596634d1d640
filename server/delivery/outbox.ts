import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createOutageLog } from '../outage-log.ts';
import type { Store } from '../store/store.ts';
import type { Channel } from './channel.ts';
import { eraseOld } from './retention.ts';
import { dueAt, needsOperator, quarantinedWait, type Status } from './status.ts';
import { createDeliveryWorker } from './worker.ts';

export interface OutboxOptions extends Pick<Config, 'retentionDays' | 'contactWithin'> {
  store: Store;
  channels: readonly Channel[];
  log: Logger;
  /** What else is done regularly. */
  jobs?: readonly Job[];
  /** Milliseconds since 1970. */
  now?: () => number;
  /** How often to look for bookings that another program stored, in milliseconds. */
  pollInterval?: number;
}

/** Work that looks regularly whether there is something to do, and ends soon after the signal. */
export interface Job {
  run(signal: AbortSignal): Promise<void>;
  /** How long to wait after it last ended, in milliseconds. */
  interval: number;
  /** What the log says when it throws. */
  failure: string;
}

export interface Outbox {
  /** Call it after a booking was stored. */
  wake(): void;
  status(): Promise<{ deliveries: Status; leads: Status }>;
  /** Lets the tries in hand finish for `grace` milliseconds, then aborts them and releases their leases. */
  stop(grace?: number): Promise<void>;
}

const minute = 60_000;
const hour = 60 * minute;

/** Starts a delivery worker for each channel, the log of what is late, the jobs, and the erasing of what is too old. */
export function startOutbox(options: OutboxOptions): Outbox {
  const { store, channels, log, now = Date.now, jobs = [], pollInterval = 5_000 } = options;
  const { retentionDays, contactWithin } = options;
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  const every = (interval: number, work: () => Promise<unknown>, failure: string) => {
    const outage = createOutageLog(log, failure);
    return poll(() => work().then(outage.succeeded), interval, outage.failed);
  };

  const signals = { stop: stopping.signal, breakOff: breakingOff.signal };
  const workers = channels.map((channel) =>
    createDeliveryWorker({ store, channel, log, now, ...signals }),
  );
  const deliveries = workers.map(({ deliverDue }) =>
    every(pollInterval, deliverDue, 'deliveries cannot be read or written'),
  );
  const wake = () => {
    for (const poller of deliveries) poller.wake();
  };
  /** A delivery for a channel that is not configured any more counts too. */
  const deliveriesNow = async (): Promise<Status> => {
    if (channels.length === 0) return 'none';
    const summaries = await store.summarizeDeliveries();
    const isLate = summaries.some((one) => needsOperator(one, now()));
    return isLate ? 'late' : 'ok';
  };
  const leadsNow = async (): Promise<Status> => {
    if (contactWithin === undefined) return 'none';
    const { count } = await store.summarizeOverdue(dueAt(contactWithin, now()));
    return count > 0 ? 'late' : 'ok';
  };
  const logLate = async () => {
    if ((await deliveriesNow()) === 'late')
      log.error('bookings do not reach the provider: see ./lodemark doctor');
    if ((await leadsNow()) === 'late')
      log.error('leads wait longer than CONTACT_WITHIN: see ./lodemark doctor');
  };
  // No mail is sent about the quarantined ones alone.
  const logWaiting = async () => {
    const { count } = await store.summarizeQuarantine();
    if (count > 0) log.warn(`${quarantinedWait(count)}: ./lodemark list --quarantined`);
  };
  const pollers = [
    ...deliveries,
    every(24 * hour, logWaiting, 'the quarantined bookings cannot be counted'),
    every(hour, logLate, 'what is late cannot be counted'),
    ...jobs.map(({ run, interval, failure }) =>
      every(interval, () => run(stopping.signal), failure),
    ),
  ];
  if (retentionDays !== undefined) {
    const erase = () => eraseOld(store, retentionDays, now(), log, stopping.signal);
    pollers.push(every(hour, erase, 'old bookings cannot be erased'));
  }
  return {
    wake,
    status: async () => ({ deliveries: await deliveriesNow(), leads: await leadsNow() }),
    async stop(grace = 7_000) {
      stopping.abort();
      const timeout = setTimeout(() => breakingOff.abort(), grace);
      await Promise.all(pollers.map((poller) => poller.stop()));
      await Promise.allSettled(workers.map((worker) => worker.triesInFlight()));
      clearTimeout(timeout);
    },
  };
}

/** Works at once, when woken, and `interval` milliseconds after it last ended. Never twice at a time. */
function poll(work: () => Promise<unknown>, interval: number, onError: (error: unknown) => void) {
  let stopped = false;
  let woken = Promise.withResolvers<void>();
  async function run(): Promise<void> {
    while (!stopped) {
      // Before the work: a wake during the work starts it once more.
      woken = Promise.withResolvers();
      await work().catch(onError);
      const timer = setTimeout(woken.resolve, interval);
      await woken.promise;
      clearTimeout(timer);
    }
  }
  const running = run();
  return {
    wake: () => woken.resolve(),
    /** Resolves when the work in hand has ended. */
    stop() {
      stopped = true;
      woken.resolve();
      return running;
    },
  };
}
