import { UsageError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import { channelSettings } from '../delivery/channels.ts';
import { failed, formatTime, succeeded } from './output.ts';
import { withStore } from './store.ts';

/** Delivers a booking that was quarantined. */
export function accept(config: Config, id: number): Promise<number> {
  return withStore(config, async (store) => {
    const { accepted, due } = await store.acceptBooking(id);
    if (accepted) {
      const later = `it is delivered when a server with ${channelSettings} runs`;
      return succeeded(`Booking ${id} is accepted: ${due > 0 ? `${due} to deliver` : later}.`);
    }
    const found = await store.findBooking(id);
    if (found === undefined) return failed(`There is no booking ${id}.`);
    const { accepted_at: before } = found.booking;
    if (before !== null)
      return succeeded(`Booking ${id} was accepted already, at ${formatTime(before)} UTC.`);
    return failed(`Booking ${id} is not quarantined: show ${id} tells how it was delivered.`);
  });
}

/** Delivers again what was delivered, or is dead. */
export async function replay(config: Config, id: number | undefined, { dead }: { dead?: true }) {
  const which = bookingOrDead(id, dead);
  const count = await withStore(config, (store) => store.replayDeliveries(which));
  if (count === 0 && which !== 'dead')
    return failed(`Booking ${id} has no delivery yet, or is not there: show ${id} tells.`);
  return succeeded(`${count} to deliver again.`);
}

/** Marks open deliveries as done. */
export async function done(config: Config, id: number | undefined, { dead }: { dead?: true }) {
  const which = bookingOrDead(id, dead);
  const count = await withStore(config, (store) => store.markDeliveriesDone(which));
  if (count === 0 && which !== 'dead')
    return failed(`Nothing of booking ${id} is open: show ${id} tells.`);
  return succeeded(`${count} done.`);
}

function bookingOrDead(id: number | undefined, dead = false): { booking: number } | 'dead' {
  if (id !== undefined && dead) throw new UsageError('Either an ID or --dead.');
  if (dead) return 'dead';
  if (id === undefined) throw new UsageError('ID is missing: see --help.');
  return { booking: id };
}
