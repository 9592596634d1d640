import { bookingOrDeadOptions, readBookingOrDead } from './booking-id.ts';
import type { Command, CommandContext } from './command.ts';
import { withStore } from './open-store.ts';

const help = `Usage: npm run bookings -- done ID
       npm run bookings -- done --dead

Says that you have read a booking, or all that are dead, by another way: what is open
of their deliveries is not tried any more, and doctor is content with it. The booking
stays; replay ID delivers it after all.

Examples: npm run bookings -- done 12
          npm run bookings -- done --dead
`;

export const done: Command = { help, options: bookingOrDeadOptions, run };

async function run({ args, config, stdout, stderr }: CommandContext): Promise<number> {
  const which = readBookingOrDead(args);
  const count = await withStore(config, (store) => store.markDeliveriesDone(which));
  if (count === 0 && which !== 'dead') {
    stderr.write(`Nothing of booking ${which.booking} is open: show ${which.booking} tells.\n`);
    return 1;
  }
  stdout.write(`${count} done.\n`);
  return 0;
}
