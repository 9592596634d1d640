import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { databaseFile, openSqlite } from '../store/sqlite.ts';
import { DatabaseRefused, type Store, type StoredBooking } from '../store/store.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { formatTable } from './table.ts';

const help = `Usage: npm run bookings -- list [--limit N] [--json]

Shows the bookings, newest first. Works beside the running server.

  --limit N   how many at most (default 100)
  --json      an array of objects for machines: id, created_at, name,
              company_name, email, request_id

Example: npm run --silent bookings -- list --json --limit 5
`;

/** How many rows one question to the store brings. */
const pageSize = 1000;

export const list: Command = { help, run };

async function run({ args, config, stdout, stderr }: CommandContext): Promise<number> {
  const { json, limit } = readOptions(args);
  const file = databaseFile(config.dataFolder);
  if (!existsSync(file)) {
    throw new DatabaseRefused(
      `There is no database at ${file}: start the server once, or set DATA_DIR.`,
    );
  }
  const store = await openSqlite({ folder: config.dataFolder });
  try {
    const found = await newest(store, limit + 1);
    const bookings = found.slice(0, limit);
    stdout.write(json ? `${JSON.stringify(bookings, null, 2)}\n` : tableOf(bookings));
    if (found.length > limit && !json) stderr.write(`The newest ${limit}: --limit shows more.\n`);
  } finally {
    await store.close();
  }
  return 0;
}

function readOptions(args: string[]): { json: boolean; limit: number } {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      limit: { type: 'string', default: '100' },
    },
  });
  if (!/^[1-9]\d{0,6}$/.test(values.limit)) {
    throw new UsageError(
      `--limit takes a whole number from 1 to 9999999, not ${JSON.stringify(values.limit)}`,
    );
  }
  return { json: values.json, limit: Number(values.limit) };
}

async function newest(store: Store, limit: number): Promise<StoredBooking[]> {
  const bookings: StoredBooking[] = [];
  while (bookings.length < limit) {
    const last = bookings.at(-1);
    const page = await store.listBookings({
      limit: Math.min(pageSize, limit - bookings.length),
      ...(last === undefined ? {} : { before: last.id }),
    });
    if (page.length === 0) break;
    bookings.push(...page);
  }
  return bookings;
}

function tableOf(bookings: readonly StoredBooking[]): string {
  if (bookings.length === 0) return 'No bookings yet.\n';
  return formatTable(
    ['ID', 'WHEN (UTC)', 'NAME', 'COMPANY', 'EMAIL'],
    bookings.map(({ id, created_at, name, company_name, email }) => [
      String(id),
      created_at.slice(0, 19).replace('T', ' '),
      name,
      company_name,
      email,
    ]),
  );
}
