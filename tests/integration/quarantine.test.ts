import { describe, expect, test } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import { honeypotField } from '../../booking/spam.ts';
import { ada } from '../support/ada.ts';
import { bookingsCommand, printedJson } from '../support/bookings-command.ts';
import { catcher, mailSettings } from '../support/delivery.ts';
import { answerOf } from '../support/inbox.ts';
import { startServer, type TestServer } from '../support/server.ts';

const linked = { ...ada, name: 'Win at https://casino.example' };
const filled = { ...ada, name: 'Filled', [honeypotField]: 'Miami' };

/** The name and the signals of each stored booking, oldest first. */
const signalsIn = async ({ stored }: TestServer) =>
  (await stored()).toReversed().map(({ name, spam_signals }) => [name, ...spam_signals]);

const query = `?columns=${bookingFields.join()}`;

describe('a booking that looks like spam', () => {
  test('is stored and answered exactly like any other, by native post and by fetch', async () => {
    const server = await startServer();
    const native = async (values: Record<string, string>) =>
      answerOf(await server.postForm(values));
    const fetched = async (values: object) => answerOf(await server.post(values, {}, query));
    const answered = await native({ ...ada, [honeypotField]: '' });
    expect(answered).toMatchObject({ status: 303, headers: { location: '/#booked' } });
    for (const values of [filled, filled, linked, linked])
      expect(await native(values)).toEqual(answered);
    const created = await fetched({ ...ada, name: 'Fetched' });
    expect(created).toMatchObject({ status: 201, body: '' });
    expect(await fetched({ ...filled, name: 'Fetched too' })).toEqual(created);
    expect(await fetched({ ...linked, company_name: 'Other' })).toEqual(created);
    expect(await signalsIn(server)).toEqual([
      [ada.name],
      // Bookings with a filled honeypot are not repeats.
      ['Filled', 'honeypot'],
      ['Filled', 'honeypot'],
      [linked.name, 'link-in-name'],
      ['Fetched'],
      ['Fetched too', 'honeypot'],
      [linked.name, 'link-in-name'],
    ]);
  });

  test('is recognized separately in each row of an array', async () => {
    const server = await startServer();
    const pots = { Ada: '', Emmy: { toString: 7 }, Grace: 'x', Ida: null };
    const rows = Object.entries(pots).map(([name, pot]) => ({
      ...ada,
      name,
      [honeypotField]: pot,
    }));
    expect((await server.post(rows, {}, query)).status).toBe(201);
    const signals = [['Ada'], ['Emmy', 'honeypot'], ['Grace', 'honeypot'], ['Ida']];
    expect(await signalsIn(server)).toEqual(signals);
  });
});

describe('the operator', () => {
  test('lists quarantined leads with reasons, and releases some or all without the server’s settings', async () => {
    const { url, mails } = await catcher();
    const { folder, post } = await startServer({ settings: mailSettings(url) });
    await post(filled, {}, query);
    await post({ ...linked, company_name: linked.name });
    await post(ada);
    // In the afternoon there is also a report of quarantined leads.
    const notices = () => mails.filter(({ replyTo }) => replyTo !== undefined);
    await expect.poll(() => notices().length).toBe(1);
    const command = (...args: string[]) => bookingsCommand(args, folder);
    const list = await command('list');
    expect(list.stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(list.stderr).toContain('--quarantined');
    const quarantined = await command('list', '--quarantined');
    expect(quarantined.stdout).toContain('link-in-name, link-in-company, same-values');
    expect((await command('show', '1')).stdout).toContain('./lodemark accept 1');

    const some = await command('accept', '1', '3', '9');
    expect(some.code).toBe(1);
    for (const id of ['9', '3']) expect(some.stderr).toContain(id);
    await expect.poll(() => notices().length).toBe(2);
    expect(notices()[1]?.text).toContain('Filled');
    expect(await printedJson(['show', '1'], folder)).toMatchObject({
      ...{ state: 'new', spam_signals: ['honeypot'], accepted_at: expect.any(String) },
      events: [{ who: 'cli', action: 'accepted' }],
    });
    for (let twice = 0; twice < 2; twice += 1)
      expect((await command('accept', '--quarantined')).code).toBe(0);
    await expect.poll(() => notices().length).toBe(3);
  });
});
