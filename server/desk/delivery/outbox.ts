import type { Logger } from 'pino';
import { minute } from '../../../booking/zones.ts';
import { createOutageLog } from '../../log.ts';
import type { Store } from '../../store/store.ts';
import type { Channel } from './channel.ts';
import { dispatch, endAbandoned, rememberChannels } from './dispatch.ts';
import { createWorker } from './worker.ts';

export interface OutboxOptions {
  store: Store;
  channels: readonly Channel[];
  log: Logger;
  /**
   * How often to look for bookings, in milliseconds. A booking does not wake the outbox: work right after the
   * response would reveal that the booking is not a duplicate.
   */
  pollInterval: number;
  jobs?: readonly Job[];
}

/** A periodic job. `failure` is logged when `run` throws. */
export interface Job {
  /** In milliseconds. */
  interval: number;
  /** `stop` is aborted when the shutdown begins, `breakOff` when its grace period ends. */
  run(breakOff: AbortSignal, stop: AbortSignal): Promise<void>;
  failure: string;
}

export interface Outbox {
  /** Call it after a lead was accepted. */
  wake(): void;
  /** Lets running attempts finish for `grace` milliseconds, then aborts them and releases their leases. */
  stop(grace?: number): Promise<void>;
}

/** How often this server records its channels, in milliseconds. */
const rememberInterval = minute;

/** Starts the dispatcher, the delivery worker and the jobs. */
export function startOutbox(options: OutboxOptions): Outbox {
  const { store, channels, log, pollInterval, jobs = [] } = options;
  const names = channels.map(({ name }) => name);
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  const every = (interval: number, work: () => Promise<unknown>, failure: string) => {
    const outage = createOutageLog(log, failure);
    return poll(() => work().then(outage.succeeded), interval, outage.failed);
  };

  const signals = { stop: stopping.signal, breakOff: breakingOff.signal };
  // One worker for each channel: a server that does not answer delays no other channel.
  const workers = channels.map((one) => createWorker({ store, channels: [one], log, ...signals }));
  const deliveries = workers.map(({ deliverDue }) =>
    every(pollInterval, deliverDue, 'deliveries cannot be read or written'),
  );
  const wakeDeliveries = () => {
    for (const poller of deliveries) poller.wake();
  };
  let rememberedAt = Number.NEGATIVE_INFINITY;
  const dispatchAll = async () => {
    const dispatched = await dispatch(store, names);
    if (dispatched > 0) wakeDeliveries();
    if (performance.now() - rememberedAt < rememberInterval) return;
    await rememberChannels(store, names);
    await endAbandoned(store);
    rememberedAt = performance.now();
  };
  const dispatcher = every(pollInterval, dispatchAll, 'leads cannot be dispatched');
  const pollers = [
    ...deliveries,
    dispatcher,
    ...jobs.map(({ interval, run, failure }) =>
      every(interval, () => run(breakingOff.signal, stopping.signal), failure),
    ),
  ];
  return {
    wake: dispatcher.wake,
    async stop(grace = 7_000) {
      stopping.abort();
      const timeout = setTimeout(() => breakingOff.abort(), grace);
      await Promise.all(pollers.map((poller) => poller.stop()));
      await Promise.all(workers.map((worker) => worker.settled()));
      clearTimeout(timeout);
    },
  };
}

/** Runs `work` immediately, when woken, and `interval` milliseconds after each run. Runs never overlap. */
function poll(work: () => Promise<unknown>, interval: number, onError: (error: unknown) => void) {
  let stopped = false;
  let woken = Promise.withResolvers<void>();
  async function run(): Promise<void> {
    while (!stopped) {
      // Created before the work, so that a wake during the work starts another run.
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
    /** Resolves when the current run has ended. */
    stop() {
      stopped = true;
      woken.resolve();
      return running;
    },
  };
}
