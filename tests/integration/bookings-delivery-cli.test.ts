import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  bookingsCommand,
  bookingsFolder,
  doctor,
  folderWithDeadMail,
  printedJson,
} from '../support/bookings-command.ts';
import { temporaryFolder } from '../support/database.ts';
import { catcher, hookSettings, mailSettings, minute, receiver } from '../support/delivery.ts';
import { booking, bookings } from '../support/new-bookings.ts';
import { run, sharedProgram } from '../support/server-process.ts';

/** No mail server listens there. */
const deadMail = mailSettings('smtp://127.0.0.1:9');

/** `who action` of each event in a booking's history. */
async function historyOf(folder: string, id: string) {
  const { events } = await printedJson(['show', id], folder);
  return events.map(({ who, action }: Record<string, string>) => `${who} ${action}`);
}

describe('deliver and replay', () => {
  const quiet = { LOG_LEVEL: 'silent' };

  test('deliver pending bookings once, and again after a replay', async () => {
    const { url, mails } = await catcher();
    const folder = await folderWithDeadMail(...bookings(2));
    const deliver = () =>
      bookingsCommand(['deliver', '--once'], folder, { ...mailSettings(url), ...quiet });
    expect(await deliver()).toMatchObject({ code: 0, stdout: '' });
    expect(mails).toHaveLength(1);
    expect((await bookingsCommand(['replay', '--dead'], folder)).code).toBe(0);
    expect(await historyOf(folder, '1')).toEqual(['cli replayed']);
    await bookingsCommand(['replay', '2'], folder);
    await deliver();
    expect(mails).toHaveLength(3);
    expect((await bookingsCommand(['replay', '9'], folder)).code).toBe(1);
    await bookingsCommand(['replay', '2'], folder);
    const failing = { ...deadMail, ...quiet };
    expect((await bookingsCommand(['deliver', '--once'], folder, failing)).code).toBe(1);
  });

  test('deliver works until SIGTERM, and warns that alerts are off', async () => {
    const { url, mails } = await catcher();
    const folder = await bookingsFolder([booking()]);
    const settings = { DATA_DIR: folder, ...mailSettings(url) };
    const worker = run(sharedProgram(), ['server/cli/lodemark.ts', 'deliver'], settings);
    await expect.poll(() => mails.length).toBe(1);
    // npm repeats a signal that the whole group has already received.
    worker.child.kill('SIGTERM');
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(worker.stdout()).toContain('ALERT_EMAIL');
    const none = await bookingsCommand(['deliver'], folder);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('SMTP_URL')]);
  });
});

describe('doctor', () => {
  test('finds nothing wrong with a healthy server, and repeats the warnings of its start', async () => {
    const BACKEND_URL = 'https://project.supabase.co/rest/v1';
    const plain = await doctor(await bookingsFolder());
    expect([plain.code, plain.wrong]).toEqual([0, []]);
    expect(plain.ok).toEqual(['settings', 'database', 'disk']);
    const content = ['name', 'legal-texts', 'address', 'mail-address'];
    expect(plain.warning).toEqual(['no-channel', ...content, 'no-backup']);
    const settings = { BACKEND_URL, ...deadMail, ALERT_EMAIL: 'admin@example.com' };
    const hosted = await doctor(await bookingsFolder(), settings);
    expect(hosted.ok).toContain('channel');
    expect(hosted.warning).toContain('data-interface');
    for (const code of ['no-channel', 'no-alerts']) expect(hosted.warning).not.toContain(code);
  });

  test('exits with 1 when a delivery is dead, until the operator marks it as done', async () => {
    const folder = await folderWithDeadMail(booking());
    const table = await bookingsCommand(['doctor'], folder);
    expect(table).toMatchObject({ code: 1, stdout: expect.stringContaining('delivery-dead') });
    expect((await bookingsCommand(['done', '--dead'], folder)).code).toBe(0);
    const done = await doctor(folder);
    expect(done).toMatchObject({ code: 0, wrong: [] });
    expect(done.warning).not.toContain('recipient-refused');
    expect((await bookingsCommand(['done', '1'], folder)).code).toBe(1);
    const undispatched = await bookingsFolder([booking()], { age: 61 * minute });
    expect(await doctor(undispatched, deadMail)).toMatchObject({ code: 1, wrong: ['no-delivery'] });
  });

  test('exits with 1 without a database, or with one that cannot be opened', async () => {
    const folder = await temporaryFolder();
    expect(await doctor(folder)).toMatchObject({ code: 1, wrong: ['database-unusable'] });
    writeFileSync(path.join(folder, 'bookings.db'), 'a letter');
    expect(await doctor(folder)).toMatchObject({ code: 1, wrong: ['database-unusable'] });
  });

  test('sends a test through each channel and shows the recipient’s answer', async () => {
    const { url, mails } = await catcher();
    const hooks = await receiver();
    const settings = { ...mailSettings(url), ...hookSettings(hooks.url) };
    const folder = await bookingsFolder();
    const sent = await doctor(folder, settings, '--send-test');
    expect(sent.code).toBe(0);
    expect(sent.findings.filter(({ code }) => code === 'test')).toMatchObject([
      { channel: 'mail', text: expect.stringContaining('250 Ok: caught') },
      { channel: 'webhook', text: expect.stringContaining('HTTP 204') },
    ]);
    expect(mails).toHaveLength(1);
    expect(hooks.hooks).toMatchObject([{ event: { type: 'booking.test', data: {} } }]);
    hooks.status = 403;
    const refused = await doctor(folder, settings, '--send-test');
    expect(refused).toMatchObject({ code: 1, wrong: ['test-failed'] });
  });

  test('warns of an address that the mail server refused while it accepted another', async () => {
    const { url } = await catcher({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('gone') ? new Error('nobody here') : null),
    });
    const NOTIFY_EMAIL = 'gone@example.com,sales@example.com';
    const settings = { ...mailSettings(url), NOTIFY_EMAIL, LOG_LEVEL: 'silent' };
    const folder = await bookingsFolder([booking()]);
    expect((await doctor(folder, settings, '--send-test')).warning).toContain('recipient-refused');
    expect((await doctor(folder, settings)).warning).not.toContain('recipient-refused');
    expect((await bookingsCommand(['deliver', '--once'], folder, settings)).code).toBe(0);
    const found = await doctor(folder, settings);
    expect([found.code, found.warning]).toEqual([0, expect.arrayContaining(['recipient-refused'])]);
  });
});
