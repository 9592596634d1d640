import type { Config } from '../config/config.ts';
import { quarantinedWait } from '../delivery/status.ts';
import type { BookingFilter, StoredBooking } from '../store/store.ts';
import { pagesOf, withStore } from './store.ts';
import { formatJson, formatTable, formatTime } from './table.ts';

interface ListOptions extends BookingFilter {
  json?: true;
  limit?: number;
  quarantined?: true;
  /** An older name of `quarantined`. */
  suspects?: true;
}

/** Shows the bookings. */
export async function list(config: Config, options: ListOptions): Promise<number> {
  const { json, quarantined, suspects, limit = json ? 9_999_999 : 100, ...filter } = options;
  if (quarantined) filter.state = 'quarantined';
  const chosen = filter.state === undefined ? { ...filter, withoutQuarantined: true } : filter;
  const { found, waiting } = await withStore(config, async (store) => {
    const pages = await Array.fromAsync(pagesOf(store, chosen, limit + 1));
    return { found: pages.flat(), waiting: (await store.summarizeQuarantine()).count };
  });
  const bookings = found.slice(0, limit);
  const { stdout, stderr } = process;
  if (json) {
    stdout.write(formatJson(bookings));
  } else if (bookings.length === 0) {
    const isFiltered = Object.keys(filter).length > 0;
    stdout.write(isFiltered ? 'No booking is like that.\n' : 'No bookings yet.\n');
  } else {
    const columns = filter.state === 'quarantined' ? quarantinedColumns : bookingColumns;
    stdout.write(tableOf(bookings, columns));
    if (found.length > limit) stderr.write(`The newest ${limit}: --limit shows more.\n`);
  }
  if (waiting > 0 && filter.state !== 'quarantined') {
    stderr.write(
      `${quarantinedWait(waiting)} to be accepted or erased: list --quarantined shows why.\n`,
    );
  }
  return 0;
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
const quarantinedColumns: Column[] = [
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
