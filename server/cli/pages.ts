import type { BookingFilter, Store, StoredBooking } from '../store/store.ts';

/** How many rows one question to the store brings: short transactions beside the server. */
const pageSize = 1000;

/** The bookings page by page, the newest first, at most `limit`. */
export async function* pagesOf(
  store: Store,
  filter: BookingFilter,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<StoredBooking[]> {
  let before: number | undefined;
  for (let left = limit; left > 0; ) {
    const page = await store.listBookings({
      ...filter,
      limit: Math.min(pageSize, left),
      ...(before === undefined ? {} : { before }),
    });
    if (page.length === 0) return;
    yield page;
    left -= page.length;
    before = page.at(-1)?.id;
  }
}
