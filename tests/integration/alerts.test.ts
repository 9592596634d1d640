import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkConfig } from '../../server/config/config.ts';
import { createAlerts } from '../../server/desk/alerts.ts';
import {
  bookingsCommand,
  bookingsFolder,
  folderWithDeadMail,
  storeIn,
} from '../support/bookings-command.ts';
import { chatReceiver } from '../support/chat-receiver.ts';
import { corrupt } from '../support/database.ts';
import { catcher, mailSettings, openLines, receiver } from '../support/delivery.ts';
import { closeServer, listen } from '../support/free-port.ts';
import { booking } from '../support/new-bookings.ts';

/** A look for trouble of one process on a store in this folder. */
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

/** Each code in a report, with what became of it. */
function codesIn(report: unknown): string[] {
  return [...String(report).matchAll(/^(\w+) \(([a-z-]+)\)/gm)].map(([, ...one]) => one.join(' '));
}

/** A monitor that answers with `status`, and counts its calls. */
async function monitor() {
  const calls = { url: '', status: 200, count: 0 };
  const server = createServer((_, response) => {
    calls.count += 1;
    response.writeHead(calls.status, { Connection: 'close' }).end('OK');
  });
  calls.url = `http://127.0.0.1:${await listen(server)}/beat`;
  onTestFinished(() => closeServer(server));
  return calls;
}

const done = (folder: string) => bookingsCommand(['done', '--dead'], folder);

describe('a look for trouble', () => {
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

  test('reports a second trouble next to the first, which is not over while no one can look', async () => {
    const { settings, reports } = await operator();
    const folder = await folderWithDeadMail(booking());
    const look = await alertsIn(folder, settings);
    await look();
    corrupt(folder, 'booking_requests');
    await look();
    expect(reports()).toEqual([['New delivery-dead'], ['New database-unusable']]);
  });

  test('reports to the chat of CHAT_URL too, and by email as soon as the mail server accepts', async () => {
    const { url, messages } = await chatReceiver();
    let isRefused = true;
    const { settings, reports } = await operator({
      onRcptTo: (_address, _session, done) => done(isRefused ? new Error('not now') : null),
    });
    const folder = await folderWithDeadMail(booking());
    const look = await alertsIn(folder, { ...settings, CHAT_URL: `slack+${url}` });
    for (let n = 0; n < 2; n += 1) await expect(look()).rejects.toThrow(AggregateError);
    isRefused = false;
    await look();
    await done(folder);
    await look();
    const all = [['New delivery-dead'], ['Resolved delivery-dead']];
    expect(messages.map(({ text }) => codesIn(text))).toEqual(all);
    expect(reports()).toEqual(all);
  });

  test('calls HEARTBEAT_URL while all is well, and fails when the monitor refuses the call', async () => {
    const beats = await monitor();
    const well = await alertsIn(await bookingsFolder(), { HEARTBEAT_URL: beats.url });
    for (let n = 0; n < 2; n += 1) await well();
    expect(beats.count).toBe(2);
    const ill = await alertsIn(await folderWithDeadMail(booking()), { HEARTBEAT_URL: beats.url });
    await ill();
    expect(beats.count).toBe(2);
    beats.status = 404;
    await expect(well()).rejects.toThrow('404');
  });

  test('follows no redirect of HEARTBEAT_URL', async () => {
    const elsewhere = await monitor();
    const { url } = await receiver((_request, response) =>
      response.writeHead(302, { Location: elsewhere.url }).end(),
    );
    const look = await alertsIn(await bookingsFolder(), { HEARTBEAT_URL: url });
    await expect(look()).rejects.toThrow('302');
    expect(elsewhere.count).toBe(0);
  });
});
