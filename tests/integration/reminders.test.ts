import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { bookingOf } from '../../booking/booking.ts';
import { checkConfig } from '../../server/config/config.ts';
import { createReminders } from '../../server/desk/leads/reminders.ts';
import type { Store } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { bookingsFolder } from '../support/bookings-command.ts';
import { chatReceiver } from '../support/chat-receiver.ts';
import {
  catcher,
  hour,
  mailSettings,
  minute,
  openDeliveryStore,
  receiver,
} from '../support/delivery.ts';
import { databases } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { startServer } from '../support/server.ts';
import { run, runServer, sharedProgram } from '../support/server-process.ts';
import { webhookSecret } from '../support/webhook-receiver.ts';

const signal = new AbortController().signal;

/** A mail server and a webhook, and servers with these settings beside them. */
async function provider(settings: Record<string, string> = {}) {
  const mail = await catcher();
  const hook = await receiver();
  const environment = {
    ...mailSettings(mail.url),
    WEBHOOK_URL: hook.url,
    WEBHOOK_SECRET: webhookSecret,
    CONTACT_WITHIN: '24h',
    ...settings,
  };
  return {
    environment,
    ...{ mail, mails: mail.mails, hook },
    /** The look of one server each minute, with its log. */
    server: (store: Store, clock: { now: number }) => {
      const lines: Record<string, unknown>[] = [];
      const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
      const config = checkConfig(environment, '/');
      const look = createReminders(config, store, log, () => clock.now);
      const errors = () => lines.filter(({ level }) => level === 50).map(({ msg }) => msg);
      return { look: async () => look?.(signal), lines, errors };
    },
  };
}

/** As many bookings, and then nothing for so long. */
async function waiting(store: Store, clock: { now: number }, count: number, hours: number) {
  for (let left = count; left > 0; left -= 1000)
    await store.insertBookings(Array(Math.min(left, 1000)).fill(ada));
  clock.now += hours * hour;
}

const [, createDatabase] = databases[0];

describe('a lead that nobody contacted', () => {
  test('is told to the provider once by mail and webhook, by one of two servers', async () => {
    const { clock, open } = await createDatabase();
    const { server, mails, hook } = await provider({ NOTIFY_EMAIL: 'a@example.com,b@example.com' });
    const one = await open();
    const servers = [server(one, clock), server(await open(), clock)];
    const look = () => Promise.all(servers.map(({ look }) => look()));
    await waiting(one, clock, 1, 23);
    await look();
    expect([mails.length, hook.hooks.length]).toEqual([0, 0]);
    clock.now += 2 * hour;
    await look();
    await look();
    expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject]).sort()).toEqual([
      ['a@example.com', 'Still waiting: Ada Lovelace, Analytical Engines'],
      ['b@example.com', 'Still waiting: Ada Lovelace, Analytical Engines'],
    ]);
    const lead = (await one.findLead(1))?.lead;
    const { id, created_at, language } = lead ?? {};
    expect(hook.hooks.map(({ event }) => event)).toEqual([
      {
        type: 'booking.overdue',
        timestamp: expect.any(String),
        data: {
          contact_within_minutes: 24 * 60,
          count: 1,
          bookings: [{ id, created_at, ...bookingOf((field) => ada[field]), language }],
        },
      },
    ]);
    clock.now += 100 * hour;
    await look();
    // A server that was started again knows it too.
    await server(await open(), clock).look();
    expect([mails.length, hook.hooks.length]).toEqual([2, 1]);
    expect((await one.findLead(1))?.events.map(({ who, action }) => [who, action])).toEqual([
      ['server', 'reminded'],
    ]);
  });

  test('is tried again after the lease where no way took it, with the same id, and logged once', async () => {
    const { clock, open } = await createDatabase();
    const { environment, server, hook } = await provider();
    environment.SMTP_URL = 'smtp://127.0.0.1:9';
    hook.status = 500;
    const store = await open();
    const { look, errors } = server(store, clock);
    await waiting(store, clock, 2, 25);
    for (let tries = 0; tries < 3; tries += 1) {
      await look();
      await look();
      clock.now += 16 * minute;
    }
    expect(hook.hooks).toHaveLength(3);
    expect(errors()).toEqual([
      expect.stringMatching(/a reminder .* by mail:sales@example.com: .*, by webhook: HTTP 500$/),
    ]);
    expect(new Set(hook.hooks.map(({ id }) => id)).size).toBe(1);
    hook.status = 204;
    await look();
    clock.now += hour;
    await look();
    expect(hook.hooks).toHaveLength(4);
    expect((await store.findLead(2))?.lead.reminded_at).not.toBeNull();
  });

  test('is not told of when it was contacted, is quarantined, or is old and among many: those are one mail', async () => {
    const { clock, open } = await createDatabase();
    const { server, mails, hook } = await provider({
      INBOX_USERS: 'sales@example.com',
      SITE_URL: 'https://www.company.example',
    });
    const store = await open();
    await store.insertBookings([{ ...ada, spam_signals: ['honeypot'] }, ada]);
    await store.changeLead(2, { who: 'cli', state: 'contacted' });
    await waiting(store, clock, 1200, 5000);
    await server(store, clock).look();
    expect(mails.map(({ subject }) => subject)).toEqual(['1200 requests still wait for you']);
    const { text = '', html = '' } = mails[0] ?? {};
    expect(text.match(/^https:.*$/gm)).toEqual(
      Array.from({ length: 20 }, (_, n) => `https://www.company.example/inbox/leads/${n + 3}`),
    );
    expect(text).toContain(
      'Ada Lovelace, Analytical Engines, ada@example.com, 2026-01-02 00:00 UTC (3)',
    );
    expect(html).toContain('<a href="https://www.company.example/inbox/leads/3">Ada Lovelace');
    expect(html).toContain('<a href="https://www.company.example/inbox">https');
    for (const part of [text, html]) expect(part).toContain('1180 more');
    const bookings = Array(100).fill(expect.anything());
    expect(hook.hooks).toMatchObject([{ event: { data: { count: 1200, bookings } } }]);
    expect(await store.acquireReminders(clock.now, 1, 1)).toEqual([]);
  });
});

describe('a reminder', () => {
  test.each(['slack', 'discord', 'teams'])(
    'in %s is one message that it takes',
    async (service) => {
      const { clock, open } = await createDatabase();
      const { url, messages } = await chatReceiver();
      const { server } = await provider({ CHAT_URL: `${service}+${url}` });
      const store = await open();
      const long = { ...ada, name: 'N'.repeat(200), company_name: 'C'.repeat(200) };
      await store.insertBookings(Array(30).fill(long));
      clock.now += 25 * hour;
      await server(store, clock).look();
      expect(messages).toHaveLength(1);
      const words = JSON.stringify(messages);
      expect(words).toContain('20 more');
      expect(words).toContain('./lodemark contacted 1 2');
      if (service === 'discord')
        expect(String(messages[0]?.content).length).toBeLessThanOrEqual(2000);
    },
  );

  test.each([
    ['the server', 'server/main.ts', []],
    ['./lodemark deliver', 'server/cli/bookings.ts', ['deliver']],
  ])('is sent by %s', async (_, program, args) => {
    const folder = await bookingsFolder([ada], { now: () => Date.now() - 25 * hour });
    const { environment, mails, hook } = await provider();
    const settings = { DATA_DIR: folder, PORT: String(await freePort()), ...environment };
    run(sharedProgram(), [program, ...args], settings);
    await expect.poll(() => hook.hooks.map(({ event }) => Object(event).type)).toHaveLength(2);
    // The booking itself has not been delivered yet either.
    const subjects = () => mails.map(({ subject }) => subject).sort();
    await expect
      .poll(subjects)
      .toEqual([expect.stringMatching(/^Call request/), expect.stringMatching(/^Still waiting/)]);
  });

  test('reaches nobody without mail and webhook, and the log of the start says so', async () => {
    const settings = {
      DATA_DIR: await bookingsFolder(),
      CONTACT_WITHIN: '24h',
      INBOX_USERS: 'sales@example.com',
    };
    const { stdout } = await runServer(sharedProgram(), { ...settings, PORT: '0' });
    await expect.poll(stdout).toMatch(/CONTACT_WITHIN .* reach nobody: set SMTP_URL, /);
  });
});

describe('leads that wait too long', () => {
  const leadsOf = async (url: string) => {
    const response = await fetch(`${url}/readyz`);
    return [response.status, (await response.json()).leads];
  };

  test('are late in /readyz, which stays 200, and an error in the log', async () => {
    const clock = { now: Date.now() };
    const now = () => clock.now;
    const server = await startServer({ contactWithin: 24 * hour, now });
    await server.post(ada);
    expect(await leadsOf(server.url)).toEqual([200, 'ok']);
    clock.now += 25 * hour;
    await expect.poll(() => leadsOf(server.url), { timeout: 10_000 }).toEqual([200, 'late']);
    const { lines, outbox } = await openDeliveryStore();
    outbox({ store: server.store, contactWithin: 24 * hour, now });
    const error = { level: 50, msg: expect.stringMatching(/^leads wait .*: see .*doctor$/) };
    await expect.poll(() => lines).toContainEqual(expect.objectContaining(error));
  });

  test('are none of /readyz’s without CONTACT_WITHIN', async () => {
    const server = await startServer();
    expect(await leadsOf(server.url)).toEqual([200, 'none']);
  });
});
