import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkConfig } from '../../server/config/config.ts';
import { createAlerts } from '../../server/desk/trouble.ts';
import {
  bookingsCommand,
  bookingsFolder,
  folderWithDeadMail,
  storeIn,
} from '../support/bookings-command.ts';
import { corrupt } from '../support/database.ts';
import { catcher, mailSettings, openLines, receiver } from '../support/delivery.ts';
import { booking } from '../support/new-bookings.ts';

/** One process that looks for problems, on a store in this folder. */
async function alertsIn(folder: string, settings: Record<string, string>) {
  const config = checkConfig({ DATA_DIR: folder, ...settings }, folder);
  const look = createAlerts(config, await storeIn(folder), openLines().log);
  return async () => look?.(new AbortController().signal);
}

async function operator(behaviour: Parameters<typeof catcher>[0] = {}) {
  const { url, mails } = await catcher(behaviour);
  const settings = { ...mailSettings(url), ALERT_EMAIL: 'admin@example.com' };
  const reports = () => mails.map(({ text }) => codesIn(text));
  return { settings, mails, reports };
}

/** The codes in a report, each with its change. */
function codesIn(report: unknown): string[] {
  return [...String(report).matchAll(/^(\w+) \(([a-z-]+)\)/gm)].map(([, ...one]) => one.join(' '));
}

const done = (folder: string) => bookingsCommand(['done', '--dead'], folder);

describe('the check for problems', () => {
  test('reports dead deliveries once by email, and once that they are done', async () => {
    const { settings, mails, reports } = await operator();
    const folder = await folderWithDeadMail(booking());
    const look = await alertsIn(folder, settings);
    for (let n = 0; n < 2; n += 1) await look();
    expect(reports()).toEqual([['New delivery-dead']]);
    expect(mails[0]?.to).toMatchObject([{ address: 'admin@example.com' }]);
    await done(folder);
    for (let n = 0; n < 2; n += 1) await look();
    expect(reports().slice(1)).toEqual([['Resolved delivery-dead']]);
  });

  test('reports a second problem, and keeps the first one open while the database cannot be checked', async () => {
    const { settings, reports } = await operator();
    const folder = await folderWithDeadMail(booking());
    const look = await alertsIn(folder, settings);
    await look();
    corrupt(folder, 'booking_requests');
    await look();
    expect(reports()).toEqual([['New delivery-dead'], ['New database-unusable']]);
  });

  test('reports to the chat of CHAT_URL too, and by email as soon as the mail server accepts', async () => {
    const chat = await receiver();
    let isRefused = true;
    const { settings, reports } = await operator({
      onRcptTo: (_address, _session, done) => done(isRefused ? new Error('not now') : null),
    });
    const folder = await folderWithDeadMail(booking());
    const look = await alertsIn(folder, { ...settings, CHAT_URL: `slack+${chat.url}` });
    for (let n = 0; n < 2; n += 1) await expect(look()).rejects.toThrow(AggregateError);
    isRefused = false;
    await look();
    await done(folder);
    await look();
    const all = [['New delivery-dead'], ['Resolved delivery-dead']];
    expect(chat.calls.map(({ body }) => codesIn(JSON.parse(body).text))).toEqual(all);
    expect(reports()).toEqual(all);
  });

  test('calls HEARTBEAT_URL while all is well, and fails when the monitor refuses or redirects the call', async () => {
    const monitor = await receiver();
    const HEARTBEAT_URL = monitor.url;
    const well = await alertsIn(await bookingsFolder(), { HEARTBEAT_URL });
    for (let n = 0; n < 2; n += 1) await well();
    expect(monitor.calls).toHaveLength(2);
    const ill = await alertsIn(await folderWithDeadMail(booking()), { HEARTBEAT_URL });
    await ill();
    expect(monitor.calls).toHaveLength(2);
    monitor.status = 404;
    await expect(well()).rejects.toThrow('404');
    const redirects = await receiver((_request, response) =>
      response.writeHead(302, { Location: HEARTBEAT_URL }).end(),
    );
    const moved = await alertsIn(await bookingsFolder(), { HEARTBEAT_URL: redirects.url });
    await expect(moved()).rejects.toThrow('302');
    expect(monitor.calls).toHaveLength(3);
  });

  test('waits for a silent monitor only up to the limit', async () => {
    const asked = Promise.withResolvers<void>();
    const silent = await receiver(() => asked.resolve());
    const look = await alertsIn(await bookingsFolder(), { HEARTBEAT_URL: silent.url });
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    onTestFinished(() => timeout.mockRestore());
    const refused = expect(look()).rejects.toThrow('aborted');
    await asked.promise;
    limit.abort();
    await refused;
  });
});
