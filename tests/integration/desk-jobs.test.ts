import { expect, test, vi } from 'vitest';
import { checkConfig } from '../../server/config/config.ts';
import { startDesk } from '../../server/desk/desk.ts';
import { findTimestamp } from '../../server/store/store.ts';
import {
  bookingsCommand,
  bookingsFolder,
  folderWithDeadMail,
  storeIn,
} from '../support/bookings-command.ts';
import { rowsIn } from '../support/database.ts';
import { catcher, day, hour, mailSettings, openLines } from '../support/delivery.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { booking, bookings } from '../support/new-bookings.ts';

// Other tests cover the rules.
test.each([
  ['the weekly report', { REPORT_EMAIL: 'boss@example.com' }, 'boss@example.com'],
  ['an alarm', { ALERT_EMAIL: 'admin@example.com' }, 'admin@example.com'],
  ['a reminder', { CONTACT_WITHIN: '1h', NOTIFY_EMAIL: 'a@example.com' }, 'a@example.com'],
])('the server sends %s', async (_, settings, address) => {
  const { url, mails } = await catcher();
  const folder = await folderWithDeadMail(booking());
  useFakeTimers('Date');
  // On Tuesday the weekly report is due.
  vi.setSystemTime(new Date(2099, 0, 6, 12));
  const store = await storeIn(folder, { now: () => Date.now() + 2 * hour });
  const config = checkConfig({ ...mailSettings(url), ...settings, DATA_DIR: folder }, folder);
  const desk = startDesk({ config, store, log: openLines().log });
  await expect.poll(() => mails.flatMap(({ to }) => to)).toMatchObject([{ address }]);
  await desk.stop();
});

// The store's tests cover the rules and a clock that jumps.
test('the server erases old leads by RETENTION_DAYS, but no undelivered one', async () => {
  const folder = await bookingsFolder(bookings(2), { channels: ['mail'], age: 61 * day });
  await bookingsCommand(['done', '1'], folder);
  const { lines, log } = openLines();
  const config = checkConfig({ RETENTION_DAYS: '30', DATA_DIR: folder }, folder);
  const store = await storeIn(folder);
  const desk = startDesk({ config, store, log });
  await expect.poll(() => findTimestamp(store, 'retention')).toBeDefined();
  await desk.stop();
  expect(rowsIn(folder)).toMatchObject([{ id: 2 }]);
  expect(lines).toContainEqual(expect.objectContaining({ level: 30, erased: 1 }));
});
