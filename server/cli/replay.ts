import { bookingOrDeadOptions, readBookingOrDead } from './booking-id.ts';
import type { Command, CommandContext } from './command.ts';
import { withStore } from './open-store.ts';

const help = `Usage: npm run bookings -- replay ID
       npm run bookings -- replay --dead

Delivers again: every delivery of one booking, or all that are dead. The running
server takes them up within seconds; after an outage of the mail server or the
webhook at its next look, which comes within 15 minutes (a restart looks at once).
A mail or webhook that is sent again carries the same Message-ID or webhook-id as
before.

Examples: npm run bookings -- replay 12
          npm run bookings -- replay --dead
`;

export const replay: Command = { help, options: bookingOrDeadOptions, run };

async function run({ args, config, stdout, stderr }: CommandContext): Promise<number> {
  const which = readBookingOrDead(args);
  const count = await withStore(config, (store) => store.replayDeliveries(which));
  if (count === 0 && which !== 'dead') {
    stderr.write(
      `Booking ${which.booking} has no delivery yet, or is not there: show ${which.booking} tells.\n`,
    );
    return 1;
  }
  stdout.write(`${count} to deliver again.\n`);
  return 0;
}
