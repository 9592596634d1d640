import type { Logger } from 'pino';
import type { Store } from '../store/store.ts';
import type { Channel } from './channel.ts';
import { type Poller, poll } from './poller.ts';
import { remindOfQuarantined } from './quarantine.ts';
import { eraseOld } from './retention.ts';
import { type DeliveryStatus, stateOf } from './status.ts';
import { createDeliverer } from './worker.ts';

export interface OutboxOptions {
  store: Store;
  channels: readonly Channel[];
  log: Logger;
  lateMinutes: number;
  /** Bookings older than this are erased; undefined: none. */
  retentionDays: number | undefined;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** How often to look for what nobody told of, in milliseconds. */
  pollInterval?: number;
}

export interface Outbox {
  /** There is something new to deliver. */
  wake(): void;
  state(): Promise<DeliveryStatus>;
  /** Lets the tries in hand finish for `grace` milliseconds, then breaks them off and gives their leases back. */
  stop(grace?: number): Promise<void>;
}

const minute = 60_000;
const hour = 60 * minute;

/** Starts what brings bookings to the provider, watches over it and erases what is too old. */
export function startOutbox(options: OutboxOptions): Outbox {
  const { store, channels, log, lateMinutes, retentionDays, now = Date.now } = options;
  const deliverers = channels.map((channel) => createDeliverer({ store, channel, log, now }));
  const deliveries = deliverers.map((deliverer) =>
    poll(deliverer.deliverDue, options.pollInterval ?? 5_000, (err) =>
      log.error({ err }, 'deliveries cannot be read or written'),
    ),
  );
  const wake = () => {
    for (const poller of deliveries) poller.wake();
  };
  if (channels.length > 0) store.listen(wake);
  const names = channels.map(({ name }) => name);
  const state = async () => stateOf(await store.summarizeDeliveries(), names, lateMinutes, now());
  const ending = new AbortController();
  const chores: Poller[] = [remindOfQuarantined(store, log)];
  if (channels.length > 0) chores.push(watch(state, log, now));
  if (retentionDays !== undefined) {
    chores.push(retain(store, retentionDays, log, now, ending.signal));
  }
  return {
    wake,
    state,
    async stop(grace = 3_000) {
      ending.abort();
      for (const deliverer of deliverers) deliverer.finish();
      const patience = setTimeout(() => {
        for (const deliverer of deliverers) deliverer.breakOff();
      }, grace);
      await Promise.all([...deliveries, ...chores].map((poller) => poller.stop()));
      clearTimeout(patience);
    },
  };
}

/** Says at `error` that bookings do not reach the provider: when it begins, and every hour that it lasts. */
function watch(state: () => Promise<DeliveryStatus>, log: Logger, now: () => number): Poller {
  let saidAt: number | undefined;
  return poll(
    async () => {
      const late = (await state()) === 'late';
      if (late && (saidAt === undefined || now() - saidAt >= hour)) {
        saidAt = now();
        log.error('bookings do not reach the provider: see npm run bookings -- doctor');
      } else if (!late && saidAt !== undefined) {
        saidAt = undefined;
        log.info('no booking is late any more');
      }
    },
    minute,
    (err) => log.error({ err }, 'the deliveries cannot be looked at'),
  );
}

function retain(
  store: Store,
  days: number,
  log: Logger,
  now: () => number,
  signal: AbortSignal,
): Poller {
  return poll(
    async () => {
      const { erased, undelivered } = await eraseOld(store, days, now(), signal);
      if (erased > 0) log.info({ erased }, 'bookings were erased by RETENTION_DAYS');
      if (undelivered > 0) log.error({ undelivered }, 'of these had not been delivered');
    },
    hour,
    (err) => log.error({ err }, 'old bookings cannot be erased'),
  );
}
