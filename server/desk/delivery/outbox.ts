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

/** A periodic job. */
export interface Job {
  /** In milliseconds. */
  interval: number;
  /** `breakOff` is aborted when the grace period of a shutdown ends. */
  run(breakOff: AbortSignal): Promise<unknown>;
  /** The code and the message of the log when `run` throws. */
  code: string;
  failure: string;
}

export type Outbox = ReturnType<typeof startOutbox>;

/** Starts the dispatcher, the delivery workers and the jobs. */
export function startOutbox(options: OutboxOptions) {
  const { store, channels, log, pollInterval, jobs = [] } = options;
  const names = channels.map(({ name }) => name);
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  const signals = { stop: stopping.signal, breakOff: breakingOff.signal };

  /** Runs the job now, and `interval` milliseconds after each run, until the shutdown. Runs never overlap. */
  async function repeat({ interval, run, code, failure }: Job) {
    const outage = createOutageLog(log, code, failure);
    while (!stopping.signal.aborted) {
      await run(breakingOff.signal).then(outage.succeeded, outage.failed);
      await pause(interval, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  // Each channel has its own worker, so that a server that does not answer delays only its channel.
  const workers = channels.map((channel) => createWorker({ store, channel, log, ...signals }));
  const loops = [
    repeat({
      interval: pollInterval,
      run: () => dispatch(store, names),
      code: 'dispatch',
      failure: 'leads cannot be dispatched',
    }),
    ...workers.map(({ deliverDue }) =>
      repeat({
        interval: pollInterval,
        run: deliverDue,
        code: 'deliveries',
        failure: 'deliveries cannot be read or written',
      }),
    ),
    ...jobs.map(repeat),
  ];
  return {
    /** Lets running attempts finish for `grace` milliseconds, then aborts them and releases their leases. */
    async stop(grace = 7_000): Promise<void> {
      stopping.abort();
      const timeout = setTimeout(() => breakingOff.abort(), grace);
      await Promise.all(loops);
      await Promise.all(workers.map((worker) => worker.whenIdle()));
      clearTimeout(timeout);
    },
  };
}
