import { expect, test } from 'vitest';
import { checkConfig } from '../../server/config/config.ts';
import { startDesk } from '../../server/desk/desk.ts';
import { findTimestamp } from '../../server/store/store.ts';
import { bookingsCommand, bookingsFolder, storeIn } from '../support/bookings-command.ts';
import { rowsIn, runIn } from '../support/database.ts';
import { day, openLines } from '../support/delivery.ts';
import { bookings } from '../support/new-bookings.ts';

// The store's tests cover the rules and a clock that jumps.
test('RETENTION_DAYS erases older closed leads and delivered ones twice as old, never undelivered ones', async () => {
  const folder = await bookingsFolder(bookings(4), { channels: ['mail'], age: 61 * day });
  // 1 and 4 are delivered, 2 is closed, 3 waits for its email, and 4 came a month later.
  await bookingsCommand(['done', '1', '4'], folder);
  runIn(folder, "UPDATE booking_requests SET state = 'closed' WHERE id = 2");
  runIn(folder, `UPDATE booking_requests SET created_at = clock(${-31 * day}) WHERE id = 4`);
  const { lines, log } = openLines();
  const config = checkConfig({ RETENTION_DAYS: '30', DATA_DIR: folder }, folder);
  const store = await storeIn(folder);
  const desk = startDesk({ config, store, log });
  await expect.poll(() => findTimestamp(store, 'retention')).toBeDefined();
  await desk.stop();
  expect(rowsIn(folder).map(({ id }) => id)).toEqual([3, 4]);
  expect(lines).toContainEqual(expect.objectContaining({ level: 30, erased: 2 }));
  const erased = runIn(folder, 'SELECT booking_id FROM erased');
  expect(erased).toEqual([{ booking_id: 1 }, { booking_id: 2 }]);
});
