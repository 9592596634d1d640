import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createOutageLog } from '../../log.ts';
import type { Store } from '../../store/store.ts';
import type { Channel } from './channel.ts';
import { dispatch } from './dispatch.ts';
import { createWorker } from './worker.ts';

export interface OutboxOptions {
  store: Store;
  channels: readonly Channel[];
  log: Logger;
  /**
   * How often to look for bookings, in milliseconds. A booking does not wake the outbox: work right after the
   * response would reveal that the booking is new.
   */
  pollInterval: number;
  jobs?: readonly Job[];
}

/** A periodic job. `failure` is logged when `run` throws. */
export interface Job {
  /** In milliseconds. */
  interval: number;
  /** `breakOff` is aborted when the grace period of a shutdown ends. */
  run(breakOff: AbortSignal): Promise<void>;
  failure: string;
}

export interface Outbox {
  /** Lets running attempts finish for `grace` milliseconds, then aborts them and releases their leases. */
  stop(grace?: number): Promise<void>;
}

/** Starts the dispatcher, the delivery workers and the jobs. */
export function startOutbox(options: OutboxOptions): Outbox {
  const { store, channels, log, pollInterval, jobs = [] } = options;
  const names = channels.map(({ name }) => name);
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  const signals = { stop: stopping.signal, breakOff: breakingOff.signal };

  /** Runs `work` now, and `interval` milliseconds after each run, until the shutdown. Runs never overlap. */
  async function repeat(interval: number, failure: string, work: () => Promise<unknown>) {
    const outage = createOutageLog(log, failure);
    while (!stopping.signal.aborted) {
      await work().then(outage.succeeded, outage.failed);
      await pause(interval, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  // Each channel has its own worker, so that a server that does not answer delays only its channel.
  const workers = channels.map((channel) => createWorker({ store, channel, log, ...signals }));
  const loops = [
    repeat(pollInterval, 'leads cannot be dispatched', () => dispatch(store, names)),
    ...workers.map(({ deliverDue }) =>
      repeat(pollInterval, 'deliveries cannot be read or written', deliverDue),
    ),
    ...jobs.map(({ interval, run, failure }) =>
      repeat(interval, failure, () => run(signals.breakOff)),
    ),
  ];
  return {
    async stop(grace = 7_000) {
      stopping.abort();
      const timeout = setTimeout(() => breakingOff.abort(), grace);
      await Promise.all(loops);
      await Promise.all(workers.map((worker) => worker.whenIdle()));
      clearTimeout(timeout);
    },
  };
}
