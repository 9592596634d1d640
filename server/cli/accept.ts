import { parseArgs } from 'node:util';
import { channelSettings } from '../delivery/channels.ts';
import type { Store } from '../store/store.ts';
import { onlyArgument, readId } from './booking-id.ts';
import type { Command, CommandContext } from './command.ts';
import { withStore } from './open-store.ts';
import { formatTime } from './table.ts';

const help = `Usage: npm run bookings -- accept ID

Delivers a booking that was set aside because it looks like spam: it is one like any
other from then on. The running server takes it up within seconds. What is spam can
stay, or go by erase ID.

Examples: npm run bookings -- list --quarantined
          npm run bookings -- accept 12
`;

const options = {} as const;

export const accept: Command = { help, options, run };

async function run({ args, config, stdout, stderr }: CommandContext): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options });
  const id = readId(onlyArgument(positionals, 'ID'));
  const { done, text } = await withStore(config, (store) => acceptIn(store, id));
  (done ? stdout : stderr).write(`${text}\n`);
  return done ? 0 : 1;
}

/** `done`: it is accepted, by this or before. */
async function acceptIn(store: Store, id: number): Promise<{ done: boolean; text: string }> {
  const { accepted, due } = await store.acceptBooking(id);
  if (accepted && due > 0)
    return { done: true, text: `Booking ${id} is accepted: ${due} to deliver.` };
  if (accepted) {
    const text = `Booking ${id} is accepted: it is delivered when a server with ${channelSettings} runs.`;
    return { done: true, text };
  }
  const found = await store.findBooking(id);
  if (found === undefined) return { done: false, text: `There is no booking ${id}.` };
  const { accepted_at: before } = found.booking;
  return before === null
    ? {
        done: false,
        text: `Booking ${id} is not quarantined: show ${id} tells how it was delivered.`,
      }
    : { done: true, text: `Booking ${id} was accepted already, at ${formatTime(before)} UTC.` };
}
