import { pipeline } from 'node:stream/promises';
import type { Config } from '../config/config.ts';
import { bookingsFormats } from '../export-formats.ts';
import { type BookingFilter, countBookings, type StoredBooking } from '../store/bookings.ts';
import { failed, formatTable, formatTime, succeeded } from './output.ts';
import { pagesOf, withStore } from './store.ts';

export async function list(
  config: Config,
  options: BookingFilter & { json?: true; limit?: number; quarantined?: true },
): Promise<number> {
  const { json, quarantined, limit = json ? 9_999_999 : 100, ...filter } = options;
  if (quarantined) filter.state = 'quarantined';
  const chosen = filter.state === undefined ? { ...filter, withoutQuarantined: true } : filter;
  const ofSpam = filter.state === 'quarantined';
  return withStore(config, async (store) => {
    if (json) {
      const rows = bookingsFormats.json(pagesOf(store, chosen, limit));
      await pipeline(rows, process.stdout, { end: false });
    } else {
      const found = (await Array.fromAsync(pagesOf(store, chosen, limit + 1))).flat();
      const none = Object.keys(filter).length > 0 ? 'No leads match.' : 'No leads yet.';
      succeeded(found.length === 0 ? none : formatBookings(found.slice(0, limit), ofSpam));
      if (found.length > limit) failed(`These are the newest ${limit}. --limit shows more.`);
    }
    const count = await countBookings(store, { state: 'quarantined' });
    const what = count === 1 ? 'lead' : 'leads';
    if (count > 0 && !ofSpam)
      failed(`${count} ${what} in quarantine: see list --quarantined, then accept or erase them.`);
    return 0;
  });
}

/** A table of bookings. `withReasons` shows the spam signals instead of the states. */
export function formatBookings(bookings: readonly StoredBooking[], withReasons: boolean): string {
  const rows = bookings.map(({ id, created_at, state, delivery, spam_signals, ...booking }) => ({
    ID: String(id),
    'WHEN (UTC)': formatTime(created_at),
    ...(withReasons ? { WHY: spam_signals.join(', ') } : { STATE: state, DELIVERY: delivery }),
    NAME: booking.name,
    COMPANY: booking.company_name,
    EMAIL: booking.email,
  }));
  return formatTable(rows);
}
