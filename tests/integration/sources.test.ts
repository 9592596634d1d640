import { describe, expect, test } from 'vitest';
import { dispatch } from '../../server/desk/delivery/dispatch.ts';
import { findBooking, listBookings } from '../../server/store/bookings.ts';
import { addSource, listSources } from '../../server/store/sources.ts';
import { ada } from '../support/ada.ts';
import { bookingsCommand, bookingsFolder, storeIn } from '../support/bookings-command.ts';
import { catcher, mailSettings } from '../support/delivery.ts';
import { databases } from '../support/engines.ts';
import { insertOf } from '../support/postgres.ts';
import { startServer } from '../support/server.ts';

describe('the source of a lead', () => {
  test('is a name of the provider, a built-in one or `other`, and is in the email', async () => {
    const mail = await catcher();
    const server = await startServer({ settings: mailSettings(mail.url) });
    await addSource(server.store, 'fair-2026');
    const sent = ['fair-2026', 'stranger', 'stranger--google', "fair-2026'--", ''];
    for (const [index, source] of sent.entries())
      await server.post({ ...ada, name: `Ada ${index}` }, { 'X-Source': source });
    const leads = await listBookings(server.store, { limit: 9, oldestFirst: true });
    const stored = ['fair-2026', 'other', 'google', null, null];
    expect(leads.map(({ source }) => source)).toEqual(stored);
    await expect.poll(() => mail.mails).toHaveLength(sent.length);
    const shown = mail.mails.map(({ text }) => /^Source: +(.*)$/m.exec(text ?? '')?.[1] ?? null);
    expect(shown.toSorted()).toEqual(['fair-2026', 'Other', 'Google', null, null].toSorted());
  });
});

describe.each(databases)('a row of another data interface, in %s', (_, createDatabase) => {
  test('loses an unknown source when it is checked', async () => {
    const { open, run } = await createDatabase();
    const store = await open();
    const values = ", '2026-01-02T00:00:00.000Z', 'stranger'";
    await run(insertOf(ada, ', created_at, source', values));
    await dispatch(store, []);
    expect((await findBooking(store, 1))?.booking.source).toBe('other');
  });
});

describe('link', () => {
  test('keeps a name, prints its link, lists all and removes one', async () => {
    const folder = await bookingsFolder([]);
    const run = (...args: string[]) => bookingsCommand(['link', ...args], folder);
    const address = 'http://localhost:8/?from=';
    for (let twice = 0; twice < 2; twice += 1)
      expect(await run('fair-2026')).toMatchObject({ code: 0, stdout: `${address}fair-2026\n` });
    await run('ad');
    const both = `${address}ad\n${address}fair-2026\n`;
    expect(await run()).toMatchObject({ code: 0, stdout: both });
    expect(await run('ad', '--remove')).toMatchObject({ code: 0 });
    expect(await run('ad', '--remove')).toMatchObject({ code: 1 });
    for (const name of ['Fair', 'a--b', 'a'.repeat(25), 'google', '-a'])
      expect(await run('--', name), name).toMatchObject({ code: 2, stdout: '' });
    expect(await listSources(await storeIn(folder))).toEqual(['fair-2026']);
  });
});
