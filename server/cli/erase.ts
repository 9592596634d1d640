import { parseArgs } from 'node:util';
import { eraseAll } from '../delivery/retention.ts';
import type { Erasure } from '../store/delivery.ts';
import type { Store } from '../store/store.ts';
import { confirm } from './ask.ts';
import { onlyArgument, readId } from './booking-id.ts';
import type { Command, CommandContext } from './command.ts';
import { withStore } from './open-store.ts';

const help = `Usage: npm run bookings -- erase EMAIL|ID [--yes]

Erases one booking, or all that an address left, with their deliveries. A hash of the
request's random key with its words stays, so that a late repeat of the same request
does not bring it back. Mails that were sent and backups that were made still hold it.

  --yes   do not ask first

Examples: npm run bookings -- erase someone@company.com
          npm run bookings -- erase 12 --yes
`;

const options = { yes: { type: 'boolean', default: false } } as const;

export const erase: Command = { help, options, run };

async function run({ args, config, stdout, stderr }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options,
  });
  const who = onlyArgument(positionals, 'EMAIL or ID');
  const which: Erasure = who.includes('@') ? { email: who } : { id: readId(who) };
  return withStore(config, async (store) => {
    const count = await countOf(store, which);
    if (count === 0) {
      stderr.write(`There is no booking of ${who}.\n`);
      return 1;
    }
    const bookings = count === 1 ? '1 booking' : `${count} bookings`;
    if (!values.yes && !(await confirm(`Erase ${bookings} of ${who} for good?`))) {
      stderr.write('Nothing was erased.\n');
      return 1;
    }
    const { erased } = await eraseAll(store, which);
    stdout.write(`${erased} erased.\n`);
    return 0;
  });
}

async function countOf(store: Store, which: Erasure): Promise<number> {
  if ('id' in which) return (await store.findBooking(which.id)) === undefined ? 0 : 1;
  return 'email' in which ? store.countBookings({ email: which.email }) : 0;
}
