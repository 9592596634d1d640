import { UsageError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import { setChannel } from '../delivery/channels.ts';
import type { DeliverySelection } from '../store/delivery.ts';
import { failed, shorten, succeeded } from './output.ts';
import { findNamed, withStore } from './store.ts';

/** Who the history of a lead says it was. */
const who = 'cli';

/** Delivers bookings that were quarantined. */
export function accept(config: Config, named: readonly number[], { quarantined = false }) {
  return withStore(config, async (store) => {
    const { found, isAll } = await findNamed(store, named, quarantined);
    const waiting = found.filter(({ state }) => state === 'quarantined').map(({ id }) => id);
    let due = 0;
    for (const id of waiting) due += (await store.acceptBooking(id)).due;
    await store.recordLeadAction(waiting, who, 'accepted');
    const later = `to be delivered once there is a channel (${setChannel})`;
    if (waiting.length > 0)
      succeeded(`${waiting.length} accepted: ${due > 0 ? `${due} to deliver` : later}.`);
    else if (named.length === 0) succeeded('No booking is quarantined.');
    const others = found.filter(({ state }) => state !== 'quarantined').map(({ id }) => id);
    if (others.length > 0) failed(`Not quarantined: ${shorten(others)}. show ID tells more.`);
    return isAll ? 0 : 1;
  });
}

/** Delivers again what was delivered, or is dead. */
export function replay(config: Config, named: readonly number[], options: DeliverySelection) {
  if (named.length === 0 && !options.dead)
    throw new UsageError('Name bookings, or --dead: see --help.');
  return change(config, named, options, 'replayDeliveries', 'to deliver again');
}

/** Marks open deliveries as done. */
export function done(config: Config, named: readonly number[], options: DeliverySelection) {
  if (named.length === 0 && !options.dead && options.channel === undefined)
    throw new UsageError('Name bookings, --dead or --channel: see --help.');
  return change(config, named, options, 'markDeliveriesDone', 'done');
}

function change(
  config: Config,
  named: readonly number[],
  options: DeliverySelection,
  operation: 'replayDeliveries' | 'markDeliveriesDone',
  what: string,
): Promise<number> {
  return withStore(config, async (store) => {
    const isOfAll = named.length === 0;
    const { found, isAll } = isOfAll ? { found: [], isAll: true } : await findNamed(store, named);
    const bookings = found.map(({ id }) => id);
    const changed = await store[operation](isOfAll ? options : { ...options, bookings });
    if (operation === 'replayDeliveries')
      await store.recordLeadAction([...new Set(changed)], who, 'replayed');
    if (isOfAll || changed.length > 0) succeeded(`${changed.length} ${what}.`);
    else if (bookings.length > 0) failed(`0 ${what}: show ID tells why.`);
    return isOfAll || (isAll && changed.length > 0) ? 0 : 1;
  });
}

/** Marks leads as contacted. */
export function contacted(config: Config, named: readonly number[]): Promise<number> {
  return withStore(config, async (store) => {
    const { found, isAll } = await findNamed(store, named);
    const quarantined: number[] = [];
    let changed = 0;
    for (const { id } of found) {
      const result = await store.changeLead(id, { who, state: 'contacted' });
      if (result === 'quarantined') quarantined.push(id);
      if (result === 'changed') changed += 1;
    }
    if (changed > 0) succeeded(`${changed} contacted.`);
    if (quarantined.length > 0)
      failed(`Quarantined: ${shorten(quarantined)}. accept ID first, if it is no spam.`);
    return isAll && quarantined.length === 0 ? 0 : 1;
  });
}
