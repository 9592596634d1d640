import { parseArgs } from 'node:util';
import type { StoredBooking } from '../store/store.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { filterHelp, filterOptions, readFilter } from './filter.ts';
import { withStore } from './open-store.ts';
import { pagesOf } from './pages.ts';
import { formatTable, formatTime } from './table.ts';

const help = `Usage: npm run bookings -- list [--limit N] [--since TIME] [--until TIME]
                                [--text WORDS] [--state STATE] [--json]

Shows the bookings, newest first. Works beside the running server.

  --limit N      how many at most (default 100; with --json all)
${filterHelp}
  --json         an array of objects for machines: id, created_at, name,
                 company_name, email, request_id, state

Example: npm run --silent bookings -- list --json --since 7d --state dead
`;

export const list: Command = { help, run };

async function run({ args, config, stdout, stderr }: CommandContext): Promise<number> {
  const { json, limit, filter } = readOptions(args);
  const found = await withStore(config, async (store) => {
    const pages = await Array.fromAsync(pagesOf(store, filter, limit + 1));
    return pages.flat();
  });
  const bookings = found.slice(0, limit);
  const none = Object.keys(filter).length > 0 ? 'No booking is like that.\n' : 'No bookings yet.\n';
  const table = bookings.length === 0 ? none : tableOf(bookings);
  stdout.write(json ? `${JSON.stringify(bookings, null, 2)}\n` : table);
  if (found.length > limit && !json) stderr.write(`The newest ${limit}: --limit shows more.\n`);
  return 0;
}

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      ...filterOptions,
      json: { type: 'boolean', default: false },
      limit: { type: 'string' },
    },
  });
  const { json, limit = json ? '9999999' : '100', ...filter } = values;
  if (!/^[1-9]\d{0,6}$/.test(limit)) {
    throw new UsageError(
      `--limit takes a whole number from 1 to 9999999, not ${JSON.stringify(limit)}`,
    );
  }
  return { json, limit: Number(limit), filter: readFilter(filter, Date.now()) };
}

function tableOf(bookings: readonly StoredBooking[]): string {
  return formatTable(
    ['ID', 'WHEN (UTC)', 'STATE', 'NAME', 'COMPANY', 'EMAIL'],
    bookings.map(({ id, created_at, state, name, company_name, email }) => [
      String(id),
      formatTime(created_at),
      state,
      name,
      company_name,
      email,
    ]),
  );
}
