import { expect, test, vi } from 'vitest';
import { checkConfig } from '../../server/config/config.ts';
import { startDesk } from '../../server/desk/desk.ts';
import { folderWithDeadMail, storeIn } from '../support/bookings-command.ts';
import { catcher, hour, mailSettings, openLines } from '../support/delivery.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { booking } from '../support/new-bookings.ts';

// Other tests cover the rules. `retention.test.ts` covers the erasure.
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
