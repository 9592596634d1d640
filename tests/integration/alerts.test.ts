import { createServer } from 'node:http';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAlerts } from '../../server/desk/alerts.ts';
import { checkConfig } from '../../server/config/config.ts';
import { ada } from '../support/ada.ts';
import { bookingsFolder, folderWithDeadMail, storeIn } from '../support/bookings-command.ts';
import { chatReceiver } from '../support/chat-receiver.ts';
import { corrupt, temporaryFolder } from '../support/database.ts';
import { catcher, hour, mailSettings } from '../support/delivery.ts';
import { closeServer, listen } from '../support/free-port.ts';
import { runServer, sharedProgram } from '../support/server-process.ts';

/** The looks for trouble of one process on a store in this folder. */
async function alertsIn(folder: string, settings: Record<string, string>) {
  const store = await storeIn(folder);
  const config = checkConfig({ DATA_DIR: folder, ...settings }, folder);
  const look = createAlerts(config, store, pino({ level: 'silent' }));
  return { store, look: async () => look?.(new AbortController().signal) };
}

async function operator(behaviour: Parameters<typeof catcher>[0] = {}) {
  const { url, mails } = await catcher(behaviour);
  const settings = { ...mailSettings(url), ALERT_EMAIL: 'admin@example.com' };
  const reports = () => mails.map(({ text }) => codesIn(text));
  return { settings, mails, reports };
}

/** Each code in a report, with what became of it. */
function codesIn(report: unknown): string[][] {
  return [...String(report).matchAll(/^(\w+) \(([a-z-]+)\)/gm)].map(([, ...one]) => one);
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

describe('a look for trouble', () => {
  test('reports dead deliveries once by mail, and once that they are done', async () => {
    const { settings, mails, reports } = await operator();
    const { store, look } = await alertsIn(await folderWithDeadMail(ada), settings);
    for (let n = 0; n < 2; n += 1) await look();
    expect(reports()).toEqual([[['New', 'delivery-dead']]]);
    expect(mails[0]?.to).toMatchObject([{ address: 'admin@example.com' }]);
    await store.markDeliveriesDone({ dead: true });
    for (let n = 0; n < 2; n += 1) await look();
    expect(reports().slice(1)).toEqual([[['Resolved', 'delivery-dead']]]);
  });

  test('reports a second trouble next to the first, which is not over while nobody can look', async () => {
    const { settings, reports } = await operator();
    const folder = await folderWithDeadMail(ada);
    const { look } = await alertsIn(folder, settings);
    await look();
    corrupt(folder, 'booking_requests');
    await look();
    expect(reports()).toEqual([[['New', 'delivery-dead']], [['New', 'database-unusable']]]);
  });

  test('repeats a report that nobody accepted', async () => {
    let isRefused = true;
    const { settings, reports } = await operator({
      onRcptTo: (_address, _session, done) => done(isRefused ? new Error('not now') : null),
    });
    const { look } = await alertsIn(await folderWithDeadMail(ada), settings);
    await expect(look()).rejects.toThrow(AggregateError);
    isRefused = false;
    for (let n = 0; n < 2; n += 1) await look();
    expect(reports()).toEqual([[['New', 'delivery-dead']]]);
  });

  test('reports to the chat of CHAT_URL too, which is enough while the mail server refuses', async () => {
    const { url, messages } = await chatReceiver();
    const { settings, mails } = await operator({
      onRcptTo: (_address, _session, done) => done(new Error('not now')),
    });
    const both = { ...settings, CHAT_URL: `slack+${url}` };
    const { store, look } = await alertsIn(await folderWithDeadMail(ada), both);
    for (let n = 0; n < 2; n += 1) await look();
    await store.markDeliveriesDone({ dead: true });
    await look();
    expect(messages.map(({ text }) => codesIn(text))).toEqual([
      [['New', 'delivery-dead']],
      [['Resolved', 'delivery-dead']],
    ]);
    expect(mails).toEqual([]);
  });

  test('fits the longest report into a message of Discord', async () => {
    const { url, messages } = await chatReceiver();
    const channels = Array.from({ length: 40 }, (_, n) => `mail:office-${n}@example.com`);
    const longAgo = () => Date.now() - 2 * hour;
    const folder = await bookingsFolder([ada], { channels, now: longAgo });
    const { look } = await alertsIn(folder, { CHAT_URL: `discord+${url}` });
    await look();
    const [content = ''] = messages.map(({ content }) => String(content));
    expect(codesIn(content).length).toBeGreaterThan(5);
    expect(content.length).toBeLessThanOrEqual(2_000);
  });

  test('calls HEARTBEAT_URL while all is well, and fails when the monitor refuses the call', async () => {
    const beats = await monitor();
    const well = await alertsIn(await bookingsFolder(), { HEARTBEAT_URL: beats.url });
    for (let n = 0; n < 2; n += 1) await well.look();
    expect(beats.count).toBe(2);
    const ill = await alertsIn(await folderWithDeadMail(ada), { HEARTBEAT_URL: beats.url });
    await ill.look();
    expect(beats.count).toBe(2);
    beats.status = 404;
    await expect(well.look()).rejects.toThrow('404');
  });
});

test('a server looks for trouble when it starts', async () => {
  const beats = await monitor();
  await runServer(sharedProgram(), {
    DATA_DIR: await temporaryFolder(),
    HEARTBEAT_URL: beats.url,
  });
  await expect.poll(() => beats.count).toBe(1);
});
