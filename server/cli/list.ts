import { parseArgs } from 'node:util';
import { bookingFields } from '../../booking/booking.ts';
import { quarantinedWait } from '../delivery/status.ts';
import type { StoredBooking } from '../store/store.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { filterHelp, filterOptions, readFilter } from './filter.ts';
import { withStore } from './open-store.ts';
import { pagesOf } from './pages.ts';
import { formatTable, formatTime } from './table.ts';

const help = `Usage: npm run bookings -- list [--limit N] [--since TIME] [--until TIME]
                                [--text WORDS] [--state STATE | --quarantined] [--json]

Shows the bookings, newest first. Works beside the running server. What looks like spam
is left out until it is accepted: --quarantined shows it with the reasons.

  --limit N      how many at most (default 100; with --json all)
${filterHelp}
  --quarantined     those that look like spam and wait for accept ID
  --json         an array of objects for machines, each with ${bookingFields.join(', ')},
                 and id, created_at, request_id, state, spam_signals, accepted_at

Example: npm run --silent bookings -- list --json --since 7d --state dead
`;

const options = {
  ...filterOptions,
  json: { type: 'boolean', default: false },
  quarantined: { type: 'boolean', default: false },
  limit: { type: 'string' },
} as const;

export const list: Command = { help, options, run };

async function run({ args, config, stdout, stderr }: CommandContext): Promise<number> {
  const { json, limit, filter } = readOptions(args);
  const chosen = filter.state === undefined ? { ...filter, withoutQuarantined: true } : filter;
  const { found, quarantined } = await withStore(config, async (store) => {
    const pages = await Array.fromAsync(pagesOf(store, chosen, limit + 1));
    return { found: pages.flat(), quarantined: (await store.summarizeQuarantine()).count };
  });
  const bookings = found.slice(0, limit);
  const none = Object.keys(filter).length > 0 ? 'No booking is like that.\n' : 'No bookings yet.\n';
  const columns = filter.state === 'quarantined' ? suspectColumns : bookingColumns;
  const table = bookings.length === 0 ? none : tableOf(bookings, columns);
  stdout.write(json ? `${JSON.stringify(bookings, null, 2)}\n` : table);
  if (found.length > limit && !json) stderr.write(`The newest ${limit}: --limit shows more.\n`);
  if (quarantined > 0 && filter.state !== 'quarantined') {
    stderr.write(
      `${quarantinedWait(quarantined)} to be accepted or erased: list --quarantined shows why.\n`,
    );
  }
  return 0;
}

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options,
  });
  const { json, quarantined, limit = json ? '9999999' : '100', ...filter } = values;
  if (quarantined && filter.state !== undefined)
    throw new UsageError('Either --quarantined or --state.');
  if (quarantined) filter.state = 'quarantined';
  if (!/^[1-9]\d{0,6}$/.test(limit)) {
    throw new UsageError(
      `--limit takes a whole number from 1 to 9999999, not ${JSON.stringify(limit)}`,
    );
  }
  return { json, limit: Number(limit), filter: readFilter(filter, Date.now()) };
}

type Column = [head: string, cell: (booking: StoredBooking) => string];

const when: Column[] = [
  ['ID', ({ id }) => String(id)],
  ['WHEN (UTC)', ({ created_at }) => formatTime(created_at)],
];
const who: Column[] = [
  ['NAME', ({ name }) => name],
  ['COMPANY', ({ company_name }) => company_name],
  ['EMAIL', ({ email }) => email],
];
const bookingColumns: Column[] = [...when, ['STATE', ({ state }) => state], ...who];
const suspectColumns: Column[] = [
  ...when,
  ['WHY', ({ spam_signals }) => spam_signals.join(', ')],
  ...who,
];

function tableOf(bookings: readonly StoredBooking[], columns: readonly Column[]): string {
  return formatTable(
    columns.map(([head]) => head),
    bookings.map((booking) => columns.map(([, cell]) => cell(booking))),
  );
}
