import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { changeLeads } from '../../server/desk/leads/leads.ts';
import { createReminders } from '../../server/desk/leads/reminders.ts';
import { findBooking, insertBookings } from '../../server/store/bookings.ts';
import { ada } from '../support/ada.ts';
import { hookSettings, hour, minute, receiver } from '../support/delivery.ts';
import { booking, bookings, spam } from '../support/new-bookings.ts';
import { openProvider } from '../support/provider.ts';

/** A provider with a webhook, whose promise is 24 hours. */
async function provider(settings: Record<string, string> = {}) {
  const hook = await receiver();
  const own = { ...hookSettings(hook.url), CONTACT_WITHIN: '24h', ...settings };
  const { lines, server, ...opened } = await openProvider(own);
  const errors = () => lines.filter(({ level }) => level === 50);
  return { ...opened, hook, errors, server: () => server(createReminders) };
}

describe('a lead that no one contacted', () => {
  test('is reported to the provider once by email and webhook, by one of two servers', async () => {
    const { database, store, server, mails, hook } = await provider({
      NOTIFY_EMAIL: 'a@example.com,b@example.com',
    });
    const servers = [await server(), await server()];
    const look = () => Promise.all(servers.map((run) => run()));
    await insertBookings(store, [booking()], { language: 'en' });
    await database.pass(23 * hour);
    await look();
    expect([mails.length, hook.hooks.length]).toEqual([0, 0]);
    await database.pass(2 * hour);
    await look();
    await look();
    expect(mails.map(({ to }) => to?.map(({ address }) => address))).toEqual([
      ['a@example.com', 'b@example.com'],
    ]);
    expect(mails[0]?.subject).toContain('Ada Lovelace, Analytical Engines');
    const times = {
      created_at: '2026-01-02T00:00:00.000Z',
      contact_by: '2026-01-03T00:00:00.000Z',
    };
    const lead = { id: 1, ...times, ...ada, language: 'en' };
    expect(hook.hooks.map(({ event }) => event)).toEqual([
      {
        type: 'booking.overdue',
        timestamp: expect.any(String),
        data: { count: 1, bookings: [lead] },
      },
    ]);
    await database.pass(100 * hour);
    await look();
    // A restarted server knows it too.
    await (await server())();
    expect([mails.length, hook.hooks.length]).toEqual([1, 1]);
    const found = await findBooking(store, 1);
    expect(found?.events).toMatchObject([{ who: 'server', action: 'reminded' }]);
  });

  test('is reported again after the lease if every channel failed, with the same id, and logged', async () => {
    const { database, store, server, hook, errors } = await provider({
      SMTP_URL: 'smtp://127.0.0.1:9',
    });
    hook.status = 500;
    const look = await server();
    await insertBookings(store, bookings(2));
    await database.pass(25 * hour);
    for (let tries = 0; tries < 3; tries += 1) {
      await look();
      await look();
      await database.pass(16 * minute);
    }
    expect(hook.hooks).toHaveLength(3);
    expect(errors()).toHaveLength(3);
    for (const { msg } of errors())
      for (const part of ['ECONNREFUSED', 'HTTP 500']) expect(msg).toContain(part);
    hook.status = 204;
    await look();
    await database.pass(hour);
    await look();
    expect(hook.hooks).toHaveLength(4);
    expect(new Set(hook.hooks.map(({ id }) => id)).size).toBe(1);
    expect((await findBooking(store, 2))?.booking.reminded_at).not.toBeNull();
  });

  test('waits for a silent webhook only up to the limit', async () => {
    const silent = await receiver(() => {});
    const { database, store, server, mails, errors } = await provider({ WEBHOOK_URL: silent.url });
    const look = await server();
    await insertBookings(store, [booking()]);
    await database.pass(25 * hour);
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    onTestFinished(() => timeout.mockRestore());
    const looking = look();
    await expect.poll(() => mails).toHaveLength(1);
    limit.abort();
    await looking;
    expect(errors()).toMatchObject([{ msg: expect.stringContaining('by webhook') }]);
  });

  test('is left out if it was contacted or quarantined; the others are in one message', async () => {
    const { database, store, server, mails, hook } = await provider({
      INBOX_USERS: 'sales@example.com',
      SITE_URL: 'https://www.company.example',
    });
    await insertBookings(store, [spam()]);
    await insertBookings(store, [booking()]);
    await changeLeads(store, [{ id: 2 }], { who: 'cli', state: 'contacted' });
    await insertBookings(store, bookings(999));
    await database.pass(25 * hour);
    await (await server())();
    expect(mails).toHaveLength(1);
    const inbox = 'https://www.company.example/inbox';
    const { text = '', html = '' } = mails[0] ?? {};
    expect(text.match(/^https:.*\/leads\/\d+$/gm)).toEqual(
      Array.from({ length: 20 }, (_, n) => `${inbox}/leads/${n + 3}`),
    );
    expect(text).toContain('Ada 001, Analytical Engines, ada@example.com, Fri 2 Jan, 00:00');
    for (const link of [`${inbox}/leads/3`, inbox]) expect(html).toContain(`<a href="${link}"`);
    for (const part of [text, html]) expect(part).toContain(' 979 ');
    const named = Array(100).fill(expect.anything());
    expect(hook.hooks).toMatchObject([{ event: { data: { count: 999, bookings: named } } }]);
  });
});
