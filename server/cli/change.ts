import { UsageError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import { channelSettings } from '../delivery/channels.ts';
import type { DeliverySelection } from '../store/delivery.ts';
import { failed, shorten, succeeded } from './output.ts';
import { findNamed, withStore } from './store.ts';

/** Delivers bookings that were quarantined. */
export function accept(
  config: Config,
  named: readonly number[],
  { quarantined }: { quarantined?: true },
): Promise<number> {
  return withStore(config, async (store) => {
    const { found, isAll } = await findNamed(store, named, quarantined);
    const waiting = found.filter(({ state }) => state === 'quarantined');
    let due = 0;
    for (const { id } of waiting) due += (await store.acceptBooking(id)).due;
    await store.recordLeadAction(
      waiting.map(({ id }) => id),
      'cli',
      'accepted',
    );
    const later = `delivered when a server with ${channelSettings} runs`;
    if (waiting.length > 0)
      succeeded(`${waiting.length} accepted: ${due > 0 ? `${due} to deliver` : later}.`);
    else if (named.length === 0) succeeded('No booking is quarantined.');
    const others = found.filter(({ state }) => state !== 'quarantined').map(({ id }) => id);
    if (others.length > 0) failed(`Not quarantined: ${shorten(others)}. show ID tells more.`);
    return isAll ? 0 : 1;
  });
}

/** How `replay` and `done` narrow what they change. */
interface DeliveryOptions {
  dead?: true;
  channel?: string;
}

/** Delivers again what was delivered, or is dead. */
export function replay(config: Config, named: readonly number[], options: DeliveryOptions) {
  if (named.length === 0 && !options.dead)
    throw new UsageError('Name bookings, or --dead: see --help.');
  return change(config, named, options, 'replayDeliveries', 'to deliver again');
}

/** Marks open deliveries as done. */
export function done(config: Config, named: readonly number[], options: DeliveryOptions) {
  if (named.length === 0 && !options.dead && options.channel === undefined)
    throw new UsageError('Name bookings, --dead or --channel: see --help.');
  return change(config, named, options, 'markDeliveriesDone', 'done');
}

/** Changes the deliveries of the bookings that are named, or of all. */
function change(
  config: Config,
  named: readonly number[],
  options: DeliveryOptions,
  operation: 'replayDeliveries' | 'markDeliveriesDone',
  what: string,
): Promise<number> {
  return withStore(config, async (store) => {
    const apply = async (which: DeliverySelection) => {
      const changed = await store[operation](which);
      if (operation === 'replayDeliveries')
        await store.recordLeadAction([...new Set(changed)], 'cli', 'replayed');
      return changed.length;
    };
    if (named.length === 0) return succeeded(`${await apply(options)} ${what}.`);
    const { found, isAll } = await findNamed(store, named);
    const bookings = found.map(({ id }) => id);
    const count = await apply({ ...options, bookings });
    if (count > 0) succeeded(`${count} ${what}.`);
    else if (bookings.length > 0) failed(`0 ${what}: show ID tells why.`);
    return isAll && count > 0 ? 0 : 1;
  });
}
