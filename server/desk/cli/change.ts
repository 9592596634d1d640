import { failed, shorten, succeeded } from '../../cli/output.ts';
import { findNamed, withStore } from '../../cli/with-store.ts';
import { UsageError } from '../../command-line.ts';
import type { Config } from '../../config/config.ts';
import { chunksOf } from '../../store/store.ts';
import {
  createMissing,
  type DeliverySelection,
  markDeliveriesDone,
  replayDeliveries,
} from '../delivery/deliveries.ts';
import { acceptBookings, changeLeads } from '../leads/leads.ts';

/** The name in a lead's history. */
const who = 'cli';

/** Releases bookings from quarantine. A running server then delivers them. */
export function accept(config: Config, named: readonly number[], { quarantined = false }) {
  return withStore(config, async (store) => {
    const { found, isAll } = await findNamed(store, named, quarantined);
    const ids = found.map(({ id }) => id);
    const accepted = await acceptBookings(store, ids, who);
    if (accepted.length > 0) succeeded(`${accepted.length} released. The server delivers them.`);
    else if (named.length === 0) succeeded('No lead is quarantined.');
    const others = ids.filter((id) => !accepted.includes(id));
    if (others.length > 0) failed(`Not quarantined: ${shorten(others)}. See show ID.`);
    return isAll ? 0 : 1;
  });
}

/** Replays done and dead deliveries. With `since`, it also creates those that a channel never had. */
export function replay(
  config: Config,
  named: readonly number[],
  { since, ...options }: DeliverySelection & { since?: string },
): Promise<number> {
  const { channel } = options;
  if (since !== undefined) {
    if (channel === undefined || named.length > 0 || options.dead)
      throw new UsageError(
        '--since requires --channel and cannot be combined with other arguments. See --help.',
      );
    return withStore(config, async (store) =>
      succeeded(
        `${(await createMissing(store, channel, since, who)).length} to deliver by ${channel}.`,
      ),
    );
  }
  if (named.length === 0 && !options.dead)
    throw new UsageError('Nothing selected. Give lead numbers, --dead, or --channel with --since.');
  return change(config, named, options, replayDeliveries, 'to deliver again');
}

/** Marks pending and dead deliveries as done. */
export function done(config: Config, named: readonly number[], options: DeliverySelection) {
  if (named.length === 0 && !options.dead && options.channel === undefined)
    throw new UsageError('Nothing selected. Give lead numbers, --dead or --channel.');
  return change(config, named, options, markDeliveriesDone, 'done');
}

function change(
  config: Config,
  named: readonly number[],
  options: DeliverySelection,
  operation: typeof markDeliveriesDone,
  what: string,
): Promise<number> {
  return withStore(config, async (store) => {
    if (named.length === 0)
      return succeeded(`${(await operation(store, options, who)).length} ${what}.`);
    const { found, isAll } = await findNamed(store, named);
    const changed: number[] = [];
    for (const ids of chunksOf(found.map(({ id }) => id)))
      changed.push(...(await operation(store, { ...options, ids }, who)));
    if (changed.length > 0) succeeded(`${changed.length} ${what}.`);
    else if (found.length > 0) failed(`0 ${what}. ./lodemark show ID gives the reason.`);
    return isAll && changed.length > 0 ? 0 : 1;
  });
}

/** Marks leads as contacted. */
export function contacted(config: Config, named: readonly number[]): Promise<number> {
  return withStore(config, async (store) => {
    const { found, isAll } = await findNamed(store, named);
    const changed: number[] = [];
    // No version is named, so that the change applies to every version.
    for (const part of chunksOf(found.map(({ id }) => ({ id }))))
      changed.push(...(await changeLeads(store, part, { who, state: 'contacted' })));
    if (changed.length > 0) succeeded(`${changed.length} contacted.`);
    const quarantined = found.filter(({ state }) => state === 'quarantined').map(({ id }) => id);
    if (quarantined.length > 0)
      failed(`Quarantined: ${shorten(quarantined)}. Run accept ID first, if it is not spam.`);
    return isAll && quarantined.length === 0 ? 0 : 1;
  });
}
