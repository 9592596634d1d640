import { expect, test, vi } from 'vitest';
import { checkConfig } from '../../server/config/config.ts';
import { startDesk } from '../../server/desk/desk.ts';
import { changeLeads } from '../../server/desk/leads/leads.ts';
import { listBookings } from '../../server/store/bookings.ts';
import { readErased } from '../../server/store/erase.ts';
import { findTimestamp } from '../../server/store/store.ts';
import {
  bookingsCommand,
  bookingsFolder,
  folderWithDeadMail,
  storeIn,
} from '../support/bookings-command.ts';
import { rowsIn, runIn } from '../support/database.ts';
import { catcher, day, hour, mailSettings, openLines } from '../support/delivery.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { bookings, spam } from '../support/new-bookings.ts';

// Other tests cover the rules.
test('the server sends every report, alarm and list of leads', async () => {
  const { url, mails } = await catcher();
  const folder = await folderWithDeadMail(...bookings(2), spam());
  useFakeTimers('Date');
  // On Tuesday the weekly report is due, and in the afternoon the list of quarantined leads.
  vi.setSystemTime(Date.UTC(2099, 0, 6, 16));
  const store = await storeIn(folder, { now: () => Date.now() + 2 * hour });
  const followUp = { date: '2099-01-05', at: '2099-01-05T08:00:00.000Z' };
  await changeLeads(store, [{ id: 1 }], { who: 'cli', owner: 'sales@example.com', followUp });
  const settings = {
    ...mailSettings(url),
    NOTIFY_EMAIL: 'a@example.com',
    REPORT_EMAIL: 'boss@example.com',
    ALERT_EMAIL: 'admin@example.com',
    CONTACT_WITHIN: '1h',
  };
  const config = checkConfig({ ...settings, DATA_DIR: folder }, folder);
  const desk = startDesk({ config, store, log: openLines().log });
  // The other lead, the overdue, the returning and the quarantined ones, the alarm, the report, the owner's lead.
  const names = ['a', 'a', 'a', 'a', 'admin', 'boss', 'sales'];
  const distinct = () => new Set(mails.map(({ to, subject }) => `${to?.[0]?.address} ${subject}`));
  await expect.poll(() => Array.from(distinct(), (one) => one.split('@')[0]).sort()).toEqual(names);
  expect(mails).toHaveLength(names.length);
  await desk.stop();
});

// The store's tests cover the rules and a clock that jumps.
test('the server erases old leads by RETENTION_DAYS, but no undelivered one, and renews search texts', async () => {
  const folder = await bookingsFolder(bookings(2), { channels: ['mail'], age: 61 * day });
  await bookingsCommand(['done', '1'], folder);
  const { lines, log } = openLines();
  const config = checkConfig({ RETENTION_DAYS: '30', DATA_DIR: folder }, folder);
  runIn(folder, "UPDATE booking_requests SET search_text = ''");
  const store = await storeIn(folder);
  const desk = startDesk({ config, store, log });
  await expect.poll(() => findTimestamp(store, 'retention')).toBeDefined();
  const found = () => listBookings(store, { text: 'ada', limit: 9 });
  await expect.poll(found).toMatchObject([{ id: 2 }]);
  await desk.stop();
  expect(rowsIn(folder)).toHaveLength(1);
  expect(readErased(folder)).toMatchObject([{ booking_id: 1 }]);
  expect(lines).toContainEqual(expect.objectContaining({ level: 30, erased: 1 }));
});
