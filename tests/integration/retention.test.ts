import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../server/config/config.ts';
import { startDesk } from '../../server/desk/desk.ts';
import { findTimestamp } from '../../server/store/bookings.ts';
import { bookingsCommand, bookingsFolder, storeIn } from '../support/bookings-command.ts';
import { rowsIn, runIn } from '../support/database.ts';
import { day, openLines } from '../support/delivery.ts';
import { bookings } from '../support/new-bookings.ts';

const idsIn = (folder: string) => rowsIn(folder).map(({ id }) => id);

/** Starts a desk without a channel on this folder, whose first look for old bookings is at once. */
async function startRetention(folder: string) {
  const { lines, log } = openLines();
  const config = checkConfig({ RETENTION_DAYS: '30', DATA_DIR: folder }, folder);
  const store = await storeIn(folder);
  const desk = startDesk({ config, store, log });
  return { lines, store, stop: () => desk.stop() };
}

describe('with RETENTION_DAYS', () => {
  test('closed leads that are older and delivered ones that are twice as old are erased, never one that is new and undelivered', async () => {
    const folder = await bookingsFolder(bookings(4), { channels: ['mail'], age: 61 * day });
    // 1 and 4 are delivered, 2 is closed, 3 waits for its email, 4 asked a month later.
    await bookingsCommand(['done', '1', '4'], folder);
    runIn(folder, "UPDATE booking_requests SET state = 'closed' WHERE id = 2");
    runIn(folder, `UPDATE booking_requests SET created_at = clock(${-31 * day}) WHERE id = 4`);
    const { lines, store, stop } = await startRetention(folder);
    await expect.poll(() => findTimestamp(store, 'retention')).toBeDefined();
    await stop();
    expect(idsIn(folder)).toEqual([3, 4]);
    expect(lines).toContainEqual(expect.objectContaining({ level: 30, erased: 2 }));
    const erased = runIn(folder, 'SELECT booking_id FROM erased');
    expect(erased).toEqual([{ booking_id: 1 }, { booking_id: 2 }]);
  });

  test.each([
    ['ahead', -32 * day],
    ['back', 2 * day],
  ])(
    'a clock that jumped %s erases nothing, until the operator has erased by age',
    async (_, last) => {
      const folder = await bookingsFolder(bookings(1), { age: 99 * day });
      runIn(folder, "UPDATE booking_requests SET state = 'closed'");
      runIn(folder, `INSERT INTO timestamps VALUES ('retention', clock(${last}))`);
      const first = await startRetention(folder);
      const warning = expect.objectContaining({ level: 40, code: 'clock-jumped' });
      await expect.poll(() => first.lines).toContainEqual(warning);
      await first.stop();
      expect(idsIn(folder)).toEqual([1]);
      await bookingsCommand(['erase', '--older-than', '999', '--yes'], folder);
      const { stop } = await startRetention(folder);
      await expect.poll(() => idsIn(folder)).toEqual([]);
      await stop();
    },
  );
});
