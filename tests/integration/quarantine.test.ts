import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import { honeypotField } from '../../booking/spam.ts';
import { ada } from '../support/ada.ts';
import { bookingsCommand } from '../support/bookings-command.ts';
import { catcher, mailTo } from '../support/delivery.ts';
import { engines } from '../support/engines.ts';
import { answerOf } from '../support/inbox.ts';
import { startServer } from '../support/server.ts';

const spam = { ...ada, name: 'Win at https://casino.example' };
const filled = { ...ada, name: 'Filled', [honeypotField]: 'Miami' };
const columns = `?columns=${bookingFields.join()}`;

describe.each(engines)('what looks like spam, with %s', (_, start) => {
  test('is answered exactly like any other booking, by the form itself and by fetch', async () => {
    const server = await start();
    const native = await answerOf(await server.postForm({ ...ada, [honeypotField]: '' }));
    expect(native).toMatchObject({ status: 303, headers: { location: '/#booked' } });
    expect(await answerOf(await server.postForm(filled))).toEqual(native);
    expect(await answerOf(await server.postForm(spam))).toEqual(native);
    // A repeat is too, and stored once.
    expect(await answerOf(await server.postForm(filled))).toEqual(native);

    const fetched = await answerOf(await server.post(ada));
    expect(fetched).toMatchObject({ status: 201, body: '' });
    expect(await answerOf(await server.post({ ...filled, name: 'Fetched' }, {}, columns))).toEqual(
      fetched,
    );
    expect(await answerOf(await server.post({ ...spam, company_name: 'Other' }))).toEqual(fetched);

    const key = { 'Idempotency-Key': crypto.randomUUID() };
    expect(await answerOf(await server.post({ ...spam, name: `${spam.name}!` }, key))).toEqual(
      fetched,
    );
    expect(await answerOf(await server.post({ ...spam, name: `${spam.name}!` }, key))).toEqual(
      fetched,
    );

    const stored = (await server.stored()).toReversed();
    expect(stored.map(({ name, spam_signals }) => [name, spam_signals.join(' ')])).toEqual([
      [ada.name, ''],
      ['Filled', 'honeypot'],
      [spam.name, 'link-in-name'],
      [ada.name, ''],
      ['Fetched', 'honeypot'],
      [spam.name, 'link-in-name'],
      [`${spam.name}!`, 'link-in-name'],
    ]);
  });

  test('is recognised row by row in an array', async () => {
    const server = await start();
    const rows = [
      { ...ada, [honeypotField]: '' },
      { ...ada, name: 'Grace', [honeypotField]: 'x' },
      { ...ada, name: 'Emmy', [honeypotField]: { toString: 7 } },
      { ...ada, name: 'Ida', [honeypotField]: null },
    ];
    expect((await server.post(rows, {}, columns)).status).toBe(201);
    expect(await server.store.countBookings({ state: 'quarantined' })).toBe(2);
  });
});

test('the honeypot is not a column: a program that sends it as one gets the error of an unknown column', async () => {
  const server = await startServer();
  const { status, body } = await answerOf(await server.post({ ...ada, [honeypotField]: 'x' }));
  expect([status, body]).toEqual([400, expect.stringContaining('PGRST204')]);
});

describe('the operator', () => {
  async function serverWithSpam() {
    const { url, mails } = await catcher();
    const server = await startServer({ channels: [mailTo(url)] });
    await server.postForm(filled);
    await server.post({ ...spam, company_name: spam.name });
    await server.post(ada);
    await expect.poll(() => mails.length).toBe(1);
    const command = (...args: string[]) => bookingsCommand(args, server.folder);
    return { server, mails, command };
  }

  test('sees how many wait and why, and has one delivered', async () => {
    const { mails, command } = await serverWithSpam();
    const list = await command('list');
    expect(list.stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(list.stderr).toBe(
      '2 quarantined bookings wait to be accepted or erased: list --quarantined shows why.\n',
    );
    const quarantined = await command('list', '--quarantined');
    expect(quarantined.stdout).toMatch(/^ID +WHEN \(UTC\) +WHY +NAME/);
    expect(quarantined.stdout).toMatch(/^2 .* link-in-name, link-in-company, same-values +Win/m);
    expect(quarantined.stdout).toMatch(/^1 .* honeypot +Filled/m);
    const { stdout } = await command('list', '--quarantined', '--json');
    expect(JSON.parse(stdout)).toMatchObject([
      { id: 2, spam_signals: ['link-in-name', 'link-in-company', 'same-values'] },
      { id: 1, state: 'quarantined', spam_signals: ['honeypot'], accepted_at: null },
    ]);
    const shown = await command('show', '1');
    expect(shown.stdout).toMatch(/^Quarantined +it filled in the field that no person sees$/m);
    expect(shown.stdout).toContain('./lodemark accept 1 delivers it');

    expect((await command('accept', '1')).stdout).toBe('1 accepted: 1 to deliver.\n');
    await expect.poll(() => mails.length).toBe(2);
    expect(mails[1]?.text).toContain('Filled');
    expect((await command('show', '1')).stdout).toMatch(/^Accepted +\d{4}-/m);
    expect((await command('list')).stderr).toContain('1 quarantined booking waits');
  });

  test('may accept twice, and is told what is not quarantined or not there', async () => {
    const { server, command } = await serverWithSpam();
    await command('accept', '1');
    for (const [id, code, sentence] of [
      ['1', 0, /^Not quarantined: 1\. show ID tells more\.\n$/],
      ['3', 0, /^Not quarantined: 3\. show ID tells more\.\n$/],
      ['9', 1, /^Not found: 9\.\n$/],
      ['nine', 2, /not the number of a booking/],
    ] as const) {
      const { stdout, stderr, ...ended } = await command('accept', id);
      expect([ended.code, stdout + stderr]).toEqual([code, expect.stringMatching(sentence)]);
    }
    expect((await server.store.findLead(1))?.deliveries).toHaveLength(1);
  });

  test('accepts and erases several: numbers, ranges, or all that are quarantined', async () => {
    const { server, command } = await serverWithSpam();
    for (const name of ['a', 'b', 'c']) await server.post({ ...spam, company_name: name });
    // 1, 2 and 4 to 6 are quarantined.
    const some = await command('accept', '1-3', '9');
    expect(some).toEqual({
      code: 1,
      stdout: '2 accepted: 2 to deliver.\n',
      stderr: 'Not found: 9.\nNot quarantined: 3. show ID tells more.\n',
    });
    const erased = await command('erase', '1-4', '--quarantined', '--yes');
    expect(erased).toEqual({ code: 0, stdout: '1 erased.\n', stderr: '' });
    const rest = await command('accept', '--quarantined');
    expect(rest).toMatchObject({ code: 0, stdout: '2 accepted: 2 to deliver.\n' });
    expect((await command('accept', '--quarantined')).stdout).toBe('No booking is quarantined.\n');
    expect((await server.stored()).map(({ id }) => id)).toEqual([6, 5, 3, 2, 1]);
  });

  test('finds quarantined bookings in the export', async () => {
    const { server, command } = await serverWithSpam();
    const file = path.join(server.folder, 'all.csv');
    await command('export', file);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[3]).toMatch(/,quarantined,honeypot,$/);
  });
});
