import type { Config } from '../config/config.ts';
import { quarantinedWait } from '../delivery/status.ts';
import type { BookingFilter, StoredBooking } from '../store/store.ts';
import { failed, formatJson, formatTable, formatTime, succeeded } from './output.ts';
import { pagesOf, withStore } from './store.ts';

interface ListOptions extends BookingFilter {
  json?: true;
  limit?: number;
  quarantined?: true;
}

/** Shows the bookings. */
export async function list(config: Config, options: ListOptions): Promise<number> {
  const { json, quarantined, limit = json ? 9_999_999 : 100, ...filter } = options;
  if (quarantined) filter.state = 'quarantined';
  const chosen = filter.state === undefined ? { ...filter, withoutQuarantined: true } : filter;
  const { found, waiting } = await withStore(config, async (store) => {
    const pages = await Array.fromAsync(pagesOf(store, chosen, limit + 1));
    return { found: pages.flat(), waiting: (await store.summarizeQuarantine()).count };
  });
  const bookings = found.slice(0, limit);
  const ofSpam = filter.state === 'quarantined';
  if (json) {
    succeeded(formatJson(bookings));
  } else if (bookings.length === 0) {
    const isFiltered = Object.keys(filter).length > 0;
    succeeded(isFiltered ? 'No booking is like that.' : 'No bookings yet.');
  } else {
    succeeded(tableOf(bookings, ofSpam ? whyColumn : stateColumn));
    if (found.length > limit) failed(`The newest ${limit}: --limit shows more.`);
  }
  const way = 'to be accepted or erased: list --quarantined shows why.';
  if (waiting > 0 && !ofSpam) failed(`${quarantinedWait(waiting)} ${way}`);
  return 0;
}

type Column = [head: string, cell: (booking: StoredBooking) => string];

const stateColumn: Column = ['STATE', ({ state }) => state];
const whyColumn: Column = ['WHY', ({ spam_signals }) => spam_signals.join(', ')];

function tableOf(bookings: readonly StoredBooking[], third: Column): string {
  const columns: Column[] = [
    ['ID', ({ id }) => String(id)],
    ['WHEN (UTC)', ({ created_at }) => formatTime(created_at)],
    third,
    ['NAME', ({ name }) => name],
    ['COMPANY', ({ company_name }) => company_name],
    ['EMAIL', ({ email }) => email],
  ];
  const rows = bookings.map((booking) => columns.map(([, cell]) => cell(booking)));
  return formatTable(
    columns.map(([head]) => head),
    rows,
  );
}
